"""Routes of the table: state, entries, refusals, keys, and what phones share."""

from typing import Any

import pytest

from scorekeeper.game.actions import CountedBy, Entered
from scorekeeper.game.live import MAX_SHEETS
from scorekeeper.journal import Journal
from scorekeeper.table.table import REVISION_BITS
from tests.kit.drivers.table_setup import FullDisk
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import HOST, START, Phone, Site, without_age

LAY = {"do": "play", "card": "10H"}


def test_a_phone_that_is_up_to_date_gets_nothing_twice(site: Site) -> None:
    """Browsers must not cache it: going back to a page would show an old state."""
    phone = site.phone()
    first = phone.get("/api/v1/state")
    assert first.headers["Cache-Control"] == "no-store"
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


def test_a_count_being_shown_is_never_taken_from_the_browser_cache(scorer: Phone) -> None:
    for action in ({"do": "show"}, {"do": "count", "cards": ["10C", "JD", "QS", "KC"]}):
        assert scorer.enter(action).status_code == 201
    first = scorer.get("/api/v1/state")
    age = first.get_json()["age_ms"]
    soon(lambda: scorer.get("/api/v1/state").get_json()["age_ms"] > age)
    again = scorer.get("/api/v1/state", **{"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200
    assert again.get_json()["age_ms"] > age


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


def test_a_wrong_word_is_refused_with_those_that_are_right(scorer: Phone) -> None:
    for name, words in (("counted_by", CountedBy), ("entered", Entered)):
        answer = scorer.enter({"do": "set_mode", "entry_mode": {name: "anyone"}})
        assert (answer.status_code, answer.get_json()["code"]) == (422, "bad_value")
        assert " | ".join(words) in answer.get_json()["refused"]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"do": "play", "card": "10H", "seat": 1}, "out_of_turn"),
        ({"do": "peg", "team": 0, "points": 0}, "bad_value"),
        ({"do": "rename", "seat": 0, "name": ""}, "bad_value"),
        (START, "game_on"),
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


def test_an_entry_that_cannot_be_saved_is_not_shown() -> None:
    site = Site(table=FullDisk(Journal.in_memory()), is_open=True)
    answer = site.phone().enter(START)
    assert (answer.status_code, answer.get_json()["code"]) == (503, "not_kept")
    assert "No disk space left" in answer.get_json()["refused"]
    assert site.phone().state()["phase"] == "idle"


KEYS = "/api/v1/keys"


def press(phone: Phone, key: str, **more: Any) -> Any:
    answer = phone.post(KEYS, {"key": key, **more})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_json()


def test_a_key_that_is_not_possible_yet_is_explained(site: Site) -> None:
    phone = site.scorer()
    for key in ("HELD", "4", "OK", "4", "5", "6"):
        press(phone, key)
    assert press(phone, "OK")["why"] == "1 card is missing."
    press(phone, "UNDO")
    french = phone.post(f"{KEYS}?lang=fr", {"key": "OK"}).get_json()
    assert french["why"] == "Il manque 2 cartes."
    assert press(phone, "6", seen=2)["why"] == "Someone was first; yours wasn’t added."
    assert press(phone, "6", seen=3, pending=False)["why"] == "Someone else is typing."
    assert press(phone, "6", seen=3, pending=True)["why"] is None


CRIB = {"game": 1, "deal": 1, "of": "crib"}
SHEET = {"of": 0, "team": 1}


def at_the_show(muggins: bool = False, counted: int = 2) -> tuple[Site, Phone, Phone]:
    """A table whose hands were *counted* from the left, and two scorers' phones."""
    site = Site(is_open=True)
    here, there = site.scorer(), site.scorer()
    options = {"muggins": muggins}
    hands = ["2", "3", "9", "K"], ["A", "4", "6", "8"]
    counts = [{"do": "count", "cards": hand, "claim": 2} for hand in hands[:counted]]
    start = {**START, "options": options}
    for action in (start, {"do": "starter", "card": "7H"}, {"do": "show"}, *counts):
        assert here.enter(action).status_code == 201
    return site, here, there


def share(phone: Phone, writer: str, **what: Any) -> Any:
    answer = phone.post("/api/v1/show", {"writer": writer, **what}, "PUT")
    assert answer.status_code == 200
    return answer.get_json()["live"].get("at_show", {})


def typed(phone: Phone, writer: str, *cards: str, **more: Any) -> Any:
    return share(phone, writer, count={**CRIB, "cards": cards, **more}).get("count")


def test_cards_typed_on_two_phones_are_never_mixed() -> None:
    _, here, there = at_the_show()
    assert typed(here, "a", "5")["cards"] == ["5"]
    assert typed(there, "b", "J")["cards"] == ["5"]
    assert typed(here, "a", "5", "6")["writer"] == "a"
    assert typed(there, "b", "5", "6")["writer"] == "b"
    assert typed(here, "a", "5", "6", "7")["cards"] == ["5", "6"]
    assert typed(there, "b", "5", "6", "7", "8")["cards"] == ["5", "6", "7", "8"]
    assert typed(here, "a", "5", "6", "7")["cards"] == ["5", "6", "7"]
    assert here.state()["typist"] == "Phone 1"
    assert typed(here, "a", game=2) is not None


def test_writers_that_are_made_up_do_not_make_the_state_grow() -> None:
    _, here, there = at_the_show(muggins=True, counted=1)
    for number in range(200):
        share(there, f"{number:064}", sheets=[SHEET] * 8)
    sheets = share(here, "a", sheets=[SHEET])["sheets"]
    assert len(sheets) == MAX_SHEETS
    assert sheets[-1]["writer"] == "a"
    assert len(here.get("/api/v1/state").data) < 16_000


def test_a_wrong_claim_is_known_until_the_hand_is_counted() -> None:
    _, here, there = at_the_show()
    wrong = {"claim": 9, "hint": "less", "asked": ["nobs"]}
    assert typed(here, "a", "5", "6", "7", "8", missed=wrong)["missed"] == wrong
    there.enter({"do": "peg", "team": 0, "points": 1})
    assert there.state()["live"]["at_show"]["count"]["missed"] == wrong
    there.enter({"do": "crib", "cards": ["5", "6", "7", "8"], "claim": 12})
    assert "at_show" not in there.state()["live"]
    assert typed(here, "a", "5", "6", "7", "8", missed=wrong) is None


def test_no_try_is_shared_where_something_hangs_on_a_claim() -> None:
    _, here, _ = at_the_show(muggins=True)
    assert "missed" not in typed(here, "a", "5", "6", "7", "8", missed={"claim": 9})


def test_a_count_that_somebody_goes_through_is_known_with_it() -> None:
    site, here, there = at_the_show(counted=1)
    seen = here.state()["version"]
    shown = {"do": "count", "cards": ["A", "4", "6", "8"]}
    before = site.table.now
    assert here.enter({"do": "count", "cards": ["A"]}, lesson="a", seen=seen).status_code == 422
    assert site.table.now == before
    answer = here.enter(shown, lesson="a", seen=seen, key="once")
    assert site.table.now.revision == site.table.now.version << REVISION_BITS
    lesson = {"version": seen + 1, "writer": "a", "line": 0}
    assert answer.get_json()["live"]["at_show"] == {"lesson": lesson}
    assert share(there, "b", lesson={**lesson, "writer": "a", "line": 2})["lesson"] == lesson
    assert share(here, "a", lesson={**lesson, "line": 1})["lesson"]["line"] == 1
    assert here.enter(shown, lesson="a", key="once").status_code == 201
    assert here.enter({"do": "count", "seat": 0}, lesson="a").status_code == 422
    assert here.state()["live"]["at_show"]["lesson"]["line"] == 1
    there.enter({"do": "peg", "team": 0, "points": 1})
    assert "at_show" not in here.state()["live"]


def test_open_sheets_for_muggins_are_known_as_long_as_the_claim() -> None:
    _, here, there = at_the_show(muggins=True, counted=1)
    assert share(here, "a", sheets=[SHEET])["sheets"] == [{**SHEET, "writer": "a"}]
    assert len(share(there, "b", sheets=[SHEET, {"of": 1, "team": 0}])["sheets"]) == 2
    assert share(here, "a", sheets=[])["sheets"] == [{**SHEET, "writer": "b"}]
    there.enter({"do": "muggins", "team": 1, "points": 1, "of": 0})
    assert "at_show" not in here.state()["live"]
