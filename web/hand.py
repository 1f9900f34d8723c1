"""The hand that is to be counted next, as far as everybody can see it."""

from __future__ import annotations

import msgspec

from scorekeeper.cards import Card, Cards, Rank, Suit
from scorekeeper.game.actions import Of, Seat
from scorekeeper.game.state import Game
from scorekeeper.rules import CRIB


class Counting(msgspec.Struct, frozen=True):
    """``missing`` cards of ``size`` must still be told.

    ``flushes`` are the sizes that a player may say without being contradicted by a card that lies
    face up; ``jack``: one of the known cards may be nobs.
    """

    of: Of
    seat: Seat
    known: Cards
    missing: int
    size: int
    flushes: tuple[int, ...]
    jack: bool


def counting_of(game: Game) -> Counting | None:
    """Whose hand, or the crib, is asked for; None outside the show."""
    of, deal = game.counting, game.deal
    if of is None or game.rules is None or deal is None or deal.starter is None:
        return None
    seat = game.turn
    assert seat is not None
    known = deal.crib if of == "crib" else deal.hands[of]
    size = CRIB if of == "crib" else game.rules.hand
    seen = frozenset(game.known())
    sizes = {
        size: of != "crib" and _one_suit(known, seen),
        size + 1: (of != "crib" or game.rules.crib_flush == "five")
        and _one_suit((*known, deal.starter), seen),
    }
    return Counting(
        of=of,
        seat=seat,
        known=known,
        missing=size - len(known),
        size=size,
        flushes=tuple(size for size, possible in sizes.items() if possible),
        jack=any(_may_be_nobs(card, deal.starter, seen) for card in known),
    )


def _suits(card: Card, seen: frozenset[Card]) -> set[Suit]:
    """The suits that *card* may have beside all that is *seen*."""
    if card.suit:
        return {card.suit}
    return {suit for suit in Suit if Card(card.rank, suit) not in seen}


def _one_suit(cards: Cards, seen: frozenset[Card]) -> bool:
    """Whether all *cards* may be of one suit."""
    ranks = {card.rank for card in cards}
    shared = set(Suit).intersection(*(_suits(card, seen) for card in cards))
    return len(ranks) == len(cards) and bool(shared)


def _may_be_nobs(card: Card, starter: Card, seen: frozenset[Card]) -> bool:
    return (
        card.rank is Rank.JACK
        and starter.rank is not Rank.JACK
        and not _suits(card, seen).isdisjoint(_suits(starter, seen))
    )
