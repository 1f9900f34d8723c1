"""House rules on the page: options, conceding, passed hands, best-of matches."""

import pytest
from playwright.sync_api import expect

from scorekeeper.game.state import Phase
from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.page.setup.conftest import choose, sit_again


@pytest.fixture
def table(table: Table) -> Table:
    """The table, between two matches."""
    table.deal("six-card")
    table.do(do="abandon")
    return table


def asked_about(phone: Phone, option: str) -> bool:
    return phone.page.get_by_label(option, exact=True).count() == 1


def test_with_muggins_a_claim_too_high_is_fined_unless_people_choose(table: Table) -> None:
    phone = table.phone(viewport=SHORT)
    sit_again(phone)
    choose(phone, "britannica")
    phone.pick("counting", "muggins")
    choice = phone.page.get_by_label("A claim too high", exact=True)
    expect(choice).to_have_value("fined")
    phone.unfold(choice).select_option("corrected")
    phone.enter(phone.button("Deal"))
    assert (table.game.rules.muggins, table.game.rules.overcount) == (True, "corrected")
    table.do(do="abandon", seen_by=phone)
    sit_again(phone)
    expect(choice).to_have_value("corrected")


def test_the_menu_says_and_switches_muggins(table: Table) -> None:
    """It is a rule fixed at the start of a match: later the menu says when it can be changed."""
    table.deal("six-card", "5", options={"muggins": False})
    phone = table.phone(viewport=SHORT)
    phone.menu("What and who counts")
    for wanted, muggins in (("With muggins", True), ("We count", False)):
        phone.page.get_by_role("radio", name=wanted).tap()
        phone.enter(phone.button("Change it for everyone"))
        assert table.game.rules.muggins is muggins
        expect(phone.page.get_by_role("radio", name=wanted)).to_be_checked()
    table.do(do="deal", seen_by=phone)
    hint = "You play without muggins. You can switch it on for the next match."
    expect(phone.page.get_by_text(hint)).to_be_visible()


def test_only_options_that_mean_something_are_asked_about(table: Table) -> None:
    phone = table.phone(viewport=SHORT)
    sit_again(phone)
    choose(phone, "acc")
    phone.pick("counting", "players")
    phone.unfold(phone.page.get_by_label("A claim too low"))
    with_muggins = ("Muggins for too much", "Muggins until")
    assert asked_about(phone, "A claim too low")
    assert not any(asked_about(phone, option) for option in (*with_muggins, "Captains"))
    assert not asked_about(phone, "Dealer of the next game")
    phone.unfold(phone.page.get_by_label("Who wins")).select_option("low")
    assert not asked_about(phone, "Skunks")
    phone.pick("counting", "muggins")
    assert all(asked_about(phone, option) for option in with_muggins)
    assert not asked_about(phone, "A claim too low")
    first = phone.page.get_by_label("First deal of the next game")
    phone.unfold(first).select_option("cut")
    games = phone.page.get_by_label("Number of games")
    phone.unfold(games).select_option("5")
    phone.enter(phone.button("Deal"))
    rules = table.game.rules
    assert (rules.best_of, rules.wins, rules.first_deal) == (5, "low", "cut")


def test_a_dead_hand_is_passed_and_counted_after_all(table: Table) -> None:
    table.deal("britannica", "5H", "4H", "4D", "5C", "6C", "2D", "KS", "3S", "JD")
    phone = table.phone(viewport=SHORT)
    expect(phone.button("Count Ann’s hand")).to_be_visible()
    scores = table.game.scores
    phone.menu("This deal or game", "Pass Ann’s hand")
    expect(phone.button("Count Ben’s hand")).to_be_visible()
    assert table.game.scores == scores
    phone.menu("History")
    phone.button("Edit").first.tap()
    phone.button("Passed").tap()
    phone.enter(phone.button("Save the change"))
    assert table.game.scores > scores


def test_a_team_gives_up_and_the_match_is_decided(table: Table) -> None:
    table.deal("acc", options={"best_of": 3})
    wall = table.phone("/board").page
    table.do(do="peg", team=1, points=70)
    table.do(do="peg", team=0, points=121)
    expect(wall.locator(".win")).to_contain_text("Games won: Ann 1 · Ben 0, first to 2")
    phone = table.phone(viewport=SHORT)
    expect(phone.page.locator(".winner")).to_have_text("Ann wins!")
    expect(phone.page.locator(".result")).to_have_text("By 51 points · 3 game points")
    phone.enter(phone.button("Play again"))
    phone.menu("This deal or game", "Concede")
    phone.enter(phone.page.locator("[data-key=concede-1]"))
    expect(phone.page.locator(".winner")).to_have_text("Ann wins the match!")
    expect(phone.page.locator(".match")).to_have_text("Games won: Ann\u00a02 · Ben\u00a00")
    phone.enter(phone.button("Play again"))
    assert (table.game.phase, table.game.rules.best_of) == (Phase.DRAW, 3)
    phone.enter(phone.key("Undo"))
    phone.menu("Past games")
    phone.page.locator(".games .item").first.tap()
    expect(phone.page.locator("main")).to_contain_text("Game 2 of the match, won 2–0 by Ann")
    phone.to_table()
    phone.enter(phone.page.locator("button.undo"))
    assert table.game.phase is Phase.CUT
