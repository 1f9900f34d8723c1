"""What is entered: every card, the hands alone, or points alone; and it can always be changed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scorekeeper.game.state import Phase
from tests.browser import SHORT, Phone, Table, expect


@pytest.fixture
def phone(table: Table) -> Iterator[Phone]:
    """A small phone that follows it."""
    phone = table.phone(viewport=SHORT)
    yield phone
    phone.close()


def enters(phone: Phone, what: str) -> None:
    """Choose in the menu what is entered."""
    phone.button("Menu").tap()
    phone.page.get_by_label("What we enter").select_option(label=what)
    phone.button("Back to the table").tap()


def pegs(phone: Phone, team: str, points: str) -> None:
    """Tap one of the quick keys of a team."""
    phone.enter(
        phone.page.get_by_role("group", name=team).get_by_role("button").get_by_text(points)
    )


def test_whoever_enters_hands_only_pegs_the_play_by_hand(table: Table, phone: Phone) -> None:
    """Then whole hands are asked for at the show; cards can be entered again at any time."""
    table.deal("six-card", "5")
    phone.until(table.version)
    enters(phone, "Hands only")
    expect(phone.page.locator(".pad")).to_have_count(0)
    pegs(phone, "Ann", "+2")
    pegs(phone, "Ben", "+1")
    for digit in "12":
        phone.page.locator(".digits .key", has_text=digit).first.tap()
    phone.enter(phone.button("Peg 12 for Ben"))
    assert phone.scores == [2, 13]
    assert phone.fits()
    assert phone.small_targets() == []
    phone.enter(phone.button("To the show"))
    expect(phone.page.locator(".hand small")).to_have_text("4 cards to enter")
    phone.enter(phone.key("Undo"))
    enters(phone, "Every card")
    phone.lay("7")
    assert table.game.deal.play.laid


def test_a_table_of_points_alone_goes_from_deal_to_deal(table: Table, phone: Phone) -> None:
    """Nobody is asked for a card, not even for the starter; every phone does the same."""
    table.deal("six-card")
    phone.until(table.version)
    enters(phone, "Points only")
    with_others = table.phone(lang="fr")
    expect(with_others.page.get_by_role("button", name="Donne suivante")).to_be_visible()
    with_others.close()
    dealer = table.game.dealer
    pegs(phone, "Ann", "+3")
    phone.enter(phone.button("Next deal"))
    assert table.game.dealer != dealer
    assert table.game.phase is Phase.CUT
    phone.enter(phone.button("Undo: ", exact=False))
    assert (table.game.dealer, phone.scores) == (dealer, [3, 0])
    assert phone.fits()
