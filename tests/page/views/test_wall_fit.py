"""Nothing on a wall lies over anything else, whatever its screen and the names of those who play."""

from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.kit.drivers.browser import Phone, Table

SCREENS: Final = tuple(
    ViewportSize(width=width, height=height)
    for width, height in ((1024, 768), (1280, 720), (960, 540), (1920, 1080))
)

COUNTED: Final = {
    1: ("5H", "A", "A", "2", "4"),
    3: ("10", "2", "5", "J", "K"),
    4: ("5H", "A", "A", "4", "10"),
    6: ("5H", "A", "5", "10", "10"),
    8: ("5H", "5", "5", "10", "J"),
    10: ("5H", "4", "4", "5", "6"),
}
"""A starter and a hand, by the number of lines that they are worth."""

SMALLEST_LINE = 0.022
"""Of the screen's height; on a tablet of ten inches, letters that can be read from two metres."""


def misplaced(page: Page) -> list[str]:
    """Words, numbers and cards of the hands that lie over each other or beyond their frames."""
    found: list[str] = page.evaluate(
        """() => {
            const parts = [...document.querySelectorAll(
                ".callout h2, .callout li > *, .callout .cards > .card")].map((one) => {
                    const text = document.createRange();
                    text.selectNodeContents(one);
                    const box = (one.matches(".card") ? one : text).getBoundingClientRect();
                    return [one, box, one.closest(".callout").getBoundingClientRect()];
                });
            const named = (one) => `${one.className || one.localName} "${one.textContent}"`;
            const beyond = parts.filter(([, box, frame]) => box.left < frame.left + 4
                || box.right > frame.right - 4 || box.top < frame.top || box.bottom > frame.bottom);
            const over = parts.flatMap(([one, a], at) => parts.slice(at + 1)
                .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1
                    && a.top < b.bottom - 2 && b.top < a.bottom - 2)
                .map(([other]) => `${named(one)} over ${named(other)}`));
            return [...beyond.map(([one]) => `${named(one)} beyond its frame`), ...over];
        }"""
    )
    return found


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
    for screen in SCREENS:
        look(wall, screen)
        assert misplaced(wall.page) == []
        size = "one => parseFloat(getComputedStyle(one).fontSize) * (one.currentCSSZoom ?? 1)"
        letters = wall.page.locator(".explained li > span:last-of-type").first.evaluate(size)
        assert letters > SMALLEST_LINE * screen["height"]
        side, hands = wall.boxes(".sides", ".hands")
        assert abs(side["right"] - hands["right"]) < 1, "all end on one edge"


def look(wall: Phone, screen: ViewportSize) -> None:
    """Have *wall* on such a *screen*, and wait until what it shows is fitted to it."""
    wall.page.set_viewport_size(screen)
    wall.settle()
    wall.boxes(".sides", ".hands", ".callout")
