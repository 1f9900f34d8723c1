"""Answers of the routes: the table, rights, entries and refusals, lists."""

import gzip
import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.game.actions import Asked
from scorekeeper.game.codec import to_plain
from scorekeeper.journal import Journal, JournalFault, Trouble
from scorekeeper.rules.options import OPTIONS
from scorekeeper.rules.variants import RULES
from scorekeeper.table import Receipt, Table
from tests.kit.drivers.web_server import CODE, HOST, START, Phone, Site, without_age

LAY = {"do": "play", "card": "10H"}


# The state


def test_a_phone_that_is_up_to_date_gets_nothing_twice(site: Site) -> None:
    """The same tag again is a 304; a change, or the other language, is a whole answer."""
    phone = site.phone()
    first = phone.get("/api/v1/state")
    tag = first.headers["ETag"]
    again = phone.get("/api/v1/state", **{"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert phone.get("/api/v1/state?lang=fr", **{"If-None-Match": tag}).status_code == 200
    site.scorer().enter(LAY)
    assert phone.get("/api/v1/state", **{"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize(
    ("query", "cookie", "accepted", "lang"),
    [
        ("", "", "", "en"),
        ("", "", "fr-CA,fr;q=0.9,en;q=0.5", "fr"),
        ("", "en", "fr", "en"),
        ("", "de", "fr", "fr"),
        ("?lang=fr", "en", "en", "fr"),
        ("?lang=de", "", "fr", "fr"),
    ],
)
def test_each_phone_reads_its_own_language(
    site: Site, query: str, cookie: str, accepted: str, lang: str
) -> None:
    phone = site.phone()
    if cookie:
        phone.client.set_cookie("cribble_lang", cookie, domain=HOST.split(":")[0])
    answer = phone.get(f"/api/v1/state{query}", **{"Accept-Language": accepted})
    assert answer.get_json()["lang"] == lang


# Entries


def test_a_count_being_shown_is_never_taken_from_the_browser_cache(scorer: Phone) -> None:
    """While a count is told its tag changes with every millisecond; a browser that looks again
    finds the count further on."""
    for action in ({"do": "show"}, {"do": "count", "cards": ["10C", "JD", "QS", "KC"]}):
        assert scorer.enter(action).status_code == 201
    first = scorer.get("/api/v1/state")
    time.sleep(0.02)
    again = scorer.get("/api/v1/state", **{"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200
    assert again.get_json()["age_ms"] > first.get_json()["age_ms"]


def test_an_entry_answers_with_the_table_after_it(scorer: Phone) -> None:
    """The state as anybody would read it, and the number of the entry."""
    answer = scorer.enter(LAY, seen=2)
    body = answer.get_json()
    assert answer.status_code == 201
    assert body.pop("entry") == 3
    assert without_age(body) == without_age(scorer.state())
    assert (body["version"], body["count"], body["turn"]) == (3, 10, 1)


def test_a_stale_entry_is_refused_with_who_was_faster(site: Site, scorer: Phone) -> None:
    site.scorer().post("/api/v1/me", {"name": "Ben’s phone"}, "PUT")
    other = site.scorer()
    other.post("/api/v1/me", {"name": "Ben’s phone"}, "PUT")
    other.enter(LAY, seen=2)
    answer = scorer.enter(LAY, seen=2)
    body = answer.get_json()
    assert answer.status_code == 409
    assert (body["code"], body["by"]) == ("stale", "Ben’s phone")
    assert "Ben’s phone" in body["refused"]
    assert without_age(body["snapshot"]) == without_age(scorer.state())


@pytest.mark.parametrize("key", ["", "k" * 65, "a\nb"])
def test_an_idempotency_key_that_is_invalid_is_refused(scorer: Phone, key: str) -> None:
    """Empty, too long or on two lines: the sentence says what a key may be."""
    answer = scorer.enter(LAY, key=key)
    assert (answer.status_code, answer.get_json()["code"]) == (422, "bad_value")


def test_an_idempotency_key_sent_twice_enters_once(scorer: Phone) -> None:
    """A phone that never heard the answer may ask again; nothing happens twice."""
    first = scorer.enter(LAY, seen=2, key="once")
    again = scorer.enter(LAY, seen=2, key="once")
    assert (first.status_code, again.status_code) == (201, 201)
    assert without_age(first.get_json()) == without_age(again.get_json())
    assert scorer.state()["version"] == 3


HABITS = {"counts": "check", "enters": "hands", "head_start": []}


def test_a_start_sent_again_does_not_set_its_entry_mode_again() -> None:
    scorer = Site().scorer()
    begun = {"action": START, "key": "once", "habits": HABITS}
    assert scorer.post("/api/v1/actions", begun).get_json()["asides"]["habits"] == HABITS
    scorer.post("/api/v1/habits", {**HABITS, "enters": "points"}, "PUT")
    assert scorer.post("/api/v1/actions", begun).status_code == 201
    assert scorer.state()["asides"]["habits"]["enters"] == "points"


@pytest.mark.parametrize("head_start", [[1] * 6, [-1], [363], ["10"]])
def test_a_head_start_that_no_match_has_is_told_to_nobody(
    scorer: Phone, head_start: list[object]
) -> None:
    answer = scorer.post("/api/v1/habits", {**HABITS, "head_start": head_start}, "PUT")
    assert (answer.status_code, answer.get_json()["code"]) == (400, "unreadable")
    assert "habits" not in scorer.state()["asides"]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"do": "play", "card": "10H", "seat": 1}, "out_of_turn"),
        ({"do": "play", "card": "5H"}, "already_laid"),
        ({"do": "go"}, "go_too_low"),
        ({"do": "go", "seat": 7}, "no_such"),
        ({"do": "crib", "cards": ["A", "2", "3", "4"]}, "wrong_phase"),
        ({"do": "peg", "team": 0, "points": 0}, "bad_value"),
        ({"do": "rename", "seat": 0, "name": ""}, "bad_value"),
        (START, "game_on"),
        ({"do": "redo"}, "nothing_to_redo"),
        ({"do": "amend", "entry": 99, "actions": []}, "no_such"),
    ],
)
def test_an_action_not_allowed_now_is_refused_with_422(
    site: Site, scorer: Phone, action: object, code: str
) -> None:
    before, told = site.table.now, set[str]()
    for lang in ("en", "fr"):
        answer = scorer.post(f"/api/v1/actions?lang={lang}", {"action": action})
        assert (answer.status_code, answer.get_json()["code"]) == (422, code)
        told.add(answer.get_json()["refused"])
    assert len(told - {""}) == 2
    assert ("It’s Ann’s turn." in told) is (code == "out_of_turn")
    assert site.table.now == before


def test_undo_redo_and_amend_are_entries_too(scorer: Phone) -> None:
    scorer.enter(LAY)
    undone = scorer.enter({"do": "undo"}).get_json()
    assert (undone["version"], undone["count"], undone["redo"]["entry"]) == (4, 0, 3)
    redone = scorer.enter({"do": "redo"}).get_json()
    assert (redone["version"], redone["count"], redone["undo"]["entry"]) == (5, 10, 3)
    amended = scorer.enter(
        {"do": "amend", "entry": 3, "actions": [{"do": "play", "card": "9H"}]}
    ).get_json()
    assert (amended["version"], amended["count"], amended["entry"]) == (6, 9, 6)
    assert amended["undo"]["amends"] is True


def test_an_amend_that_breaks_what_follows_names_it(scorer: Phone) -> None:
    scorer.enter(LAY)
    scorer.enter({"do": "play", "card": "9H"})
    answer = scorer.enter({"do": "amend", "entry": 3, "actions": [{"do": "play", "card": "9H"}]})
    assert answer.status_code == 422
    assert (answer.get_json()["code"], answer.get_json()["entry"]) == ("no_longer_holds", 4)


def test_a_preview_writes_nothing(site: Site, scorer: Phone) -> None:
    """It tells what would stand; asking for it is no entry."""
    scorer.enter(LAY)
    before = site.table.now
    amend = {
        "do": "amend",
        "entry": 3,
        "actions": [{"do": "play", "card": "5D"}, {"do": "peg", "team": 0, "points": 2}],
    }
    answer = scorer.post("/api/v1/preview", {"action": amend})
    body = answer.get_json()
    assert answer.status_code == 200
    assert body["withheld"] is False
    assert body["scores"] == [2, 0]
    assert (body["version"], body["before"]) == (3, [0, 0])
    assert [entry["entry"] for entry in body["changed"]] == [3]
    assert site.table.now == before


def test_a_preview_of_what_is_not_allowed_says_so(scorer: Phone) -> None:
    amend = {"do": "amend", "entry": 2, "actions": [LAY]}
    answer = scorer.post("/api/v1/preview", {"action": amend})
    assert (answer.status_code, answer.get_json()["code"]) == (422, "wrong_phase")


class FullDisk(Table):
    """A table whose journal has no space left."""

    def submit(self, asked: Asked, **more: Any) -> Receipt:
        raise JournalFault(Trouble.NO_SPACE, Path("journal.sqlite3"))


def test_an_entry_that_cannot_be_saved_is_not_shown() -> None:
    """The entry is refused in plain words, and the phone knows that nothing changed."""
    site = Site(table=FullDisk(Journal.in_memory()), is_open=True)
    answer = site.phone().enter(START)
    assert (answer.status_code, answer.get_json()["code"]) == (503, "not_kept")
    assert "no space left" in answer.get_json()["refused"]
    assert site.phone().state()["phase"] == "idle"


def test_the_log_names_who_entered_what(site: Site) -> None:
    ann, ben = site.scorer(), site.scorer()
    ann.enter(LAY)
    ben.enter({"do": "peg", "team": 1, "points": 1})
    ben.post("/api/v1/me", {"name": "Ben’s phone"}, "PUT")
    ben.enter({"do": "peg", "team": 1, "points": 1})
    assert [entry["by"] for entry in ann.state()["record"]][2:] == [
        "Phone 2",
        "Phone 3",
        "Ben’s phone",
    ]


# Joining


def test_a_watcher_needs_no_code_and_sees_none(site: Site) -> None:
    """A phone that never joined learns neither the code nor the address that holds it."""
    phone = site.phone()
    me = phone.get("/api/v1/me").get_json()
    assert (me["scorer"], me["code"], me["join_url"]) == (False, None, None)
    for path in ("/", "/join", "/j/7QK4-93", "/api/v1/state", "/api/v1/me", "/healthz"):
        assert CODE not in phone.get(path).text, path


def test_opening_the_address_of_the_qr_gives_no_right(site: Site) -> None:
    """Programs open addresses to show what lies behind them; it takes a tap."""
    phone = site.phone()
    assert phone.get(f"/j/{CODE}").status_code == 200
    assert phone.get("/api/v1/me").get_json()["scorer"] is False


def test_a_phone_that_joined_shows_the_code_to_the_next(site: Site) -> None:
    scorer = site.scorer()
    me = scorer.get("/api/v1/me").get_json()
    assert (me["scorer"], me["code"]) == (True, CODE)
    assert me["join_url"] == f"http://{HOST}/j/{CODE}"
    assert me["local_url"] == "http://cribble.local:8121/"
    qr = scorer.get("/join.svg")
    assert qr.mimetype == "image/svg+xml"
    assert b"<svg" in qr.data


def test_the_cookies_cannot_be_read_by_scripts(site: Site) -> None:
    answer = site.phone().post("/api/v1/join", {"code": CODE})
    for cookie in answer.headers.getlist("Set-Cookie"):
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie


def test_a_join_code_is_compared_letter_for_letter(site: Site) -> None:
    """Empty, prefix, longer, wrong-case or wrong."""
    phone = site.phone()
    for code in ("", "7", "7QK4", "7QK4-9", "7QK4-933", "7qk4-93", "7QK493", "é", "7QK4-94"):
        answer = phone.post("/api/v1/join", {"code": code})
        assert (answer.status_code, answer.get_json()["code"]) == (403, "wrong_code"), code
    assert phone.enter(LAY).status_code == 403


def test_guessing_is_limited(site: Site) -> None:
    """After ten wrong codes in a minute even the right one must wait."""
    phone = site.phone()
    codes = [phone.post("/api/v1/join", {"code": "x"}).status_code for _ in range(11)]
    assert codes == [403] * 10 + [429]
    answer = phone.post("/api/v1/join", {"code": CODE})
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "60"


@pytest.mark.parametrize("cookie", ["cribble_scorer_8121", "cribble_device_8121"])
def test_a_token_without_its_device_gives_no_right(site: Site, cookie: str) -> None:
    """The mark of one phone is worth nothing on another, and the name of a phone is no mark."""
    scorer = site.scorer()
    scorer.client.delete_cookie(cookie, domain=HOST.split(":")[0])
    assert scorer.enter(LAY).status_code == 403


def test_with_open_access_everybody_may_score() -> None:
    phone = Site(is_open=True).phone()
    assert phone.enter(START).status_code == 201
    me = phone.get("/api/v1/me").get_json()
    assert (me["access"], me["code"], me["join_url"]) == ("open", None, None)


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\nb\x00", "\u202eevil"])
def test_a_name_that_cannot_be_shown_is_refused(scorer: Phone, name: str) -> None:
    answer = scorer.post("/api/v1/me", {"name": name}, "PUT")
    assert (answer.status_code, answer.get_json()["code"]) == (422, "bad_value")


def test_a_phone_keeps_its_name(scorer: Phone) -> None:
    for name in ("Zoé", "Ann’s phone", "J’ai; gagné=😀"):
        assert scorer.post("/api/v1/me", {"name": name}, "PUT").get_json()["name"] == name
        assert scorer.get("/api/v1/me").get_json()["name"] == name


# Lists


def test_the_journal_tells_what_happened(site: Site, scorer: Phone) -> None:
    scorer.enter(LAY, key="a phone’s own secret")
    scorer.enter({"do": "undo"})
    told = scorer.get("/api/v1/journal?after=2").get_json()
    assert (told["journal"], told["version"]) == (site.table.now.journal, 4)
    assert [line["version"] for line in told["lines"]] == [3, 4]
    assert [line["asked"] for line in told["lines"]] == [LAY, {"do": "undo"}]
    assert "secret" not in json.dumps(told)
    one = scorer.get("/api/v1/journal?after=1&limit=1").get_json()
    assert [line["version"] for line in one["lines"]] == [2]


def test_finished_games_are_listed(scorer: Phone) -> None:
    assert scorer.get("/api/v1/games").get_json() == {"games": []}
    scorer.enter({"do": "peg", "team": 0, "points": 121})
    games = scorer.get("/api/v1/games").get_json()["games"]
    assert len(games) == 1
    assert games[0]["players"] == ["Ann", "Ben"]


def test_the_rules_are_those_of_the_rows(site: Site) -> None:
    """Every row with every field, and a title in the reader's language."""
    told = site.phone().get("/api/v1/rules?lang=fr").get_json()
    rows = {row.pop("key"): row for row in told["rules"]}
    for row in rows.values():
        assert row.pop("title")
        assert row.pop("about")
    assert rows == {key: json.loads(json.dumps(to_plain(row))) for key, row in RULES.items()}


def test_the_options_are_what_the_checks_allow(site: Site) -> None:
    """A whole number within bounds, one of some words, yes or no, or a list of skunks."""
    told = site.phone().get("/api/v1/rules").get_json()["options"]
    options = {option["name"]: option for option in told}
    assert list(options) == list(OPTIONS)
    assert (options["target"]["low"], options["target"]["high"]) == (31, 363)
    assert options["muggins"]["kind"] == "truth"
    assert options["skunks"]["kind"] == "skunks"
    go = {value["value"]: value["rules"] for value in options["go_point"]["values"]}
    assert go["at_close"] == list(RULES)
    assert go["on_call"] == [key for key, row in RULES.items() if row.players == 2]
    assert all(value["title"] for option in told for value in option.get("values", ()))
    games = {value["value"]: value["title"] for value in options["best_of"]["values"]}
    assert games == {0: "as many as you like", 3: "3", 5: "5", 7: "7"}


def test_health_reports_every_part() -> None:
    """Each in its own words; the streams are counted here."""
    told = Site(health={"strip": lambda: "terminal"}).phone().get("/healthz").get_json()
    assert (told["strip"], told["keypads"]) == ("terminal", [])
    assert told["journal"]["lines"] == 0
    assert told["streams"] == {"open": 0, "limit": 56}
    assert re.fullmatch(r"\d+\.\d+\.\d+", told["version"])
    assert told["uptime"] >= 0


def test_any_hand_can_be_counted(site: Site) -> None:
    hand = {"hand": ["5H", "5D", "5S", "JC"], "starter": "5C", "crib": False}
    told = site.phone().post("/api/v1/count", hand).get_json()
    assert told["total"] == 29
    assert sum(combo["points"] for combo in told["combos"]) == 29


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"hand": ["5H", "5D", "5S"]}, 422),
        ({"hand": ["5H", "5H", "5S", "JC"]}, 422),
        ({"rules": "bezique"}, 422),
        ({"flush": 4}, 422),
        ({"hand": ["5H", "5D", "5S", "1C"]}, 400),
        ({"crib": "no"}, 400),
    ],
)
def test_an_impossible_hand_is_refused(site: Site, more: object, status: int) -> None:
    """A card that is none cannot be read; a hand that no deck has can, and is refused."""
    assert isinstance(more, dict)
    hand = {"hand": ["5H", "5D", "5S", "JC"], "starter": "5C", "crib": False, **more}
    answer = site.phone().post("/api/v1/count", hand)
    assert answer.status_code == status
    assert answer.get_json()["refused"]


# The page and its files


def test_the_page_names_files_that_may_be_kept_for_ever(site: Site) -> None:
    """Each by an address that changes when any of them changes, compressed where that helps."""
    phone = site.phone()
    page = phone.get("/")
    assert page.headers["Cache-Control"] == "no-cache"
    files = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)
    assert files
    for path in files:
        plain = phone.get(path)
        packed = phone.get(path, **{"Accept-Encoding": "gzip"})
        assert plain.status_code == 200, path
        assert "immutable" in plain.headers["Cache-Control"]
        if packed.headers.get("Content-Encoding"):
            assert gzip.decompress(packed.data) == plain.data
            assert len(packed.data) < len(plain.data)
        tag = plain.headers["ETag"]
        assert phone.get(path, **{"If-None-Match": tag}).status_code == 304


def test_the_favicon_is_revalidated(site: Site) -> None:
    icon = site.phone().get("/favicon.ico")
    assert icon.headers["Cache-Control"] == "no-cache"
    tag = icon.headers["ETag"]
    assert site.phone().get("/favicon.ico", **{"If-None-Match": tag}).status_code == 304


def test_files_of_another_edition_are_not_found(site: Site) -> None:
    """A page from before an update cannot mix its files with those of today."""
    phone = site.phone()
    (now, *_) = re.findall(r'"(/static/[^"]+)"', phone.get("/").text)
    edition = now.split("/")[2]
    assert phone.get(now).status_code == 200
    assert phone.get(now.replace(edition, "0" * len(edition))).status_code == 404


def test_a_browser_is_known_again(site: Site) -> None:
    """The page names it once, so that a newer tab takes the place of an older one."""
    phone = site.phone()
    first = phone.get("/").headers["Set-Cookie"]
    assert first.startswith("cribble_device_8121=")
    assert "Set-Cookie" not in phone.get("/").headers
