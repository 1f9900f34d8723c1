"""What phones share at the show: what is half typed, wrong claims, lessons, sheets for muggins."""

from typing import Any

from scorekeeper.game.live import MOST_SHEETS
from scorekeeper.table.table import REVISION_BITS
from tests.kit.drivers.web_server import START, Phone, Site

CRIB = {"game": 1, "deal": 1, "of": "crib"}
SHEET = {"of": 0, "team": 1}


def at_the_show(muggins: bool = False, counted: int = 2) -> tuple[Site, Phone, Phone]:
    """A table whose hands were *counted* from the left, and two phones that keep score there."""
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
    """Return what the table has at the show once *phone* has shared *what*."""
    answer = phone.post("/api/v1/show", {"writer": writer, **what}, "PUT")
    assert answer.status_code == 200
    return answer.get_json()["live"].get("at_show", {})


def typed(phone: Phone, writer: str, *cards: str, **more: Any) -> Any:
    """Return the count of the crib that the table has once *phone* has typed *cards*."""
    return share(phone, writer, count={**CRIB, "cards": cards, **more}).get("count")


def test_cards_typed_on_two_phones_are_never_mixed() -> None:
    """The first goes on, until another takes its cards over as they are, or all are there."""
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
    """The sheets that were opened last stay."""
    _, here, there = at_the_show(muggins=True, counted=1)
    for number in range(200):
        share(there, f"{number:064}", sheets=[SHEET] * 8)
    sheets = share(here, "a", sheets=[SHEET])["sheets"]
    assert len(sheets) == MOST_SHEETS
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
    """They appear in one snapshot. No other phone moves it on, and the next entry ends it; a
    refused count leaves none."""
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
