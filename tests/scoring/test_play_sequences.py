"""Every possible sequence of one count, 183,483,987 of them, scored by the real function.

The points of a card depend on the count and on the tail of the pile: its longest end without a
repeated rank or, if the last ranks are equal, those. So each tail is scored once for each count at
which it can end, on a real pile, weighted by the number of ways to reach it. That the classes are
complete is verified by their sum.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import comb
from typing import Final, NamedTuple, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.cards import DECK, Card, Rank
from scorekeeper.scoring import LIMIT, count_of, score, total
from tests.kit.oracles.second_counter import play_points

Pile: TypeAlias = tuple[Card, ...]
Left: TypeAlias = tuple[int, ...]
"""The number of cards of each rank, from ace to king, that can still be laid."""

CARDS: Final = tuple(Card(rank) for rank in Rank)
FULL: Final[Left] = (4,) * 13


class Sums(NamedTuple):
    piles: int
    scoring: int
    points: int


def without(left: Left, pile: Pile) -> Left:
    """Return *left* without the cards of *pile*; a rank with too few cards counts as −1."""
    laid = Counter(card.rank for card in pile)
    return tuple(many - laid[rank] for many, rank in zip(left, Rank, strict=True))


@cache
def _orders(left: Left) -> dict[tuple[int, int], int]:
    """Return the number of orders of some ranks of *left*, by number of cards and count.

    Kings come first: few high cards fit, so most steps have little to compute.
    """
    if not left:
        return {(0, 0): 1}
    pips, found = CARDS[-len(left)].pips, Counter[tuple[int, int]]()
    for (cards, count), orders in _orders(left[:-1]).items():
        for more in range(min(left[-1], (LIMIT - count) // pips) + 1):
            found[cards + more, count + more * pips] += orders * comb(cards + more, more)
    return dict(found)


@cache
def piles(left: Left) -> tuple[int, ...]:
    """Return the number of piles that can be laid from *left*, by count from 0 to 31."""
    by_count, tens = Counter[int](), sorted(left[9:])  # Ten to king have one value.
    for (_, count), orders in _orders((*tens, *left[8::-1])).items() if min(left) >= 0 else ():
        by_count[count] += orders
    return tuple(by_count[count] for count in range(LIMIT + 1))


@cache
def pile_of(left: Left, count: int) -> Pile | None:
    """Return a pile from *left* with this *count*, if there is one."""
    if min(left) < 0 or count < 0:
        return None
    if count == 0:
        return ()
    for card in reversed(CARDS):
        if left[card.rank - 1] and card.pips <= count:
            rest = pile_of(without(left, (card,)), count - card.pips)
            if rest is not None:
                return (*rest, card)
    return None


def ending_in(left: Left, last: Card, count: int) -> tuple[int, Pile | None]:
    """Return the number of piles from *left* that end in *last* at *count*, and one of them."""
    less, before = without(left, (last,)), count - last.pips
    many = piles(less)[before] if before >= 0 else 0
    pile = pile_of(less, before)
    return many, None if pile is None else (*pile, last)


@cache
def before_unlike(ranks: frozenset[Rank]) -> list[tuple[int, Pile]]:
    """Return piles before a tail of different *ranks*, by count: each ends in one, or is empty.

    A tail of one card has none: with any card before it, it would be longer, or a pair.
    """
    tail, found = tuple(CARDS[rank - 1] for rank in sorted(ranks)), [(1, Pile())]
    for count in range(1, LIMIT - count_of(tail) + 1) if len(tail) > 1 else ():
        ways = [ending_in(without(FULL, tail), card, count) for card in tail]
        before = next((pile for _, pile in ways if pile), None)
        if before is not None:
            found.append((sum(many for many, _ in ways), before))
    return found


def before_alike(tail: Pile, count: int) -> tuple[int, Pile | None]:
    """Return the piles before a tail of one rank: none of them ends in it."""
    left, card = without(FULL, tail), tail[-1]
    many = piles(left)[count] - ending_in(left, card, count)[0]
    others = (ending_in(left, other, count)[1] for other in CARDS if other != card)
    return many, () if count == 0 else next((pile for pile in others if pile), None)


def unlike_tails(tail: Pile = (), room: int = LIMIT) -> Iterator[Pile]:
    for card in CARDS:
        if card.pips <= room and card not in tail:
            yield (*tail, card)
            yield from unlike_tails((*tail, card), room - card.pips)


def classes() -> Iterator[tuple[int, Pile]]:
    """Yield one pile of each class, and the size of the class."""
    for tail in unlike_tails():
        for many, before in before_unlike(frozenset([card.rank for card in tail])):
            yield many, (*before, *tail)
    for tail in ((card,) * alike for card in CARDS for alike in (2, 3, 4)):
        for count in range(LIMIT - count_of(tail) + 1):
            many, before = before_alike(tail, count)
            if many and before is not None:
                yield many, (*before, *tail)


def test_scores_of_all_piles_of_one_count() -> None:
    many = scoring = points = 0
    for like_it, pile in classes():
        worth = total(score(pile))
        many += like_it
        scoring += like_it * bool(worth)
        points += like_it * worth
    assert Sums(many, scoring, points) == Sums(183_483_987, 113_282_054, 348_218_884)


@pytest.mark.slow
def test_second_counter_agrees_on_every_class_of_piles() -> None:
    for _, pile in classes():
        assert total(score(pile)) == play_points(pile)


def fit(cards: list[Card]) -> Pile:
    pile: Pile = ()
    for card in cards:
        if count_of(pile) + card.pips <= LIMIT:
            pile = (*pile, card)
    return pile


LOW: Final = tuple(card for card in DECK if card.rank <= Rank.EIGHT)

series = st.one_of(
    st.lists(st.sampled_from(pool), min_size=1, max_size=12, unique=True).map(fit)
    for pool in (LOW, DECK)
)


@settings(max_examples=200)
@given(pile=series)
def test_second_counter_agrees_on_any_pile(pile: Pile) -> None:
    assert total(score(pile)) == play_points(pile)


@settings(max_examples=100)
@given(pile=series)
def test_combinations_name_their_cards_in_order(pile: Pile) -> None:
    for combo in score(pile):
        assert combo.cards == pile[-len(combo.cards) :]
        assert combo.kind not in ("fifteen", "thirty_one") or combo.cards == pile
