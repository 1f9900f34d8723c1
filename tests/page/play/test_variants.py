"""Every variant can be set up on the page, drawn for and played."""

import pytest
from playwright.sync_api import expect

from scorekeeper.game.state import Phase
from scorekeeper.rules.variants import RULES
from tests.kit.drivers.browser import NAMES, SHORT, Phone, Table

DRAWN = ("A", "5", "9", "K")

FIRST_SCORES = {"five-card": [0, 3]}
"""Three for last; in every other row nobody has a point when the first card is laid."""


@pytest.fixture
def phone(table: Table) -> Phone:
    """A small phone, on which a match is about to begin."""
    if table.game.phase not in {Phase.IDLE, Phase.OVER}:
        table.do(do="abandon")
    phone = table.phone(viewport=SHORT)
    if table.game.phase is Phase.OVER:
        phone.button("New match with other rules or players").tap()
    return phone


@pytest.mark.parametrize("rules", RULES)
def test_a_variant_from_the_set_up_to_the_play(rules: str, phone: Phone, table: Table) -> None:
    """Names, the draw, the starter, a fifteen, and the fifteen taken back and given again."""
    players = RULES[rules].players
    phone.sit_down(rules, *NAMES[:players])
    phone.lay(*DRAWN[:players])
    assert table.game.dealer == 0
    assert sorted(table.game.players) == sorted(NAMES[:players])
    phone.lay("4", "10", "5")
    before = FIRST_SCORES.get(rules, [0] * len(phone.scores))
    fifteen = list(table.game.scores)
    assert sum(fifteen) == sum(before) + 2
    assert phone.scores == fifteen
    assert phone.fits(), "the play never scrolls"
    assert phone.small_targets() == []

    phone.enter(phone.button("Undo", exact=False))
    assert phone.scores == before
    phone.enter(phone.button("Redo", exact=False))
    assert phone.scores == fifteen


def test_a_game_is_played_to_its_end_and_the_next_one_begins(phone: Phone, table: Table) -> None:
    """The verdict names the winner; the match goes on with the loser's deal."""
    phone.sit_down("five-card", "Ann", "Ben", dealer="Ann")
    phone.page.locator("button.team").first.tap()
    for digit in "61":
        phone.page.locator(".digits .key", has_text=digit).tap()
    phone.enter(phone.button("Peg 61 for Ann"))
    expect(phone.page.locator(".winner")).to_have_text("Ann wins!")
    phone.enter(phone.button("Next game"))
    assert table.game.games == (1, 0)
    assert table.game.dealer == 1


def test_another_match_begins_with_the_same_names(phone: Phone, table: Table) -> None:
    """After a game that was left, other rules can be chosen and the options of the house."""
    phone.sit_down("acc", "Ann", "Ben", dealer="Ben")
    phone.button("Menu").tap()
    phone.enter(phone.page.get_by_role("button", name="Leave this game"))
    phone.button("New match with other rules or players").tap()
    phone.pick("rules", "six-card")
    phone.pick("target", "61")
    phone.page.get_by_text("Options", exact=True).tap()
    phone.page.get_by_label("His heels").fill("5")
    phone.page.get_by_text("Head start", exact=True).tap()
    phone.page.get_by_label("Head start: Ben").fill("7")
    phone.pick("dealer", "1")
    phone.enter(phone.button("Start"))
    game = table.game
    assert (game.players, game.rules.target, game.rules.heels) == (("Ann", "Ben"), 61, 5)
    assert (game.rules.muggins, game.scores) == (False, (0, 7))
