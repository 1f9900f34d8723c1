"""Corrections of finished games on the page: an entry, a whole game, and players' names."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.kit.drivers.browser import Phone, Table
from tests.kit.drivers.web_server import Site
from tests.page.mender import Mender


@pytest.fixture
def played(table: Table) -> Iterator[Table]:
    with table.beside(Site(is_open=True)) as own:
        for players in (["Ann", "Ben"], ["Anne", "Ben"]):
            own.do(do="start", rules="six-card", players=players, dealer=0)
            own.do(do="starter", card="5H")
            own.do(do="play", card="10S")
            own.do(do="play", card="5C")
            own.do(do="peg", team=1, points=121)
        own.do(do="start", rules="six-card", players=["Cid", "Dee"], dealer=0)
        yield own


def open_first(phone: Phone) -> None:
    phone.menu("Past games")
    phone.page.locator(".games .item").last.tap()


def test_an_entry_of_an_earlier_match_is_corrected_and_undone(played: Table) -> None:
    phone, before = played.phone(), played.game
    open_first(phone)
    phone.button("Correct an entry").tap()
    mender = Mender(phone).choose(4)
    phone.key("6").tap()
    mender.told("Ann 2 → 0", "Ben 121", "Ann plays the 6")
    mender.stand()
    entry = phone.page.locator("[data-key=entry-4]")
    expect(entry).to_contain_text("Ann plays the 6")
    assert played.game == before
    assert [game.scores for game in played.site.table.games()] == [(2, 121), (0, 121)]
    phone.page.locator("footer .undo").tap()
    expect(entry).to_contain_text("fifteen")
    phone.go_back()
    expect(phone.page.locator("[data-key=final]")).to_have_text("Ann 2 · Ben 121")


def test_a_win_that_the_next_match_followed_stays_one(played: Table) -> None:
    """What the correction would invalidate is named, and cannot be dropped."""
    phone = played.phone()
    open_first(phone)
    phone.button("Correct an entry").tap()
    mender = Mender(phone).choose(5)
    phone.button("Delete").tap()
    mender.told("Later on, entry 6")
    expect(phone.page.locator(".correct .bar .prime")).to_be_disabled()


def test_a_game_is_left_out_and_counted_again(played: Table) -> None:
    phone = played.phone()
    open_first(phone)
    phone.button("Don’t count this game").tap()
    expect(phone.page.get_by_text("This game doesn’t count")).to_be_visible()
    phone.go_back()
    left_out = phone.page.locator("[data-key=annulled] .item")
    expect(left_out).to_have_count(1)
    expect(phone.page.locator(".games .item")).to_have_count(2)
    left_out.tap()
    phone.button("Count this game again").tap()
    expect(phone.button("Don’t count this game")).to_be_visible()
    phone.go_back()
    expect(phone.page.locator(".games .item")).to_have_count(2)
    expect(left_out).to_have_count(0)


def test_two_spellings_are_joined_offered_once_and_parted(played: Table) -> None:
    phone = played.phone()
    phone.menu("Past games")
    phone.button("Statistics").tap()
    anne = phone.page.locator('.player[data-key="Anne"]')
    anne.locator("summary").tap()
    expect(anne.locator(".chip")).to_have_text(["Ann", "Ben"])
    anne.locator(".chip").first.tap()
    expect(anne).to_contain_text("Also called Ann")
    expect(phone.page.locator(".player")).to_have_count(2)
    anne.locator("button", has_text="Separate these names").tap()
    expect(phone.page.locator(".player")).to_have_count(3)
