"""Settings by the API, refusals, and files with names from before 0.1.0."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cribble.config.schema import SETTINGS
from scorekeeper.board.light import PALETTES, Look
from scorekeeper.game.actions import EntryModeChange, Start
from tests.kit.drivers.web_server import HOST, Phone, Site
from tests.kit.oracles.colour_vision import EYES, apart
from web import HostSettings, Secrets, Settings, SettingsPatch, read_file
from web.settings import BOUNDS, MAX_FAMILIES

BEGUN: dict[str, Any] = {
    "do": "start",
    "rules": "six-card",
    "players": ["Ann", "Ben"],
    "options": {"target": 61, "skunks": [[31, 2]]},
    "scores": [0, 60],
    "entry_mode": {"counted_by": "players", "entered": "hands"},
}
FAMILY = {
    "name": "Tremblay",
    "start": BEGUN,
    "colours": ["#0072ff", "#ff4800", "#ffdc28"],
}


def starting(**fields: Any) -> dict[str, Any]:
    return {**FAMILY, "start": {**BEGUN, **fields}}


GOOD: dict[str, list[Any]] = {
    "brightness": [0.01, 0.5, 1, 1.0],
    "night": ["", "22:00-07:00", "00:00-23:59"],
    "night_brightness": [0, 0.3, 1],
    "colours": [["#000000", "#FFFFFF", "#0a0B0c"]],
    "low_vision": [True, False],
    "streets": [True],
    "skunk": [False],
    "letters": ["", "JQK", "VDR"],
    "language": ["", "en", "fr"],
    "families": [[], [FAMILY], [{**FAMILY, "colours": []}, {**FAMILY, "name": "Évelyne & co"}]],
}

BAD_FAMILY: dict[str, list[Any]] = {
    "name": ["", "x" * 41, "two\nlines", " Ann"],
    "colours": [["red"]],
}
BAD: dict[str, list[Any]] = {
    "brightness": [0, -1, 1.01, 1e300],
    "night": ["22:00", "24:00-07:00", "22:00-07:00\n", "٢٢:00-07:00", "always"],
    "night_brightness": [-0.1, 2],
    "colours": [[], ["#0072ff"], ["#0072ff"] * 6, ["blue", "red", "green"], ["#0072fg"] * 3],
    "letters": ["QJK", "jqk"],
    "language": ["de", "EN"],
    "families": [
        *([{**FAMILY, name: value}] for name, values in BAD_FAMILY.items() for value in values),
        [starting(rules="whist")],
        [starting(players=["Ann", "\u202eBen"])],
        [starting(entry_mode={"counted_by": "check"})],
        [starting(options={"target": "61"})],
        [FAMILY, FAMILY],
        [{**FAMILY, "name": f"family {n}"} for n in range(MAX_FAMILIES + 1)],
    ],
}

UNREADABLE: list[dict[str, Any]] = [
    {"brightness": "1"},
    {"low_vision": 1},
    {"families": [{**FAMILY, "more": 1}]},
    {"families": [starting(do="next")]},
    {"limit_ma": 100_000},
]


def put(phone: Phone, body: Any) -> Any:
    return phone.post("/api/v1/settings", body, "PUT")


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, values in GOOD.items() for v in values])
def test_good_settings_are_set(name: str, value: Any) -> None:
    site = Site()
    assert put(site.host(), {name: value}).json[name] == value
    told = site.phone().get("/api/v1/settings").json
    assert (told[name], told["changed"]) == (value, [name])


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, values in BAD.items() for v in values])
def test_bad_settings_are_refused_in_a_sentence(name: str, value: Any) -> None:
    site = Site()
    before = site.table.now
    answer = put(site.host(), {"streets": True, name: value})
    assert (answer.status_code, answer.json["code"]) == (422, "bad_value")
    assert answer.json["refused"].startswith(f"{name} cannot be ")
    assert site.table.now == before
    assert site.settings.now == HostSettings()


@pytest.mark.parametrize("body", UNREADABLE)
def test_settings_of_the_wrong_type_are_unreadable(body: dict[str, Any]) -> None:
    site = Site()
    answer = put(site.host(), body)
    assert (answer.status_code, answer.json["code"]) == (400, "unreadable")
    assert site.settings.now == HostSettings()


def family(phone: Phone, body: Any, method: str = "POST") -> Any:
    return phone.post("/api/v1/families", body, method)


def test_any_scorer_keeps_a_family_and_forgets_it() -> None:
    site = Site()
    scorer, other = site.scorer(), {**FAMILY, "name": "Other"}
    for one in (FAMILY, other, starting(scores=[1, 2], dealer=1)):
        told = family(scorer, one)
    assert (told.status_code, [one["name"] for one in told.json["families"]]) == (
        200,
        ["Other", "Tremblay"],
    )
    assert told.json["families"][1] == starting(scores=[1, 2])
    assert family(site.phone(), FAMILY).status_code == 403
    assert family(site.phone(), {"name": "Other"}, "DELETE").status_code == 403
    for name in ("Tremblay", "Nobody"):
        told = family(scorer, {"name": name}, "DELETE")
    assert told.json["families"] == [other]
    assert site.table.machine.settings_tag == told.json["tag"]


def test_a_table_has_only_so_many_families() -> None:
    site = Site()
    scorer = site.scorer()
    for n in range(MAX_FAMILIES):
        assert family(scorer, {**FAMILY, "name": f"family {n}"}).status_code == 200
    answer = family(scorer, FAMILY)
    assert (answer.status_code, answer.json["refused"]) == (
        422,
        "The table can save at most 12 families: forget one first.",
    )
    assert family(scorer, {**FAMILY, "name": "family 3"}).status_code == 200


def test_every_page_learns_of_a_change() -> None:
    site = Site()
    host = site.host()
    first = site.table.machine
    told = put(host, {"brightness": 0.5}).json
    assert site.table.machine.settings_tag == told["tag"] != first.settings_tag
    revision = site.table.now.revision
    put(host, {"brightness": 0.5})
    assert site.table.now.revision == revision


def test_a_change_that_cannot_be_kept_is_not_made() -> None:
    def full(wanted: SettingsPatch) -> None:
        raise OSError(28, "No space left on device")

    site = Site(settings=Settings(keep=full))
    answer = put(site.host(), {"brightness": 0.5})
    assert (answer.status_code, answer.json["code"]) == (503, "not_kept")
    assert "No space left" in answer.json["refused"]
    assert site.settings.now == HostSettings()


def test_a_new_phone_speaks_as_the_host_says() -> None:
    site = Site()
    put(site.host(), {"language": "fr", "letters": "JQK"})
    phone = site.phone()
    page = phone.get("/", **{"Accept-Language": "en"}).text
    assert '<html lang="fr" data-letters="JQK"' in page
    phone.client.set_cookie("cribble_lang", "en", domain=HOST.split(":")[0])
    assert phone.get("/api/v1/state").json["lang"] == "en"


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("palette", PALETTES)
def test_everybody_tells_the_colours_of_a_palette_apart(palette: Any, eyes: str) -> None:
    assert min(apart(one, other, eyes) for one, other in combinations(palette, 2)) > 30


def test_the_page_allows_what_the_config_allows() -> None:
    assert set(GOOD) == set(BOUNDS) == set(HostSettings.__struct_fields__)
    assert Look().colours == HostSettings().lights
    for name, bound in BOUNDS.items():
        if key := SETTINGS.get(f"strip.{name}") or SETTINGS.get(f"board.{name}"):
            for value in GOOD[name]:
                assert key.bound.fits(value)
            for value in BAD.get(name, []):
                listed = isinstance(value, list)
                assert not bound.fits(tuple(value) if listed else value)
                assert not key.bound.fits(value) or len(value) > len(Look().colours)


EARLIER_SECRETS = {"code": "7QK4-93", "key": "ab" * 32, "pin": "482913", "reign": "cd" * 8}
EARLIER = {
    "name": "Tremblay", "rules": "acc", "players": ["Ann", "Ben"], "colours": [],
    "counts": "muggins", "enters": "hands", "options": {"target": 61}, "scores": [],
    "captains": [],
}  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file.json"


def saved(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value, separators=(",", ":")))
    return path


def test_earlier_secrets_keep_code_pin_and_rights(path: Path) -> None:
    expected = Secrets("7QK4-93", "ab" * 32, "482913", "cd" * 8)
    assert Secrets.load(saved(path, EARLIER_SECRETS)) == expected
    assert "pin_version" in json.loads(path.read_bytes())
    assert "reign" not in json.loads(path.read_bytes())
    assert Secrets.load(path) == expected


def test_earlier_families_keep_how_they_count_and_what_they_enter(path: Path) -> None:
    later = {
        **{name: value for name, value in EARLIER.items() if name not in {"counts", "enters"}},
        "name": "Gagnon",
        "counted_by": "check",
        "entered": "hands",
    }
    six_card = {**later, "name": "Roy", "rules": "six-card"}
    saved(path, {"brightness": 0.5, "families": [EARLIER, later, six_card]})
    for _ in range(2):
        now = Settings(patch=read_file(path, SettingsPatch)).now
        assert now.brightness == 0.5
        start = Start(
            rules="acc",
            players=("Ann", "Ben"),
            options={"target": 61, "muggins": True},
            entry_mode=EntryModeChange(counted_by="players", entered="hands"),
        )
        assert [(one.name, one.start) for one in now.families] == [
            ("Tremblay", start),
            ("Gagnon", replace(start, options={"target": 61})),
            ("Roy", replace(start, rules="six-card", options={"target": 61, "muggins": False})),
        ]
    assert "counts" not in path.read_text()


def test_earlier_settings_are_read_on_a_disk_that_cannot_be_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("web.renamed_fields.write_private", full)
    saved(path, {"families": [EARLIER]})
    (family,) = Settings(patch=read_file(path, SettingsPatch)).now.families
    assert family.start.entry_mode == EntryModeChange(counted_by="players", entered="hands")
