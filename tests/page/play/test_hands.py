"""Entering the hands at the show: the cards that are missing, and what is typed of them."""

import re

from playwright.sync_api import expect

from tests.kit.drivers.browser import SHORT, SMALL, TALL, Phone, Table
from tests.kit.players.two_thumbs import thumbs


def test_only_cards_that_were_not_laid_are_asked_for(table: Table, phone: Phone) -> None:
    """The hand shows those that were; a wrong one is taken back before it is counted."""
    table.deal("britannica", "5", "J", "10", seen_by=phone)
    phone.menu("Skip to the hands")
    expect(phone.page.locator(".hand small")).to_have_text("3 cards to enter")
    for rank in ("4", "5", "K"):
        phone.key(rank).tap()
        if rank == "4":
            phone.key("Delete ⌫").tap()
            phone.key("6").tap()
    phone.enter(phone.button("Count Ann’s hand"))
    assert [str(card) for card in table.game.deal.hands[0]] == ["J", "6", "5", "K"]


def test_two_thumbs_that_overlap_lose_no_card(table: Table, phone: Phone) -> None:
    """One that slides off presses nothing, and one alone presses once."""
    table.deal("six-card", "5", show=True, seen_by=phone)
    placed = phone.page.locator(".hand .cards .card b")
    thumbs(phone, phone.key, "+2 +9 -2 +J -9 -J")
    expect(placed).to_have_text(["2", "9", "J", "5"])
    thumbs(phone, phone.key, "+J -J")
    expect(placed).to_have_text(["2", "9", "J", "J", "5"])


def test_a_page_that_is_loaded_again_keeps_what_was_half_typed(table: Table, phone: Phone) -> None:
    table.deal("britannica", "5", "J", "10", show=True, seen_by=phone)
    typed = phone.page.locator("[data-key^=typed-] b")
    phone.place("4", "6")
    expect(typed).to_have_text(["4", "6"])
    phone.page.reload()
    expect(typed).to_have_text(["4", "6"])
    phone.place("K")
    phone.enter(phone.button("Count Ann’s hand"))
    assert [str(card) for card in table.game.deal.hands[0]] == ["J", "4", "6", "K"]


def test_typed_cards_are_taken_back_one_by_one_and_outlast_an_undo_elsewhere(
    table: Table, phone: Phone
) -> None:
    """Undo takes what was typed here first, and then goes on at the table."""
    table.deal("britannica", "5", "J", "10", show=True)
    table.do(do="count", seat=0, cards=["4", "6", "K"], seen_by=phone)
    typed = phone.page.locator("[data-key^=typed-] b")
    undo = phone.page.locator(".key.undo")
    for rank in ("2", "3", "9"):
        phone.key(rank).tap()
    expect(undo).to_have_attribute("aria-label", "Undo: 9, not counted yet")
    undo.tap()
    phone.button("Take out: 2").tap()
    expect(typed).to_have_text(["3"])
    assert phone.version == table.version
    table.do(do="undo", seen_by=phone)
    expect(typed).to_have_text(["4", "6", "K"])
    expect(undo).to_have_attribute("aria-label", re.compile("Undo: (?!.*not counted)"))
    table.do(do="redo", seen_by=phone)
    expect(typed).to_have_text(["3"])
    phone.place("8", "7")
    phone.enter(phone.button("Count Ben’s hand"))
    assert [str(card) for card in table.game.deal.hands[1]] == ["10", "3", "8", "7"]


SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

CHIPS = [
    ("5", "2 3 4 6", "9", ["Flush of 4", "Flush of 5"]),
    ("5", "2 2 4 6", "9", []),
    ("5", "2 J 4 4", "9", ["Nobs"]),
    ("5H", "2C 3D 4 JH", "9", []),
    ("4C", "2 J 6 6", "JC", []),
    ("4C", "2 J 6 6", "JH", ["Nobs"]),
    ("5", "2H 3 4 6", "3H", []),
    ("5", "2H 3 4 6", "5H", ["Flush of 4"]),
]
"""The starter, a hand, a card that lies elsewhere, and the chips of the hand."""


def test_flush_and_nobs_are_offered_only_where_they_can_be(table: Table, phone: Phone) -> None:
    offered = phone.page.locator(".claim .chips .chip")
    for starter, hand, elsewhere, chips in CHIPS:
        first, *others = hand.split()
        table.deal("britannica", starter, first, elsewhere, show=True, seen_by=phone)
        for card in others:
            if card[-1] in SUITS:
                phone.suit(SUITS[card[-1]]).check(force=True)
            phone.key(card.rstrip("CDHS")).tap()
        expect(offered).to_have_text(chips, use_inner_text=True)
        assert phone.page.locator(".claim .chip:not([aria-pressed=false])").count() == 0
        phone.enter(phone.button("Count Ann’s hand"))


def test_a_flush_is_said_or_proved_by_its_suits(table: Table, phone: Phone) -> None:
    """A tap on the chip says it, and takes it back; cards that were laid are given suits."""
    table.deal("britannica", "K", "2", show=True, seen_by=phone)
    phone.place("4", "6", "8")
    for size in (4, 5, 5, 4):
        phone.button(f"Flush of {size}").tap()
    phone.enter(phone.button("Count Ann’s hand"))
    assert table.game.scores == (4, 0)
    table.do(do="undo", seen_by=phone)
    phone.button("Start over").tap()
    phone.button("Give suits").tap()
    phone.suit("clubs").check(force=True)
    phone.place("4", "6", "8")
    phone.button("hearts").tap()
    expect(phone.page.locator(".hand .card i")).to_have_text(["♥", "♣"])
    phone.check_fit()
    phone.button("Undo: Give suits").tap()
    expect(phone.page.locator(".hand .card i")).to_have_text(["♣"])
    phone.button("Start over").tap()
    phone.button("Give suits").tap()
    phone.place("4", "6", "8")
    phone.button("All: clubs").tap()
    expect(phone.page.locator(".claim .chips .chip")).to_have_text(
        ["Flush of 5"], use_inner_text=True
    )
    phone.enter(phone.button("Count Ann’s hand"))
    assert table.game.scores == (4, 0)


def test_the_pad_stays_in_place_at_the_show(table: Table, phone: Phone) -> None:
    """Cards, call and every key are seen whole; whoever calls muggins gets the room of the pad."""
    table.deal("cribble", "5", show=True)
    table.do(do="count", cards=["5", "5", "6", "J"], claim=0, seen_by=phone)
    assert phone.fits()
    below = phone.page.locator(".pad").evaluate(
        "pad => innerHeight - pad.getBoundingClientRect().bottom"
    )
    assert 0 <= below < 20
    phone.see_whole(".call", ".hand .cards", ".pad")
    phone.page.locator(".call").tap()
    expect(phone.page.locator(".pad")).to_have_count(0)
    phone.see_whole(".calling")
    phone.button("Cancel").tap()
    expect(phone.page.locator(".pad")).to_be_visible()


def test_a_count_is_explained_line_by_line(table: Table, phone: Phone) -> None:
    table.deal("britannica", "5", "J", "10", show=True)
    table.do(do="count", cards=["5", "5", "6"], nobs=True, seen_by=phone)
    lines = phone.page.locator(".explained li")
    expect(lines).to_have_count(6)
    expect(lines.nth(4)).to_contain_text("Three of a kind")
    assert lines.first.locator(".card").count() == 2
    expect(lines.first).to_contain_text("Fifteen two")
    expect(lines.last).to_contain_text("nobs")
    # What each line is worth, and how far the count has come with it.
    worth = ["+2", "+2", "+2", "+2", "+6", "+1"]
    expect(phone.page.locator(".explained li > small")).to_have_text(worth)
    totals = ["2", "4", "6", "8", "14", "15"]
    expect(phone.page.locator(".explained li > b")).to_have_text(totals)


def test_a_count_is_said_once_above_the_next_pad(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", options={"muggins": False}, show=True)
    table.do(do="count", cards=["2", "6", "6", "7"], seen_by=phone)
    for screen in (SMALL, SHORT):
        phone.resize(screen)
        phone.see_whole(".explained .cards.big", ".explained .lines", ".pad")
    happened = phone.page.get_by_label("What just happened").locator("p")
    expect(phone.page.locator(".explained li").first).to_be_visible()
    expect(happened).to_have_count(0)
    phone.key("3").tap()
    expect(happened).to_have_count(1)
    expect(phone.page.locator(".explained li").first).to_be_hidden()
    phone.see_whole("[aria-label='What just happened'] p", ".explained summary")


def test_the_next_hand_is_in_sight_beside_the_count_before(table: Table, phone: Phone) -> None:
    """Its cards, what may be said of it, and what pegs it; only the lines may have to scroll."""
    table.deal("six-card", "6H", *"J5564", options={"muggins": False})
    table.do(do="go", all=True)
    for card in "7JK":
        table.do(do="play", card=card)
    table.do(do="count", seat=0, seen_by=phone)
    expect(phone.page.locator(".explained li")).to_have_count(5)
    for screen in (TALL, SHORT):
        phone.resize(screen)
        phone.see_whole(".hand", ".claim", ".bar", ".explained h2")
        claim, bar = phone.boxes(".claim", ".bar")
        assert claim["bottom"] <= bar["top"]
        assert phone.fits()
