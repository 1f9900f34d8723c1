"""Entering cards and points on the page, in the play and from the menu."""

import pytest
from playwright.sync_api import expect

from tests.kit.drivers.browser import Phone, Table

TO_NINES = ("5", "7", "8", "9")
"""A starter, and a count of 24."""


def test_a_key_that_cannot_be_meant_says_why(table: Table, phone: Phone) -> None:
    table.deal("six-card", *TO_NINES, seen_by=phone)
    barred = phone.page.locator('.pad .key[aria-disabled="true"]')
    expect(barred).to_have_text(["8", "9", "10", "J", "Q", "K"], use_inner_text=True)
    expect(phone.key("8")).to_have_attribute("aria-label", "8: that would make 32")
    phone.key("K").tap(force=True)
    expect(phone.page.get_by_role("alert")).to_contain_text("that would make 34")
    assert phone.version == table.version

    table.deal("six-card", "4", "4", "4", "4", seen_by=phone)
    expect(phone.key("4")).to_have_attribute("aria-label", "4: all four are on the table")

    table.deal("six-card", "5", "10", "9", seen_by=phone)
    expect(phone.key("Go")).to_have_attribute("aria-disabled", "true")
    phone.lay("5")
    expect(phone.key("Go")).not_to_have_attribute("aria-disabled", "true")
    phone.lay("Go", "Nobody can")
    assert table.game.count == 0


def choose(phone: Phone, suit: str, *ranks: str) -> None:
    """Choose a suit for the next card, then tap keys."""
    phone.suit(suit).check(force=True)
    for rank in ranks:
        phone.key(rank).tap()


def until_suit(phone: Phone, suit: str = "Any suit") -> None:
    """Wait until the pad is there and *suit* is chosen on it."""
    expect(phone.page.locator(".pad [data-key=key-A]")).to_be_visible()
    expect(phone.suit(suit)).to_be_checked()


def test_a_suit_is_chosen_for_one_card(table: Table, phone: Phone) -> None:
    """The next card has any suit again, and the same cannot come twice."""
    table.deal("six-card", seen_by=phone)
    choose(phone, "spades")
    phone.lay("5")
    phone.enter(phone.key("Undo"))
    until_suit(phone)
    phone.lay("5")
    choose(phone, "hearts")
    phone.lay("7")
    until_suit(phone)
    assert table.laid == ["7H"]
    choose(phone, "hearts")
    expect(phone.button("7 of hearts: it’s on the table")).to_be_visible()
    table.do(do="show", seen_by=phone)
    choose(phone, "clubs", "2")
    until_suit(phone)
    choose(phone, "clubs")
    phone.key("Undo").tap()
    until_suit(phone)


def test_a_suit_is_chosen_no_more_after_what_comes_between(table: Table, phone: Phone) -> None:
    """Undo and redo, the menu, a page that is loaded again."""
    table.deal("six-card", "5", "7", seen_by=phone)
    for between in (
        lambda: phone.enter(phone.button("Undo", exact=False)),
        lambda: phone.enter(phone.button("Redo", exact=False)),
        lambda: [phone.button(name).tap() for name in ("Menu", "Back to the table")],
        phone.open,
    ):
        choose(phone, "clubs")
        between()
        until_suit(phone)


@pytest.mark.parametrize("way_on", ["Keep as is", "Save the change"])
def test_a_suit_in_a_correction_is_of_its_card_alone(
    table: Table, phone: Phone, way_on: str
) -> None:
    """What was chosen before is forgotten, and what is chosen there does not outlast it."""
    table.deal("six-card", "5", "7H", seen_by=phone)
    choose(phone, "spades")
    phone.page.locator(".laid").first.tap()
    until_suit(phone, "hearts")
    choose(phone, "diamonds", "9")
    phone.button("Choose another").tap()
    until_suit(phone, "hearts")
    choose(phone, "clubs")
    phone.button("Add one before").tap()
    until_suit(phone)
    choose(phone, "clubs")
    phone.button("Edit", exact=True).tap()
    choose(phone, "diamonds", "9")
    phone.button(way_on).tap()
    expect(phone.page.locator(".felt")).to_be_visible()
    until_suit(phone)
    assert table.laid == ["9D" if way_on == "Save the change" else "7H"]


def test_points_by_hand_go_forward_and_back(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", seen_by=phone)
    phone.menu("Add points")
    expect(phone.page.locator("main .prompt")).to_have_text("Points for which team?")
    phone.button("Ann").tap()
    phone.enter(phone.button("+3"))
    assert phone.scores == [3, 0]
    phone.page.locator("button.team").first.tap()
    phone.button("Minus").tap()
    phone.page.locator(".digits .key", has_text="2").tap()
    assert phone.fits()
    phone.page.get_by_label("Why (if you like)").fill("counted twice")
    phone.enter(phone.button("Take 2 back from Ann"))
    assert phone.scores == [1, 0]
    phone.menu("History of the deal")
    expect(phone.page.locator(".record")).to_contain_text("counted twice")


def test_everything_else_is_in_the_menu(table: Table, phone: Phone) -> None:
    """A misdeal, another name, a deal that is left: each can be undone there."""
    table.deal("six-card", seen_by=phone)
    phone.button("Menu").tap()
    phone.enter(phone.page.locator(".item", has_text="Misdeal").first)
    assert phone.scores == [2, 0]
    phone.button("Menu").tap()
    phone.page.locator(".item", has_text="Skip this deal").tap()
    expect(phone.page.get_by_text("Undo brings it back.")).to_be_visible()
    phone.button("Keep playing").tap()
    phone.page.locator(".item", has_text="Skip this deal").tap()
    phone.enter(phone.button("Skip it"))
    assert table.game.dealer == 0
    phone.button("Menu").tap()
    phone.enter(phone.page.locator(".item", has_text="Undo"))
    assert table.game.dealer == 1
    phone.menu("Call off this game")
    expect(phone.page.get_by_role("heading", name="Call off this game?")).to_be_visible()
    phone.enter(phone.button("Call it off"))
    phone.enter(phone.key("Undo"))
    phone.menu("Names")
    phone.page.get_by_label("Player\u00a02").fill("Benoît <b>")
    phone.enter(phone.button("Rename").last)
    phone.button("Back to the table").tap()
    expect(phone.page.locator(".seats")).to_contain_text("Benoît <b>")
