"""Flush and nobs at the show, when not every suit is known.

A card without a suit may have any suit that no other card of the deal is known to have. A result is
proved if every way to fill in the missing suits agrees on it. A suit claim leaves only the ways in
which it is true, and counts with all that follows from it; one that leaves none is impossible.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import TypeAlias

import msgspec

from scorekeeper.cards import Card, Cards, Rank, Suit


class SuitClaim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's word on suits: a flush of at least that many cards (0: none claimed), and nobs."""

    flush: int = 0
    nobs: bool = False


NO_SUIT_CLAIM = SuitClaim()


class HandToCount(msgspec.Struct, frozen=True):
    """A hand or a crib beside the starter; ``other_known_cards`` are those of the deal. A ``short``
    hand has fewer cards than the rules give it, and no flush."""

    hand: Cards
    starter: Card
    crib: bool = False
    other_known_cards: Cards = ()
    short: bool = False

    @property
    def cards(self) -> Cards:
        """The hand and the starter, which belongs to every hand."""
        return (*self.hand, self.starter)


class SuitResult(msgspec.Struct, frozen=True):
    """The number of cards in the flush (0: none) and the jack of nobs, if any."""

    flush: int
    nobs: Card | None


class ImpossibleSuitClaim(ValueError):
    """The known cards exclude the claim that a player ``said``."""

    def __init__(self, said: SuitClaim) -> None:
        super().__init__(f"these cards exclude flush={said.flush}, nobs={said.nobs}")
        self.said = said


Way: TypeAlias = tuple[Suit | None, ...]
"""One suit for each card, the starter last; None where no suit can matter."""


def suit_result(
    held: HandToCount, say: SuitClaim = NO_SUIT_CLAIM, *, crib_flush: bool = True
) -> SuitResult:
    """Return the flush and the nobs that the known suits prove, or else *say* claims.

    Raises ImpossibleSuitClaim if no way to fill in the missing suits makes *say* true.
    """
    result = _result(held, say, crib_flush=crib_flush)
    if result is None:
        raise ImpossibleSuitClaim(say)
    return result


@lru_cache(maxsize=256)  # A hand is counted for its claim, its points, and each phone that asks.
def _result(held: HandToCount, say: SuitClaim, *, crib_flush: bool) -> SuitResult | None:
    """Return the same, or None where *say* cannot be true."""
    ways = [
        (flush, jacks)
        for way in _ways(held, all_one=say.flush > 0)
        if (flush := _flush(way, held, crib_flush=crib_flush)) >= say.flush
        and ((jacks := _jacks(way, held)) or not say.nobs)
    ]
    if not ways or say.flush not in flushes(held, crib_flush=crib_flush):
        return None
    nobs = ways[0][1][0] if all(jacks for _, jacks in ways) else None
    return SuitResult(min(flush for flush, _ in ways), nobs)


def flushes(held: HandToCount, *, crib_flush: bool = True) -> tuple[int, ...]:
    """Return the possible flush sizes: none, the hand, the hand with the starter.

    A crib has only the one with the starter, if the rules give a crib a flush at all.
    """
    size = len(held.hand)
    if held.short:
        return (0,)
    if held.crib:
        return (0, size + 1) if crib_flush else (0,)
    return 0, size, size + 1


def _ways(held: HandToCount, *, all_one: bool) -> Iterator[Way]:
    """Yield every way to fill in the suits; with *all_one* only those with the hand in one suit."""
    known = tuple([card.suit for card in held.cards])
    if None not in known:  # Nothing to fill in. Most hands counted by themselves are such.
        if len(set(held.cards)) == len(known):
            yield known
        return
    choices = [_possible(card, held) for card in held.cards]
    if all_one:
        for suit in Suit:
            if all(suit in choice for choice in choices[:-1]):
                hand = (suit,) * len(held.hand)
                yield from _distinct(held, ((*hand, last) for last in choices[-1]))
        return
    matter = [
        choice if len(choice) == 1 or card.rank is Rank.JACK else (None,)
        for card, choice in zip(held.hand, choices, strict=False)
    ]
    yield from _distinct(held, product(*matter, choices[-1]))


def _possible(card: Card, held: HandToCount) -> tuple[Suit, ...]:
    """Return the suits that *card* may have: its own, or any not seen on a card of its rank."""
    if card.suit:
        return (card.suit,)
    seen = {
        other.suit for other in (*held.cards, *held.other_known_cards) if other.rank is card.rank
    }
    return tuple(suit for suit in Suit if suit not in seen)


def _distinct(held: HandToCount, ways: Iterator[Way]) -> Iterator[Way]:
    """Yield the *ways* in which no card occurs twice."""
    ranks = [card.rank for card in held.cards]
    twins = [
        (one, two) for one, two in combinations(range(len(ranks)), 2) if ranks[one] is ranks[two]
    ]
    for way in ways:
        if all(way[one] is None or way[one] is not way[two] for one, two in twins):
            yield way


def _flush(way: Way, held: HandToCount, *, crib_flush: bool) -> int:
    hand, starter = way[:-1], way[-1]
    if hand[0] is None or hand.count(hand[0]) < len(hand):
        return 0
    size = len(hand) + (starter is hand[0])
    return size if size in flushes(held, crib_flush=crib_flush) else 0


def _jacks(way: Way, held: HandToCount) -> Cards:
    """Return the jacks of the starter's suit: at most one, unless a suit does not matter."""
    starter = way[-1]
    return tuple(
        [
            card
            for card, suit in zip(held.hand, way, strict=False)
            if suit is starter and card.rank is Rank.JACK
        ]
    )
