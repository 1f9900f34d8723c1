"""The hand that is to be counted next: whose it is, and what of it is still to be told."""

from scorekeeper.cards import Card, read_cards
from scorekeeper.game.state import DealState, Game, Phase
from scorekeeper.rules.options import house_rules
from web.live.view import Counting, counting_of


def due(known: str, starter: str, *, crib: bool = False) -> Counting:
    """Ben's hand, or Ann's crib, as it is due with *known* on the table."""
    game = Game(
        phase=Phase.SHOW,
        key="six-card",
        rules=house_rules("six-card", {}),
        players=("Ann", "Ben"),
        deal=DealState(
            number=1,
            dealer=0,
            scores=(0, 0),
            hands=((), ()) if crib else ((), read_cards(known.split())),
            starter=Card.parse(starter),
            shown=2 if crib else 0,
        ),
    )
    return counting_of(game)


def test_the_hand_that_is_due() -> None:
    """Whose it is, what lies there, and how many cards are missing."""
    known = read_cards(["5H", "10"])
    assert due("5H 10", "2C") == Counting(of=1, seat=1, known=known, missing=2, size=4)


def test_the_crib_is_the_dealer_s() -> None:
    """Nothing of it is known."""
    assert due("", "2C", crib=True) == Counting("crib", 0, (), 4, 4)


def test_outside_the_show_no_hand_is_due() -> None:
    """Nor when there is no game."""
    assert counting_of(Game()) is None
