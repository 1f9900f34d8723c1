"""The room of the play and the show on small screens: what gives way, and what does not."""

import re
from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.kit.drivers.at_show import at_the_show
from tests.kit.drivers.browser import SHORT, SMALL, TALL, Phone, Table

FOUR = ("Marie", "Luc", "Paul", "Anne")
SE: Final[ViewportSize] = {"width": 375, "height": 553}
HANDS = (
    ("7C", "8D", "8S", "9H"),
    ("4C", "5D", "6S", "6H"),
    ("AC", "AD", "3S", "KH"),
    ("2C", "8H", "9S", "JD"),
)
"""With the 5 of hearts worth 12, 24, 6 and 4."""

CUT = """all => all.filter((one) => one.scrollHeight > one.clientHeight + 1)
    .map((one) => `${one.className} ${one.scrollHeight} > ${one.clientHeight}`)"""
CALLS = ".lines li > span:not(.minis)"
ROWS = """all => all.map((one) => Math.round(one.getBoundingClientRect().height /
    parseFloat(getComputedStyle(one).fontSize) / 1.5))"""
OFF_CENTRE = """all => all.map((one) => {
    const [inner, outer] = [one, one.parentElement].map((box) => box.getBoundingClientRect());
    return Math.abs(inner.top + inner.bottom - outer.top - outer.bottom) / 2;
})"""
REACH = """all => all.filter((one) => one.offsetWidth).map((one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    const box = text.getBoundingClientRect();
    const dial = one.parentElement.getBoundingClientRect();
    const [x, y] = [dial.left + dial.width / 2, dial.top + dial.height / 2];
    // Digits are lower than their line.
    const [up, down] = [y - box.top - box.height * 0.2, box.bottom - box.height * 0.2 - y];
    const across = Math.max(box.right - x, x - box.left);
    return Math.hypot(across, Math.max(up, down)) / (dial.width * 36 / 84);
})"""


def four_at_the_show(table: Table, *claims: int, muggins: bool = True) -> None:
    """Play all cards of four players, and claim the first hands."""
    table.deal("cribble", "5H", players=FOUR, options={"muggins": muggins})
    hands = [list(hand) for hand in HANDS]
    while any(hands):
        hand = hands[table.game.turn]
        pips = min(10, "A23456789XJQK".index(hand[0][0]) + 1)
        if table.game.count + pips <= 31:
            table.do(do="play", card=hand.pop(0))
        else:
            table.do(do="go")
    for claim in claims:
        table.do(do="count", claim=claim)


def turn(phone: Phone, screen: ViewportSize) -> None:
    """Make the screen of *phone* another one, and wait until the page is drawn for it."""
    phone.resize(screen)
    phone.settle()


def is_whole(phone: Phone) -> bool:
    """True if nothing scrolls of what is said, called and counted."""
    return not phone.page.locator("main, .above, .windows, details[open]").evaluate_all(CUT)


def test_a_crib_that_may_be_called_is_whole_below_the_scores(table: Table) -> None:
    """The board gives way to it, though nothing else is to be said: the hand before was told."""
    four_at_the_show(table, 12, 24, 6, 9)
    phone = table.phone(lang="fr", viewport=SMALL)
    table.do(do="crib", cards=["5S", "5C", "JH", "4D"], claim=8, seen_by=phone)
    for screen in (SMALL, SE, SHORT):
        turn(phone, screen)
        assert is_whole(phone), screen


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_lines_that_are_unfolded_have_the_room_of_the_board(table: Table, lang: str) -> None:
    """All are seen, with the claim that may be called and the hand that is to be counted."""
    four_at_the_show(table, 12, 20, 6)
    phone = table.phone(lang=lang, viewport=SHORT)
    lines = phone.page.locator("details.explained .lines")
    for screen in (SHORT, SE, SMALL):
        turn(phone, screen)
        board = phone.page.locator(".board").is_visible()
        phone.page.locator("details.explained summary").tap()
        lines.wait_for()
        expect(phone.page.locator("html")).to_have_attribute("data-fit", re.compile("^tight"))
        assert is_whole(phone), screen
        phone.see_whole(".windows .call", ".hand .labelled", ".lines li:last-child")
        phone.page.locator("details.explained summary").tap()
        lines.wait_for(state="hidden")
        phone.settle()
        assert phone.page.locator(".board").is_visible() == board, screen


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_steps_of_the_show_are_seen_to_its_end(table: Table, lang: str) -> None:
    """On each screen; from a hand that was opened a tap on the next one leads on."""
    four_at_the_show(table)
    phone = table.phone(lang=lang)
    for claim in (12, 20, 2, 3):
        table.do(do="count", claim=claim, seen_by=phone)
        for screen in (TALL, SHORT, SE, SMALL):
            turn(phone, screen)
            phone.see_whole(".steps")
            assert is_whole(phone), (claim, screen)
            assert phone.small_targets() == []
    for name in ("Luc", "Paul"):
        phone.page.locator(".steps button", has_text=name).tap()
        phone.page.locator(".explained .cap", has_text=name).wait_for()
        phone.see_whole(".steps")


def test_the_steps_stay_while_the_crib_is_typed(table: Table) -> None:
    table.deal(
        "three-handed", "5H", show=True, players=FOUR[:3], dealer=2, options={"muggins": False}
    )
    phone = table.phone(lang="fr", viewport=SMALL)
    for hand in HANDS[:3]:
        table.do(do="count", cards=hand, seen_by=phone)
    for screen in (SMALL, SE):
        turn(phone, screen)
        phone.see_whole(".steps", ".explained .lines li:last-child", ".pad")
        assert is_whole(phone), screen


def test_cards_of_a_long_count_have_a_row_of_their_own(table: Table) -> None:
    """None lies over another, whatever the names are, and what is said is whole."""
    names = ["Marie-Hélène", "Jean-François", "Maximilien", "Geneviève"]
    table.deal("cribble", "5H", "2C", "2D", "3S", "4H", "6C", "5C", "4D", "3D", players=names)
    phone = table.phone(lang="fr")
    lefts = phone.page.locator(".laid .card").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().left)"
    )
    width, height = phone.page.locator(".laid .card").first.evaluate(
        "(one) => [one.offsetWidth, one.offsetHeight]"
    )
    assert height >= 60
    assert all(one + width <= after for one, after in pairwise(lefts))
    assert phone.fits()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_lies_on_the_felt_is_in_its_middle(table: Table, lang: str) -> None:
    table.deal("cribble", "5H", "10", "8", players=FOUR)
    phone = table.phone(lang=lang)
    for screen in (TALL, SHORT, SE, SMALL):
        turn(phone, screen)
        felt, ring, asked = phone.boxes(".felt", ".felt .count", ".asked-for")
        assert abs((ring["top"] - felt["top"]) - (felt["bottom"] - asked["bottom"])) < 20, screen
        assert phone.fits(), screen


@pytest.mark.usefixtures("holding")
@pytest.mark.parametrize("digits", [False, True])
def test_the_count_is_within_its_ring(table: Table, *, digits: bool) -> None:
    """And 31 in its middle; with big digits the question whose card it is fits below it."""
    table.deal("six-card", "5H", "10", "8", "10", players=["Marie", "Luc"])
    phone = table.phone(lang="fr")
    if digits:
        phone.page.evaluate("localStorage.setItem('cribble.digits', 'true')")
        phone.open()
    for screen in (TALL, SHORT, SE, SMALL):
        turn(phone, screen)
        assert phone.fits(), screen
        corners = phone.page.locator(".felt .count > :is(b, small)").evaluate_all(REACH)
        assert max(corners) < 1, (screen, corners)
    phone.lay("3")
    for screen in (TALL, SHORT, SE, SMALL):
        turn(phone, screen)
        assert max(phone.page.locator(".felt .count.held b").evaluate_all(OFF_CENTRE)) < 2, screen


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_each_call_of_a_big_hand_has_one_line(table: Table, lang: str) -> None:
    """With its points; also beside the pad for the crib."""
    at_the_show(table, muggins=False)
    phone = table.phone(lang=lang, viewport=SHORT)
    for _ in range(2):
        table.do(do="count", seen_by=phone)
        for screen in (SHORT, SE, SMALL):
            turn(phone, screen)
            assert set(phone.page.locator(CALLS).evaluate_all(ROWS)) == {1}, screen
            assert is_whole(phone), screen
            phone.see_whole(*(f".lines li:nth-child({n}) > small" for n in (1, 5)))


def test_the_board_keeps_its_height_through_a_show(table: Table) -> None:
    """On a phone of ordinary height lines are closer before it is lower."""
    four_at_the_show(table, muggins=False)
    phone = table.phone(viewport=TALL)
    heights = set()
    for hand in HANDS:
        table.do(do="count", seen_by=phone)
        heights.add(phone.boxes(".board")[0]["height"])
        assert is_whole(phone), hand
    assert len(heights) == 1
