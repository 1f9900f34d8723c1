"""Nothing on a wall lies over anything else, whatever its screen and the names of the players."""

import re
from collections.abc import Sequence
from typing import Final

import pytest
from playwright.sync_api import ViewportSize, expect

from scorekeeper.cards import Card, read_cards
from scorekeeper.game.live import Asks, AtShow, EntryKind, PendingEntry, UnfinishedCount
from tests.kit.drivers.browser import TALL, Table
from tests.page.wall.measures import EVERY_SCREEN, LETTERS, LYING, broken, crowded, look, misplaced

SMALL: Final[ViewportSize] = {"width": 320, "height": 568}

COUNTED: Final = {
    1: ("5H", "A", "A", "2", "4"),
    3: ("10", "2", "5", "J", "K"),
    4: ("5H", "A", "A", "4", "10"),
    6: ("5H", "A", "5", "10", "10"),
    8: ("5H", "5", "5", "10", "J"),
    10: ("5H", "4", "4", "5", "6"),
}
"""A starter and a hand, by the number of lines that they are worth."""

AT_THE_END: Final = (
    (("Suzanne", "Luc", "Marie-Ève"), (94, 110, 105)),
    (("Maximilienne", "Jean-Christophe", "Marie-Bénédicte"), (0, 110, 0)),
)
"""Short names and long ones, and scores: a win that counts once, and one that counts for more."""

SMALLEST_LINE = 0.022
"""Of the screen's height; on a tablet of ten inches, letters that can be read from two metres."""


def at_three(table: Table, starter: str, *names: str) -> None:
    """Begin the show of a game of three in which claims may be called."""
    table.deal(
        "three-handed", starter, players=names, dealer=1, options={"muggins": True}, show=True
    )


@pytest.mark.parametrize("lines", COUNTED)
def test_a_counted_hand_and_an_open_claim_stand_beside_each_other(table: Table, lines: int) -> None:
    starter, *hand = COUNTED[lines]
    at_three(table, starter, "Suzanne", "Luc", "Jean-Christophe")
    table.do(do="count", cards=["4", "7", "7", "8"], claim=4)
    table.do(do="count", cards=hand)
    wall = table.phone("/board?lang=fr")
    expect(wall.page.locator(".claimed-hand h2")).to_contain_text("Jean-Christophe")
    expect(wall.page.locator(".explained li")).to_have_count(lines)
    for screen in LYING:
        look(wall, screen, ".hands", ".callout")
        assert misplaced(wall.page) == []
        assert broken(wall.page, "Jean-Christophe") == []
        size = "one => parseFloat(getComputedStyle(one).fontSize) * (one.currentCSSZoom ?? 1)"
        letters = wall.page.locator(".explained li > span:last-of-type").first.evaluate(size)
        assert letters > SMALLEST_LINE * screen["height"]
        side, hands = wall.boxes(".sides", ".hands")
        assert abs(side["right"] - hands["right"]) < 1, "all end on one edge"


LARGE_LINE: Final = 0.027
"""Of the screen's shorter side or its height, whichever is less: of ten lines."""


def test_ten_lines_keep_their_cards_and_fill_their_box(table: Table) -> None:
    """Beside the hand to come too: in two columns, or one where a screen stands."""
    play = ("5S", "4C", "8D", "4H", "J", "5", "6", "6", "2")
    table.deal("six-card", *play, players=("Gisèle", "Benoît"), options={"muggins": False})
    table.do(do="count", cards=["4C", "4H", "5", "6"], claim=12)
    wall = table.phone("/board?lang=fr")
    expect(wall.page.locator(".explained li")).to_have_count(10)
    words = wall.page.locator(".explained li > span:last-of-type")
    for screen in EVERY_SCREEN:
        look(wall, screen, ".explained .card")
        assert misplaced(wall.page) == [], screen
        size = "one => parseFloat(getComputedStyle(one).fontSize) * (one.currentCSSZoom ?? 1)"
        shorter = min(screen["height"], screen["width"])
        assert words.first.evaluate(size) > LARGE_LINE * shorter, screen
        for minis in wall.page.locator(".explained .minis").all():
            expect(minis).to_be_in_viewport(ratio=1)
        edges = {round(one.bounding_box()["x"]) for one in words.all()}
        assert len(edges) == (1 if screen["height"] > screen["width"] else 2), screen


@pytest.mark.parametrize(("screen", "lines"), [(0, 5), (0, 10), (1, 10), (3, 10)])
def test_lines_are_read_from_afar_whatever_their_number(
    table: Table, screen: int, lines: int
) -> None:
    """Where they are larger below their cards than beside them, they are there."""
    wall = table.phone("/board", viewport=LYING[screen])
    starter, *hand = ("5H", "7C", "8D", "8S", "9H") if lines == 5 else COUNTED[lines]
    table.deal("six-card", starter, players=("Gisèle", "Noé"), show=True)
    table.do(do="count", cards=hand, seen_by=wall)
    line = wall.settle().page.locator(".explained .lines li span").last
    letters = line.evaluate(LETTERS)
    assert letters > LYING[screen]["height"] / 28
    assert misplaced(wall.page) == []


@pytest.mark.parametrize("name", ["Suzanne", "Jean-Christophe"])
def test_the_hand_to_count_and_an_open_claim_are_equally_large(table: Table, name: str) -> None:
    """Together they have the whole width, the hand to count first."""
    at_three(table, "10D", "Luc", "Marie-Ève", name)
    table.do(do="count", cards=["2", "3", "8", "10"], claim=6)
    typed = UnfinishedCount(
        game=1, deal=1, of=0, cards=tuple(map(Card.parse, ("4", "7", "7", "K"))), writer="a"
    )
    table.site.table.set_live(at_show=AtShow(count=typed))
    wall = table.phone("/board")
    expect(wall.page.locator(".hands h2")).to_have_text(
        ["Luc’s hand", f"{name}’s hand: 6 points claimed"]
    )
    for screen in LYING:
        look(wall, screen, ".hands", ".callout")
        assert misplaced(wall.page) == []
        to_count, claimed, side, card, other = wall.boxes(
            "[data-key=waiting]",
            "[data-key^=claimed]",
            ".sides",
            "[data-key=waiting] .card",
            "[data-key^=claimed] .card",
        )
        assert to_count["right"] < claimed["left"]
        assert abs(claimed["right"] - side["right"]) < 1, "no part of the width is empty"
        assert abs(to_count["width"] - claimed["width"]) < 1
        assert card["height"] == other["height"] > screen["height"] / 8, "read from afar"


@pytest.mark.parametrize("name", ["Marie-Ève", "Jean-Christophe"])
def test_a_count_beside_an_open_claim_has_its_title_and_total_in_one_line(
    table: Table, name: str
) -> None:
    at_three(table, "7", "Suzanne", name, "Luc")
    for cards in (["9", "10", "J", "K"], ["9", "10", "J", "K"]):
        table.do(do="count", cards=cards)
    table.do(do="count", cards=["A", "4", "J", "Q"], claim=3)
    table.do(do="crib", cards=["2", "3", "4", "6"])
    wall = table.phone("/board")
    expect(wall.page.locator(".explained .cap output")).to_have_text("7")
    is_one_line = """(title) => {
        const words = document.createRange();
        words.setStart(title, 0);
        words.setEndBefore(title.querySelector("output"));
        const [name, total] = [words, title.querySelector("output")]
            .map((one) => one.getBoundingClientRect());
        return name.height < 2 * parseFloat(getComputedStyle(title).fontSize)
            && total.left > name.right && total.top < name.bottom
            && title.scrollWidth <= title.clientWidth + 1;
    }"""
    for screen in EVERY_SCREEN:
        look(wall, screen, ".callout")
        assert wall.page.locator(".explained .cap h2").evaluate(is_one_line), screen


def test_a_long_entry_on_the_keys_leaves_the_cards_their_size(table: Table) -> None:
    """It is written smaller where it takes more than one line; its hand takes the place of the one
    before."""
    at_three(table, "3", "Suzanne", "Luc", "Marie-Ève")
    table.do(do="count", cards=["7", "7", "10", "10"])
    table.do(do="count", cards=["7", "7", "10", "10"])
    wall = table.phone("/board?lang=fr")
    typed = PendingEntry(
        kind=EntryKind.HAND,
        cards=read_cards(["5", "6", "7", "J"]),
        wanted=4,
        points=12,
        asks=Asks.EITHER,
    )
    for screen in EVERY_SCREEN:
        sizes = []
        for pending_entry in (None, typed):
            table.site.table.set_live(pending_entry=pending_entry)
            expect(wall.page.locator(".prompt.typed")).to_have_count(1 if pending_entry else 0)
            look(wall, screen, ".hands .card")
            assert wall.fits()
            hand = "[data-key=waiting]" if pending_entry else ".explained .big"
            (card,) = wall.boxes(f"{hand} .card")
            sizes.append(card["height"])
        assert sizes[1] >= sizes[0] - 1, screen
    wall.resize(LYING[0])
    expect(wall.page.locator(".prompt.typed")).to_have_class(re.compile("long"))


HANDS_OF_TWELVE: Final = (["7", "7", "8", "9"], ["7", "8", "8", "9"], ["7", "8", "9", "9"])


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_game_that_is_over_fills_the_wall_with_its_story(table: Table, lang: str) -> None:
    """Who won, each of the best hands with its cards, and the chart: nothing is cut or covered."""
    at_three(table, "K", "Jean-Christophe", "Marie-Ève", "Maximilienne")
    for cards in HANDS_OF_TWELVE:
        table.do(do="count", cards=cards)
    table.do(do="peg", team=0, points=120)
    wall = table.phone(f"/board?lang={lang}")
    expect(wall.page.locator(".win")).to_have_count(0)
    expect(wall.page.locator(".outcome .prompt")).to_contain_text("Jean-Christophe")
    parts = (".outcome", ".best-hands", ".ended .chart")
    for screen in EVERY_SCREEN:
        look(wall, screen, *parts)
        for part in (*parts, ".outcome p", ".best-hand .card", ".chart svg", ".chart figcaption"):
            for one in wall.page.locator(part).all():
                expect(one).to_be_in_viewport(ratio=1)
        assert wall.fits()
        outcome, best, chart, board = wall.boxes(*parts, ".board")
        assert outcome["top"] >= board["bottom"] or outcome["left"] >= board["right"]
        assert best["top"] >= outcome["bottom"]
        assert chart["left"] >= best["right"] or chart["top"] >= best["bottom"]
        if screen in LYING:
            assert chart["height"] > screen["height"] / 5
            (letters,) = wall.boxes(".chart text")
            assert letters["height"] > screen["height"] / 50, "read from afar"


@pytest.mark.parametrize(("names", "scores"), AT_THE_END)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nothing_covers_a_score_of_three(
    table: Table, names: Sequence[str], scores: Sequence[int], lang: str
) -> None:
    """Names, the crib, the back peg, points and games that were won: each is in one line."""
    table.deal("three-handed", players=names, dealer=0, scores=scores)
    table.do(do="peg", team=1, points=11)
    wall = table.phone(f"/board?lang={lang}")
    expect(wall.page.locator(".side.wins output")).to_have_text("121")
    for screen in EVERY_SCREEN:
        look(wall, screen, ".side")
        assert crowded(wall.page) == [], screen
    table.do(do="next")
    for team in range(3):
        table.do(do="peg", team=team, points=110 - 2 * team)
    expect(wall.page.locator(".crib-of")).to_have_count(1)
    for screen in EVERY_SCREEN:
        look(wall, screen, ".side")
        assert crowded(wall.page) == [], screen


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_name_with_a_hyphen_is_in_one_line(table: Table, lang: str) -> None:
    """On walls and phones, wherever it is said."""
    at_three(table, "5H", "Jean-Christophe", "Marie-Ève", "Luc")
    wall, phone = table.phone(f"/board?lang={lang}"), table.phone(f"/?lang={lang}")
    entries = (
        {"do": "count", "cards": ["4", "7", "7", "8"]},
        {"do": "count", "cards": ["A", "5", "10", "10"], "claim": 4},
        {"do": "muggins", "team": 1, "points": 8},
        {"do": "count", "cards": ["2", "3", "9", "J"]},
    )
    for entry in ({}, *entries, {"do": "undo"}):
        if entry:
            table.do(**entry)
        for one, screens in ((wall, (*EVERY_SCREEN, TALL)), (phone, (SMALL, TALL))):
            one.until(table.version)
            for screen in screens:
                one.resize(screen)
                one.settle()
                for name in ("Jean-Christophe", "Marie-Ève"):
                    assert broken(one.page, name) == [], (entry, screen)
