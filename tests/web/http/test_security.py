"""Checks that every request must pass, on every route, so that a new one cannot be forgotten."""

import logging
from itertools import product
from typing import Any

import pytest
from werkzeug.routing import Rule

from scorekeeper.game.codec import Unreadable
from tests.kit.drivers.web_server import CODE, HOST, PIN, Phone, Site
from web import Addresses, Network
from web.http.request import MAX_BODY, InvalidInput, parse_body
from web.http.security import is_same_origin
from web.live.write import ActionRequest

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
    "POST /api/v1/families": {
        "name": "We",
        "start": {"do": "start", "rules": "six-card", "players": ["Ann", "Ben"]},
    },
    "DELETE /api/v1/families": {"name": "We"},
    "/api/v1/replay": {"game": None},
    "/api/v1/setup/first-host": {},
    "/api/v1/setup/names": {"language": "en"},
    "/api/v1/setup/boot": {},
    "/api/v1/setup/finish": {},
    "/api/v1/setup/find": {"what": "keypads"},
    "/api/v1/setup/lights": {"name": "null"},
    "/api/v1/setup/show": {"byte": 3},
    "/api/v1/setup/length": {"answers": []},
    "/api/v1/setup/strip": {"lights": 122},
    "/api/v1/setup/board": {"shape": "classic", "tracks": 2},
    "/api/v1/setup/survey": {"taps": [[0, [0, 1]]]},
    "/api/v1/setup/keypad": {"name": "usb"},
    "/api/v1/doctor/mend": {"finding": "power-00000000"},
    "/api/v1/backup/upload": {"offset": 0, "data": "UEs="},
    "/api/v1/backup/offer": {},
    "/api/v1/backup/restore": {"sha256": "ab" * 32},
    "/api/v1/wifi": {"ssid": "Chalet", "password": "motdepasse"},
}
"""Something good to send to each route that takes a body."""

FOR_ANYBODY = {(f"/api/v1/{what}", "POST") for what in ("join", "count", "cards", "host")}
"""They take a body, but what is done needs no right: it asks for one, or only answers."""

SITE = Site().in_the_play()
"""A table in the play, for what changes nothing."""
SCORER = SITE.scorer()

RULES = tuple(SITE.app.url_map.iter_rules())


def methods(rule: Rule) -> set[str]:
    return (rule.methods or set()) - {"HEAD", "OPTIONS"}


WRITING = [(rule.rule, method) for rule in RULES for method in methods(rule) - {"GET"}]
READING = [rule.rule for rule in RULES if "GET" in methods(rule) and "stream" not in rule.rule]


def path_of(rule: str) -> str:
    """An address at which the route answers."""
    return (
        rule.replace("<code>", CODE)
        .replace("<lang>", "fr")
        .replace("<edition>", "0" * 12)
        .replace("<path:name>", "app.js")
    )


def send(phone: Phone, rule: str, method: str, **headers: str) -> Any:
    """Send the route something good."""
    body = BODIES.get(f"{method} {rule}", BODIES.get(rule))
    return phone.post(path_of(rule), body, method, **headers)


def test_every_route_that_takes_a_body_is_known_here() -> None:
    assert {rule for rule, _ in WRITING} == {key.split(" ")[-1] for key in BODIES}


WRONG_HEADERS = [
    ({"Origin": "http://evil.example"}, 403),
    ({"Origin": "http://192.168.1.20:80"}, 403),
    ({"Origin": "null"}, 403),
    ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
    ({"Content_Type": "multipart/form-data; boundary=x"}, 415),
    ({"Content_Type": "text/plain"}, 415),
    ({"Content_Type": ""}, 415),
    ({"Host": "evil.example"}, 421),
    ({"Host": ""}, 421),
]

NONSENSE = [b"", b"[" * 10_000, b"NaN", b"\xff", b'{"x":1,"x":1}', b"null"]


@pytest.mark.parametrize(("rule", "method"), WRITING)
def test_a_route_that_writes_refuses_nonsense_and_foreign_pages(
    site: Site, rule: str, method: str
) -> None:
    """A foreign page, a form, a name that is not ours, nonsense: even from the host's phone."""
    host, before = site.host(), site.table.now
    for headers, status in WRONG_HEADERS:
        assert send(host, rule, method, **headers).status_code == status, headers
    for body in NONSENSE:
        answer = host.post(path_of(rule), body, method)
        assert (answer.status_code, answer.json["code"]) == (400, "unreadable"), body
        assert answer.json["refused"]
    answer = host.post(path_of(rule), b" " * MAX_BODY + b"{}", method)
    assert (answer.status_code, answer.json["code"]) == (413, "too_large")
    assert site.table.now == before


@pytest.mark.parametrize(
    ("body", "named"),
    [
        (b"{", ""),
        (b"[]", "array"),
        (b"{}", "action"),
        (b'{"action": {"do": "play", "card": "1H"}}', "1H"),
        (b'{"action": {"do": "fly"}}', "fly"),
        (b'{"action": {"do": "go", "aLl": true}}', "aLl"),
        (b'{"action": {"do": "go"}, "seen": "3"}', "seen"),
        (b'{"action": {"do": "go"}, "seen": -Infinity}', "malformed"),
        (b'{"action": {"do": "go"}, "seen": 1e999}', "seen"),
        (b'{"action": {"do": "go"}, "seen": ' + b"9" * 5000 + b"}", ""),
        (b'{"action": {"do": "go"}, "more": 1}', "more"),
        (b'{"action": {"do": "go", "do": "show"}}', "do"),
        (b'{"action": {"do": "rename", "seat": 0, "name": "\xff"}}', ""),
        (b'{"action": {"do": "rename", "seat": 0, "name": "\\ud800"}}', ""),
        (b'{"a":' * 3000 + b"1" + b"}" * 3000, ""),
        ("{}".encode("utf-16"), ""),
    ],
    ids=lambda value: repr(value[:60]) if isinstance(value, bytes) else None,
)
def test_an_unreadable_body_is_refused_with_the_reason(body: bytes, named: str) -> None:
    """In one line, which names what two readers would read differently, if it has a name."""
    with pytest.raises((Unreadable, InvalidInput)) as told:
        parse_body(body, ActionRequest)
    assert named in str(told.value)
    assert "\n" not in str(told.value)


def test_get_requests_change_nothing(site: Site) -> None:
    """Every GET, from a scorer and from a watcher, leaves the table as it was."""
    before = site.table.now
    for phone, rule, method in product((site.scorer(), site.phone()), READING, ("GET", "HEAD")):
        asked = {"method": method, "base_url": f"http://{HOST}"}
        assert phone.client.open(path_of(rule), **asked).status_code < 500, rule
        assert site.table.now == before, rule


@pytest.mark.parametrize("rule", READING)
def test_every_response_carries_the_security_headers(rule: str) -> None:
    """No page elsewhere may frame it, no foreign script runs in it, and no kind is guessed."""
    headers = SITE.phone().get(path_of(rule)).headers
    policy = headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert {"default-src 'none'", "frame-ancestors 'none'"} <= set(policy.split("; "))
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"]
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("rule", [rule.rule for rule in RULES])
def test_a_foreign_host_name_is_refused(rule: str) -> None:
    """A page that had its own name pointed at this machine reads nothing here."""
    answer = SCORER.get(path_of(rule), Host="evil.example")
    assert (answer.status_code, answer.json["code"]) == (421, "wrong_host")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nothing", 404, "not_found"),
        ("GET", "/static/000000000000/../../app.py", 404, "not_found"),
        ("GET", "/words/de.json", 404, "not_found"),
        ("GET", "/join.svg", 403, "may_not"),
        ("DELETE", "/api/v1/state", 405, "wrong_method"),
        ("TRACE", "/", 405, "wrong_method"),
        ("GET", "/api/v1/journal?after=x", 400, "unreadable"),
        ("GET", "/api/v1/journal?limit=-1", 400, "unreadable"),
        ("GET", "/api/v1/journal?after=٣", 400, "unreadable"),
    ],
)
def test_an_impossible_request_is_answered_in_a_sentence(
    method: str, path: str, status: int, code: str
) -> None:
    answer = SITE.phone().client.open(path, method=method, base_url=f"http://{HOST}")
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert answer.json["refused"].endswith(".")


def test_an_internal_error_reveals_no_details() -> None:
    def broken() -> None:
        raise ZeroDivisionError("secret")

    site = Site(health={"strip": broken})
    site.app.testing = False
    site.app.logger.disabled = True
    answer = site.phone().get("/healthz")
    assert (answer.status_code, answer.json["code"]) == (500, "broken")
    assert "secret" not in answer.text


def test_refused_devices_are_logged_once_a_second(caplog: pytest.LogCaptureFixture) -> None:
    """By their address and why, and without the code that was tried; a flood fills no disk."""
    site = Site()
    with caplog.at_level(logging.WARNING, "web.http.errors"):
        for _ in range(5):
            site.phone().post("/api/v1/join", {"code": "AAAA-AA"})
        site.phone().client.get("/", base_url="http://evil.example")
    (line,) = (one.getMessage() for one in caplog.records if "refused" in one.getMessage())
    assert line == "refused None: wrong_code (and 0 more)"


TABLE = Addresses(lambda: Network("192.168.1.20", "kitchen"), names=("score.example",))

OURS = (
    "192.168.1.20:8121",
    "10.0.0.7",
    "127.0.0.1:9000",
    "[::1]:8121",
    "[fe80::1]",
    "localhost:8121",
    "LOCALHOST",
    "cribble.local",
    "Cribble.local:8121",
    "cribble:8121",
    "score.example:80",
    "cribble.local.",
    "kitchen.local:8121",
    "Kitchen",
)
NOT_OURS = (
    "",
    "evil.example",
    "cribble.local.evil.example",
    "192.168.1.20.evil.example",
    "localhost.evil.example",
    "ann@localhost",
    "localhost/evil.example",
    "localhost:port",
    "localhost#",
    "127.1",
    "[::1",
    ", localhost",
)


@pytest.mark.parametrize("host", OURS)
def test_a_host_header_that_names_the_table_is_accepted(host: str) -> None:
    """Any IP address will do, since nobody can point it elsewhere, and so do its own names."""
    assert TABLE.accepts(host)


@pytest.mark.parametrize("host", NOT_OURS)
def test_a_host_header_of_another_name_is_refused(host: str) -> None:
    """A name that somebody else may point at this machine is refused, and so is nonsense."""
    assert not TABLE.accepts(host)


def test_a_nameless_machine_answers_to_addresses_only() -> None:
    bare = Addresses()
    assert bare.local_url is None
    assert not bare.accepts("none.local")


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://10.0.0.7:8121", "10.0.0.7:8121", True),
        ("http://CRIBBLE.local:8121", "cribble.local:8121", True),
        ("https://score.example", "score.example", True),
        ("https://10.0.0.7:8121", "10.0.0.7:8121", False),
        ("http://10.0.0.7:9000", "10.0.0.7:8121", False),
        ("http://10.0.0.8:8121", "10.0.0.7:8121", False),
        ("http://10.0.0.7:8121.evil.example", "10.0.0.7:8121", False),
        ("http://evil.example#10.0.0.7:8121", "10.0.0.7:8121", False),
        ("file://10.0.0.7:8121", "10.0.0.7:8121", False),
        ("null", "10.0.0.7:8121", False),
        ("http://[", "10.0.0.7:8121", False),
        ("http://[::1", "[::1]:8121", False),
        ("http://a]", "10.0.0.7:8121", False),
        ("", "", False),
    ],
)
def test_a_page_may_write_where_it_came_from(origin: str, host: str, *, same: bool) -> None:
    """Host and port must both be those that the page was loaded from."""
    assert is_same_origin(origin, host) is same


def test_the_qr_names_the_address_and_the_page_the_name() -> None:
    """Older phones do not find ``.local``, and people do not remember numbers."""
    assert TABLE.join("7QK4-93") == "http://192.168.1.20:8121/j/7QK4-93"
    assert TABLE.local_url == "http://kitchen.local:8121/"
    assert Addresses(lambda: Network("fe80::1"), 80).url == "http://[fe80::1]/"


def test_the_qr_of_a_phone_names_the_address_that_works_for_it() -> None:
    assert TABLE.join("7QK4-93", "10.0.0.7:8121") == "http://10.0.0.7:8121/j/7QK4-93"
    assert TABLE.join("7QK4-93", "cribble.local:8121") == "http://192.168.1.20:8121/j/7QK4-93"
    assert TABLE.join("7QK4-93", "127.0.0.1:8121") == "http://192.168.1.20:8121/j/7QK4-93"
