"""Count a hand or a crib at the show, each point with the cards that earn it."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Final

from scorekeeper.cards import Card, Cards, read_cards
from scorekeeper.scoring.combo import Combo, Combos, Why, total
from scorekeeper.scoring.suits import NO_SUIT_CLAIM, HandToCount, SuitClaim, suit_result


def count(
    held: HandToCount, say: SuitClaim = NO_SUIT_CLAIM, *, nobs: int = 1, crib_flush: bool = True
) -> Combos:
    """Return everything that *held* is worth, in the order in which players call it.

    *nobs* is the worth of the jack of the starter's suit; *crib_flush* is true if five of a suit
    score in the crib. Raises ImpossibleSuitClaim if the known cards exclude *say*.
    """
    return (*by_rank(held.cards), *by_suit(held, say, nobs=nobs, crib_flush=crib_flush))


BEST_HANDS: Final[Mapping[int, HandToCount]] = {
    3: HandToCount(read_cards(["5C", "5D", "5S"]), Card.parse("5H")),
    4: HandToCount(read_cards(["JH", "5C", "5D", "5S"]), Card.parse("5H")),
    5: HandToCount(read_cards(["4C", "4D", "5C", "5D", "6C"]), Card.parse("6D")),
}
"""None of so many cards is worth more."""


def most(cards: int, *, nobs: int = 1) -> int:
    """Return what a hand of so many *cards* is worth at most, with the starter."""
    return total(count(BEST_HANDS[cards], nobs=nobs))


def by_rank(cards: Cards) -> Combos:
    """Return fifteens, pairs and runs: all that ranks alone decide."""
    return (*fifteens(cards), *pairs(cards), *runs(cards))


def by_suit(
    held: HandToCount, say: SuitClaim = NO_SUIT_CLAIM, *, nobs: int = 1, crib_flush: bool = True
) -> Combos:
    """Return the flush and the nobs, each only if proved or said."""
    found = suit_result(held, say, crib_flush=crib_flush)
    combos = []
    if found.flush:
        combos.append(Combo(Why.FLUSH, held.cards[: found.flush], found.flush))
    if found.nobs and nobs:
        combos.append(Combo(Why.NOBS, (found.nobs,), nobs))
    return tuple(combos)


def fifteens(cards: Cards) -> Iterator[Combo]:
    """Return two for each set of cards that adds up to fifteen, the fewest cards first."""
    sums: list[tuple[int, Cards]] = [(0, ())]
    found: list[Cards] = []
    for card in cards:
        pips, wanted = card.pips, 15 - card.pips
        for reached, before in tuple(sums):
            if reached < wanted:
                sums.append((reached + pips, (*before, card)))
            elif reached == wanted:
                found.append((*before, card))
    found.sort(key=len)
    return (Combo(Why.FIFTEEN, some, 2) for some in found)


def pairs(cards: Cards) -> Iterator[Combo]:
    """Two for each pair: three of a kind hold three of them, four hold six."""
    for one, two in combinations(cards, 2):
        if one.rank is two.rank:
            yield Combo(Why.PAIR, (one, two), 2)


def runs(cards: Cards) -> Iterator[Combo]:
    """One a card for each way to walk a longest stretch of three or more neighbouring ranks."""
    for stretch in _stretches(cards):
        if len(stretch) >= 3:
            for some in product(*stretch):
                yield Combo(Why.RUN, some, len(some))


def _stretches(cards: Cards) -> list[list[list[Card]]]:
    """Return the cards grouped by rank, and neighbouring ranks into stretches."""
    by: dict[int, list[Card]] = {}
    for card in cards:
        by.setdefault(card.rank, []).append(card)
    stretches: list[list[list[Card]]] = []
    for rank in sorted(by):
        if rank - 1 not in by:
            stretches.append([])
        stretches[-1].append(by[rank])
    return stretches
