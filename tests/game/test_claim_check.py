"""The check of a claim before it is entered: right, explained by suits, or withheld."""

import pytest

from scorekeeper.cards import Card, read_cards
from scorekeeper.game import actions as a
from scorekeeper.game.analysis.claim_check import WITHHELD, ClaimCheck, check_claim
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.live import Hint, Matter
from scorekeeper.game.state import Game
from scorekeeper.scoring import SuitClaim

NOBS, FOUR, FIVE = SuitClaim(nobs=True), SuitClaim(flush=4), SuitClaim(flush=5)


def at_the_show(starter: str = "5", rules: str = "six-card", **options: object) -> Game:
    """A table at the first hand of the show, without cards entered in the play."""
    game = Game()
    start = a.Start(rules=rules, players=("Ann", "Ben"), dealer=1, options=options)
    for action in (start, a.Starter(card=Card.parse(starter)), a.Show()):
        game, _ = apply(game, action)
    return game


def checked(claim: int, hand: str = "K J A 9", starter: str = "5") -> ClaimCheck:
    """Return the check of *claim* for *hand* if the true count is pegged in any case."""
    return check_claim(at_the_show(starter, muggins=False), counted(claim, hand))


def counted(claim: int | None, hand: str = "K J A 9") -> a.Count:
    return a.Count(cards=read_cards(hand.split()), claim=claim)


@pytest.mark.parametrize(
    ("claim", "suits", "hint"),
    [
        *((6, None, None), (7, (NOBS,), None), (10, (FOUR,), "less_without_flush")),
        *((12, (FIVE,), "less_without_flush"), (11, (), "less_without_flush")),
        *((9, (), "less_without_flush_more_with"), (8, (), "less_without_flush_more_with")),
        *((5, (), "more"), (13, (), "less")),
    ],
)
def test_a_wrong_claim_tells_only_what_would_make_it_right(
    claim: int, suits: tuple[SuitClaim, ...] | None, hint: Hint | None
) -> None:
    wanted = ClaimCheck(right=True) if suits is None else ClaimCheck(suits=suits, hint=hint)
    assert checked(claim) == wanted


@pytest.mark.parametrize(
    ("claim", "hand", "asked", "hint"),
    [
        (7, "K J A 9", ("nobs",), "less_without_flush_more_with"),
        (6, "2 9 10 K", (), "less_without_flush_more_with"),
        (8, "2 9 10 K", (), "less_without_flush"),
        (7, "K J A 9", ("nobs", "flush"), "less"),
        (12, "K J A 9", ("flush",), "less"),
        (9, "K J 9 9", ("nobs",), "less"),
    ],
)
def test_a_claim_that_stays_wrong_after_a_no_is_told_the_way(
    claim: int, hand: str, asked: tuple[Matter, ...], hint: Hint
) -> None:
    table = at_the_show(muggins=False)
    assert check_claim(table, counted(claim, hand), asked).hint == hint


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("six-card", {"muggins": True}),
        ("six-card", {"muggins": False, "exact_finish": True}),
        ("six-card", {"muggins": False, "undercount": "lost"}),
        ("six-card", {"muggins": False, "overcount": "fined"}),
        ("six-card", {"muggins": False, "overcount": "lost"}),
        ("acc", {}),
    ],
)
@pytest.mark.parametrize("claim", [0, 6, 12])
def test_nothing_is_told_where_something_hangs_on_a_claim(
    rules: str, options: dict[str, object], claim: int
) -> None:
    assert check_claim(at_the_show(rules=rules, **options), counted(claim)) == WITHHELD
