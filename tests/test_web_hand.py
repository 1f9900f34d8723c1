"""What the page may offer to say of the next hand: only what no card on the table contradicts."""

from __future__ import annotations

import pytest

from scorekeeper.cards import Card, read_cards
from scorekeeper.game.state import DealState, Game, Phase
from scorekeeper.options import house_rules
from web.hand import Counting, counting_of


def due(
    known: str, starter: str, other: str = "", *, crib: bool = False, **options: object
) -> Counting:
    """Ben's hand, or Ann's crib, as it is due with *known* on the table."""
    hands = (read_cards(other.split()), read_cards(known.split()))
    game = Game(
        phase=Phase.SHOW,
        key="six-card",
        rules=house_rules("six-card", options),
        players=("Ann", "Ben"),
        deal=DealState(
            number=1,
            dealer=0,
            scores=(0, 0),
            hands=((), ()) if crib else hands,
            starter=Card.parse(starter),
            shown=2 if crib else 0,
        ),
    )
    counting = counting_of(game)
    assert counting
    return counting


def test_the_hand_that_is_due() -> None:
    """Whose it is, what lies there, and how many cards are missing."""
    assert due("5H 10", "2C") == Counting(
        of=1,
        seat=1,
        known=read_cards(["5H", "10"]),
        missing=2,
        size=4,
        flushes=(4,),
        jack=False,
    )


def test_the_crib_is_the_dealer_s() -> None:
    """Nothing of it is known, and only five of a suit score there."""
    assert due("", "2C", crib=True) == Counting("crib", 0, (), 4, 4, (5,), False)


def test_where_a_crib_has_no_flush_none_is_offered() -> None:
    """Some rules count no flush in the crib."""
    assert due("", "2C", crib=True, crib_flush="none").flushes == ()


def test_outside_the_show_no_hand_is_due() -> None:
    """Nor when there is no game."""
    assert counting_of(Game()) is None


@pytest.mark.parametrize(
    ("known", "starter", "other", "flushes"),
    [
        ("2H 4H 6H 8H", "10H", "", (4, 5)),
        ("2 4 6 8", "10", "", (4, 5)),
        ("2H 4 6 8", "10C", "", (4,)),
        ("2 4 6 8H", "8", "", (4,)),
        ("2H 4C 6 8", "10", "", ()),
        ("2 2 6 8", "10", "", ()),
        ("2H", "10", "", (4, 5)),
        ("", "10", "", (4, 5)),
        ("2H 4 6 8", "10H", "4H", ()),
        ("2 4 6 8", "10", "4H 6C 8D 2S", ()),
        ("2 4 6 8", "10", "4H 6C 8D", (4, 5)),
        ("2 4 6 8", "10S", "10H 4H 6C 8D", (4, 5)),
        ("2 4 6 8", "10H", "4H 6C 8D", (4,)),
    ],
)
def test_a_flush_is_offered_only_where_it_can_be(
    known: str, starter: str, other: str, flushes: tuple[int, ...]
) -> None:
    """Two suits, a pair, or a card that lies elsewhere in that suit exclude it."""
    assert due(known, starter, other).flushes == flushes


@pytest.mark.parametrize(
    ("known", "starter", "other", "jack"),
    [
        ("JH 4", "10H", "", True),
        ("J 4", "10H", "", True),
        ("JH 4", "10", "", True),
        ("J 4", "10", "", True),
        ("JH 4", "10C", "", False),
        ("10H 4", "JH", "", False),
        ("J 4", "J", "", False),
        ("J 4", "10H", "JH", False),
        ("JH 4", "10", "10H", False),
        ("Q 4", "10H", "", False),
    ],
)
def test_nobs_is_offered_only_where_it_can_be(
    known: str, starter: str, other: str, *, jack: bool
) -> None:
    """A known jack that may have the starter's suit, as far as everybody can see."""
    assert due(known, starter, other).jack is jack
