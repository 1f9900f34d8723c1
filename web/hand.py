"""The hand that is to be counted next, as far as everybody can see it."""

from __future__ import annotations

import msgspec

from scorekeeper.cards import Cards
from scorekeeper.game.actions import Of, Seat
from scorekeeper.game.state import Game
from scorekeeper.rules.variants import CRIB


class Counting(msgspec.Struct, frozen=True):
    """``missing`` cards of ``size`` must still be told."""

    of: Of
    seat: Seat
    known: Cards
    missing: int
    size: int


def counting_of(game: Game) -> Counting | None:
    """Whose hand, or the crib, is asked for; None outside the show."""
    of, deal = game.counting, game.deal
    if of is None or game.rules is None or deal is None or deal.starter is None:
        return None
    seat = game.turn
    assert seat is not None
    known = deal.crib if of == "crib" else deal.hands[of]
    size = CRIB if of == "crib" else game.rules.hand
    return Counting(of=of, seat=seat, known=known, missing=size - len(known), size=size)
