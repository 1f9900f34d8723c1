"""Every route of the application, and a valid request to each."""

from typing import Any

from werkzeug.routing import Rule

from tests.kit.drivers.web_server import CODE, PIN, Phone, Site

BODIES = {
    "/api/v1/actions": {"action": {"do": "play", "card": "10H"}},
    "/api/v1/keys": {"key": "10"},
    "/api/v1/agreements": {"place": "1.0", "seat": 0},
    "/api/v1/preview": {"action": {"do": "amend", "entry": 2, "actions": []}},
    "/api/v1/check": {"action": {"do": "count", "cards": ["5H", "5D", "5S", "JC"], "claim": 8}},
    "/api/v1/show": {"writer": "a", "sheets": []},
    "/api/v1/join": {"code": CODE},
    "/api/v1/me": {"name": "Ann's phone"},
    "/api/v1/count": {"hand": ["5H", "5D", "5S", "JC"], "starter": "5C", "crib": False},
    "POST /api/v1/host": {"pin": PIN},
    "DELETE /api/v1/host": {},
    "/api/v1/code": {},
    "/api/v1/cards": {"said": "five ten"},
    "/api/v1/settings": {"brightness": 0.5},
    "/api/v1/letters": {"letters": "VDR"},
    "POST /api/v1/families": {
        "name": "We",
        "start": {"do": "start", "rules": "six-card", "players": ["Ann", "Ben"]},
    },
    "DELETE /api/v1/families": {"name": "We"},
    "/api/v1/quiz": {"hand": ["5H", "5D", "5S", "JC", "5C"], "points": 8},
    "/api/v1/replay": {"game": None},
    "/api/v1/setup/first-host": {},
    "/api/v1/setup/names": {"language": "en"},
    "/api/v1/setup/country": {"country": "CA"},
    "/api/v1/setup/clock": {"now": 1_800_000_000},
    "/api/v1/setup/boot": {},
    "/api/v1/setup/finish": {},
    "/api/v1/setup/find": {"what": "keypads"},
    "/api/v1/setup/lights": {"name": "null"},
    "/api/v1/setup/pattern": {"byte": 3},
    "/api/v1/setup/length": {"answers": []},
    "/api/v1/setup/strip": {"lights": 122},
    "/api/v1/setup/board": {"shape": "classic", "tracks": 2},
    "/api/v1/setup/panel": {"taps": [[0, 0]]},
    "/api/v1/setup/survey": {"taps": [[0, [0, 1]]]},
    "/api/v1/setup/keypad": {"name": "usb"},
    "/api/v1/doctor/mend": {"finding": "power-00000000"},
    "/api/v1/backup/upload": {"offset": 0, "data": "UEs="},
    "/api/v1/backup/offer": {},
    "/api/v1/backup/restore": {"sha256": "ab" * 32},
    "/api/v1/wifi": {"ssid": "Chalet", "password": "motdepasse"},
}
"""A valid request for each route with a body."""


FOR_ANYBODY = {(f"/api/v1/{what}", "POST") for what in ("join", "count", "cards", "host")}
"""These take a body but need no right: they request one, or only answer."""


SITE = Site().in_the_play()
"""A table in the play, for requests without effect."""

RULES = tuple(SITE.app.url_map.iter_rules())


def methods(rule: Rule) -> set[str]:
    return (rule.methods or set()) - {"HEAD", "OPTIONS"}


WRITING = [(rule.rule, method) for rule in RULES for method in methods(rule) - {"GET"}]
READING = [rule.rule for rule in RULES if "GET" in methods(rule) and "stream" not in rule.rule]


def path_of(rule: str) -> str:
    return (
        rule.replace("<code>", CODE)
        .replace("<lang>", "fr")
        .replace("<edition>", "0" * 12)
        .replace("<path:name>", "app.js")
    )


def send(phone: Phone, rule: str, method: str, **headers: str) -> Any:
    body = BODIES.get(f"{method} {rule}", BODIES.get(rule))
    return phone.post(path_of(rule), body, method, **headers)
