"""Points for the card just laid, for a hand and for the crib: every combination with its cards.

A card of unknown suit may have any suit not ruled out by other known cards of the deal. A result is
proved if it is the same for every assignment of the missing suits. A suit claim restricts the
assignments to those in which it is true; if none is left, the claim is impossible.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, product
from typing import Final, TypeAlias

import msgspec

from scorekeeper.cards import Card, Cards, Rank, Suit, read_cards


class Why(StrEnum):
    """The reason for points, in the order in which answers list them."""

    FIFTEEN = "fifteen"
    PAIR = "pair"
    PAIR_ROYAL = "pair_royal"
    DOUBLE_PAIR_ROYAL = "double_pair_royal"
    RUN = "run"
    THIRTY_ONE = "thirty_one"
    GO = "go"
    LAST_CARD = "last_card"
    HEELS = "heels"
    FLUSH = "flush"
    NOBS = "nobs"
    CLAIM = "claim"
    FOR_LAST = "for_last"
    MUGGINS = "muggins"
    MISDEAL = "misdeal"
    OVERCOUNT = "overcount"
    PEG = "peg"


class Combo(msgspec.Struct, frozen=True):
    """``points`` (at least 1) for ``cards``, in the order in which they were laid."""

    kind: Why
    cards: Cards
    points: int


Combos: TypeAlias = tuple[Combo, ...]


def total(combos: Combos) -> int:
    """Return the sum of all points."""
    return sum(combo.points for combo in combos)


LIMIT: Final = 31

EVERY_CARD_FITS: Final = LIMIT - 10
"""The highest count at which every card can be played, so that a go is not legal."""

ALIKE: Final = {2: (Why.PAIR, 2), 3: (Why.PAIR_ROYAL, 6), 4: (Why.DOUBLE_PAIR_ROYAL, 12)}


def count_of(pile: Sequence[Card]) -> int:
    """Return the running count of *pile*."""
    return sum(card.pips for card in pile)


def score(pile: Sequence[Card]) -> Combos:
    """Return the combinations that the last card of *pile* scores: fifteen, pairs, run, thirty-one.
    Go and last card are not included.

    Encyclopaedia: only cards still on the table count, in an unbroken sequence up to the last card.
    """
    reached = count_of(pile)
    everything = tuple(pile)
    combos = []
    if reached == 15:
        combos.append(Combo(Why.FIFTEEN, everything, 2))
    alike = 1
    while alike < len(pile) and pile[-alike - 1].rank is pile[-1].rank:
        alike += 1
    if alike >= 2:
        kind, points = ALIKE[alike]
        combos.append(Combo(kind, everything[-alike:], points))
    if length := _run(pile):
        combos.append(Combo(Why.RUN, everything[-length:], length))
    if reached == LIMIT:
        combos.append(Combo(Why.THIRTY_ONE, everything, 2))
    return tuple(combos)


def _run(pile: Sequence[Card]) -> int:
    """Return the length of the longest run formed by the last cards, in any order; 0 if below
    three."""
    seen: set[int] = set()
    longest, low, high = 0, LIMIT, 0
    for length, card in enumerate(reversed(pile), 1):
        rank = card.rank
        if rank in seen:
            break
        seen.add(rank)
        if rank < low:
            low = rank
        if rank > high:
            high = rank
        if high - low == length - 1:
            longest = length
    return longest if longest >= 3 else 0


class SuitClaim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's statement about suits: a flush of at least this many cards (0: none), and nobs."""

    flush: int = 0
    nobs: bool = False


NO_SUIT_CLAIM = SuitClaim()


class HandToCount(msgspec.Struct, frozen=True):
    """A hand or crib with the starter; ``other_known_cards`` are the other known cards of the deal.
    A ``short`` hand has fewer cards than the rules deal, and cannot have a flush."""

    hand: Cards
    starter: Card
    crib: bool = False
    other_known_cards: Cards = ()
    short: bool = False

    @property
    def cards(self) -> Cards:
        """The hand and the starter, which counts with every hand."""
        return (*self.hand, self.starter)


class SuitResult(msgspec.Struct, frozen=True):
    """The number of cards in the flush (0: none), and the jack for nobs, if any."""

    flush: int
    nobs: Card | None


class ImpossibleSuitClaim(ValueError):
    """The known cards rule out the claim ``said``."""

    def __init__(self, said: SuitClaim) -> None:
        super().__init__(f"these cards exclude flush={said.flush}, nobs={said.nobs}")
        self.said = said


Way: TypeAlias = tuple[Suit | None, ...]
"""A suit for each card, the starter last; None for a card whose suit does not matter."""


def suit_result(
    held: HandToCount, say: SuitClaim = NO_SUIT_CLAIM, *, crib_flush: bool = True
) -> SuitResult:
    """Return the flush and nobs that follow from the known suits, or else from the claim *say*.

    Raises ImpossibleSuitClaim if *say* is false for every assignment of suits.
    """
    result = _result(held, say, crib_flush=crib_flush)
    if result is None:
        raise ImpossibleSuitClaim(say)
    return result


@lru_cache(maxsize=256)  # A hand is counted for its claim, its points, and each phone that asks.
def _result(held: HandToCount, say: SuitClaim, *, crib_flush: bool) -> SuitResult | None:
    sizes = flushes(held, crib_flush=crib_flush)
    results: list[tuple[int, Card | None]] = []
    for *hand, starter in _ways(held, all_one=say.flush > 0):
        is_flush = hand[0] is not None and hand.count(hand[0]) == len(hand)
        size = len(hand) + (starter is hand[0]) if is_flush else 0
        flush = size if size in sizes else 0
        jacks = [
            card
            for card, suit in zip(held.hand, hand, strict=True)
            if suit is starter and card.rank is Rank.JACK
        ]
        if flush >= say.flush and (jacks or not say.nobs):
            results.append((flush, jacks[0] if jacks else None))
    if not results or say.flush not in sizes:
        return None
    nobs = results[0][1] if all(jack for _, jack in results) else None
    return SuitResult(min(flush for flush, _ in results), nobs)


def flushes(held: HandToCount, *, crib_flush: bool = True) -> tuple[int, ...]:
    """Return the possible sizes of a flush: none, the hand, the hand with the starter.

    In a crib only the last one is possible, if the rules count a flush in the crib at all.
    """
    size = len(held.hand)
    if held.short:
        return (0,)
    if held.crib:
        return (0, size + 1) if crib_flush else (0,)
    return 0, size, size + 1


def _ways(held: HandToCount, *, all_one: bool) -> Iterator[Way]:
    """Yield every assignment of suits; with *all_one* only those in which the hand has one suit."""
    known = tuple([card.suit for card in held.cards])
    if None not in known:  # Nothing to fill in. Most hands counted by themselves are such.
        if len(set(held.cards)) == len(known):
            yield known
        return
    seen = {*held.cards, *held.other_known_cards}
    choices = [
        (card.suit,) if card.suit else tuple(s for s in Suit if Card(card.rank, s) not in seen)
        for card in held.cards
    ]
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


def _distinct(held: HandToCount, ways: Iterator[Way]) -> Iterator[Way]:
    ranks = [card.rank for card in held.cards]
    twins = [
        (one, two) for one, two in combinations(range(len(ranks)), 2) if ranks[one] is ranks[two]
    ]
    for way in ways:
        if all(way[one] is None or way[one] is not way[two] for one, two in twins):
            yield way


def count(
    held: HandToCount, say: SuitClaim = NO_SUIT_CLAIM, *, nobs: int = 1, crib_flush: bool = True
) -> Combos:
    """Return all combinations in *held*, in the order in which players call them.

    *nobs*: points for the jack of the starter's suit; *crib_flush*: true if five cards of one suit
    score in the crib. Raises ImpossibleSuitClaim if the known cards rule out *say*.
    """
    return (*by_rank(held.cards), *by_suit(held, say, nobs=nobs, crib_flush=crib_flush))


def by_rank(cards: Cards) -> Combos:
    """Return the combinations that depend on ranks only: fifteens, pairs and runs."""
    return (*_fifteens(cards), *_pairs(cards), *_runs(cards))


def by_suit(
    held: HandToCount, say: SuitClaim = NO_SUIT_CLAIM, *, nobs: int = 1, crib_flush: bool = True
) -> Combos:
    """Return flush and nobs, if proved or claimed."""
    result = suit_result(held, say, crib_flush=crib_flush)
    combos = []
    if result.flush:
        combos.append(Combo(Why.FLUSH, held.cards[: result.flush], result.flush))
    if result.nobs and nobs:
        combos.append(Combo(Why.NOBS, (result.nobs,), nobs))
    return tuple(combos)


BEST_HANDS: Final[Mapping[int, HandToCount]] = {
    3: HandToCount(read_cards(["5C", "5D", "5S"]), Card.parse("5H")),
    4: HandToCount(read_cards(["JH", "5C", "5D", "5S"]), Card.parse("5H")),
    5: HandToCount(read_cards(["4C", "4D", "5C", "5D", "6C"]), Card.parse("6D")),
}
"""A highest-scoring hand, by number of cards."""


def most(cards: int, *, nobs: int = 1) -> int:
    """Return the highest possible score of a hand of *cards* cards plus the starter."""
    return total(count(BEST_HANDS[cards], nobs=nobs))


def _fifteens(cards: Cards) -> Iterator[Combo]:
    """Return two points for each set of cards that adds up to fifteen, smallest sets first."""
    sums: list[tuple[int, Cards]] = [(0, ())]
    fifteens: list[Cards] = []
    for card in cards:
        pips, wanted = card.pips, 15 - card.pips
        for reached, others in tuple(sums):
            if reached < wanted:
                sums.append((reached + pips, (*others, card)))
            elif reached == wanted:
                fifteens.append((*others, card))
    fifteens.sort(key=len)
    return (Combo(Why.FIFTEEN, some, 2) for some in fifteens)


def _pairs(cards: Cards) -> Iterator[Combo]:
    """Return two points for each pair: three of a kind are three pairs, four are six."""
    for one, two in combinations(cards, 2):
        if one.rank is two.rank:
            yield Combo(Why.PAIR, (one, two), 2)


def _runs(cards: Cards) -> Iterator[Combo]:
    """Return one point per card for each run, of three or more cards and as long as possible."""
    by_rank: dict[int, list[Card]] = {}
    for card in cards:
        by_rank.setdefault(card.rank, []).append(card)
    stretches: list[list[list[Card]]] = []
    for rank in sorted(by_rank):
        if rank - 1 not in by_rank:
            stretches.append([])
        stretches[-1].append(by_rank[rank])
    for stretch in stretches:
        if len(stretch) >= 3:
            for some in product(*stretch):
                yield Combo(Why.RUN, some, len(some))
