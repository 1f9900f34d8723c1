"""House rules on the page: muggins, conceding, passed hands, best-of matches."""

from playwright.sync_api import expect

from scorekeeper.game.state import Phase
from tests.kit.drivers.browser import SHORT, SMALL, Table
from tests.kit.oracles.page import unfit


def test_the_menu_says_and_switches_muggins(table: Table) -> None:
    """It is a rule fixed at the start of a match: later the menu says when it can be changed."""
    table.deal("six-card", "5", options={"muggins": False})
    phone = table.phone(viewport=SHORT)
    for wanted, muggins in (("With muggins", True), ("We count", False)):
        phone.menu("What and who counts")
        phone.page.get_by_role("radio", name=wanted).tap()
        phone.enter(phone.button("Change it for everyone"))
        assert table.game.rules.muggins is muggins
        expect(phone.page.locator(".app")).to_have_attribute("data-view", "play")
    table.do(do="deal", seen_by=phone)
    phone.menu("What and who counts")
    hint = "You play without muggins. You can switch it on for the next match."
    expect(phone.page.get_by_text(hint)).to_be_visible()


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
    phone, wall = table.phone(viewport=SHORT), table.phone("/board").page
    table.do(do="abandon")
    expect(phone.page.locator(".winner")).to_be_visible()
    expect(phone.page.locator(".match")).to_have_count(0)
    table.do(do="undo")
    table.do(do="peg", team=1, points=70)
    table.do(do="peg", team=0, points=121)
    expect(wall.locator(".win")).to_contain_text("Games won: Ann 1 · Ben 0, first to 2")
    expect(phone.page.locator(".winner")).to_have_text("Ann wins!")
    expect(phone.page.locator(".result")).to_have_text("By 51 points · 3 game points")
    phone.see_whole("[data-key=picture]")
    phone.enter(phone.button("Play again"))
    table.do(do="abandon", seen_by=phone)
    phone.enter(phone.button("Play again"))
    expect(phone.page.locator("header")).to_contain_text("Game 2/3")
    phone.menu("This deal or game", "Concede")
    phone.enter(phone.page.locator("[data-key=concede-1]"))
    expect(phone.page.locator(".winner")).to_have_text("Ann wins the match!")
    expect(phone.page.locator(".match")).to_have_text("Games won: Ann\u00a02 · Ben\u00a00")
    phone.enter(phone.button("Play again"))
    assert (table.game.phase, table.game.rules.best_of) == (Phase.DRAW, 3)
    phone.enter(phone.key("Undo"))
    phone.menu("Past games")
    expect(phone.page.locator("h3").first).to_have_text("Today · Tournament cribbage")
    expect(phone.page.locator(".games small").first).to_have_text("Game 2/3 · conceded")
    phone.page.locator(".games .item").first.tap()
    expect(phone.page.locator("main")).to_contain_text("Game 2 of the match, won 2–0 by Ann")


def test_a_count_has_room_beside_a_long_name(table: Table) -> None:
    names = ["Jean-Christophe", "Ben"]
    table.deal("six-card", "5H", options={"muggins": False}, show=True, players=names)
    phone = table.phone("/?lang=fr", lang="fr")
    table.do(do="count", cards=["7C", "7D", "8C", "8D"], seen_by=phone)
    beside = "([name, total]) => name.offsetTop + name.offsetHeight > total.offsetTop"
    assert phone.page.locator(".explained h2 > *").evaluate_all(beside)
    table.do(do="undo")
    table.set_mode(counted_by="players", entered="cards")
    table.do(do="peg", team=0, points=110)
    table.do(do="count", cards=["7C", "7D", "8C", "8D"], claim=12)
    phone.resize(SMALL)
    phone.page.locator(".over summary").tap()
    assert not unfit(phone.page)
