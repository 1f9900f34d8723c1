"""Every possible hand: the exact frequency of each total, counted by the real functions.

Two reductions, both using the real functions. Ranks alone determine fifteens, pairs and runs, so
`by_rank` counts each set of ranks once with each rank of the starter. Suits determine flush and
nobs, which depend only on which cards of the hand share a rank, which are jacks and which match the
starter's rank, so `by_suit` counts every assignment of suits to one set of each such pattern. That
nothing else matters is verified by the tests of single hands at the end.
"""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Final, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.cards import DECK, Card, Cards, Rank, Suit
from scorekeeper.scoring import (
    HandToCount,
    ImpossibleSuitClaim,
    SuitClaim,
    by_rank,
    by_suit,
    count,
    most,
    suit_result,
    total,
)
from tests.kit.oracles.second_counter import rank_points, suit_points, suits_said
from tests.kit.paths import DATA

Ranks: TypeAlias = tuple[Rank, ...]
Pattern: TypeAlias = tuple[tuple[int, bool, bool], ...]
"""For each rank of a hand: number of cards, whether jacks, whether the starter's rank."""

TABLES: Final = json.loads((DATA / "vectors" / "distributions.json").read_text(encoding="utf-8"))


def rank_sets(size: int) -> Iterator[tuple[Ranks, Rank]]:
    for ranks in combinations_with_replacement(Rank, size):
        if max(Counter(ranks).values()) <= 4:
            for starter in Rank:
                if ranks.count(starter) < 4:
                    yield ranks, starter


def pattern(ranks: Ranks, starter: Rank) -> Pattern:
    """Return everything about *ranks* and *starter* that affects suits."""
    return tuple(
        sorted((many, rank is Rank.JACK, rank is starter) for rank, many in Counter(ranks).items())
    )


def suit_ways(ranks: Ranks, starter: Rank) -> Iterator[tuple[Cards, Card]]:
    groups = [
        combinations([Card(rank, suit) for suit in Suit], many)
        for rank, many in Counter(ranks).items()
    ]
    for parts in product(*groups):
        hand = tuple(card for part in parts for card in part)
        for suit in Suit:
            turned = Card(starter, suit)
            if turned not in hand:
                yield hand, turned


class Suits:
    """The number of suit assignments by points, for each pattern of hands."""

    def __init__(self, *, crib: bool = False, flush: bool = True) -> None:
        self.crib, self.flush = crib, flush
        self.known: dict[tuple[Pattern, bool], Counter[int]] = {}

    def of(self, ranks: Ranks, starter: Rank) -> Counter[int]:
        """Return the number of suit assignments by points for hands of these ranks."""
        key = pattern(ranks, starter), starter is Rank.JACK
        if key not in self.known:
            ways = suit_ways(ranks, starter)
            self.known[key] = Counter(self._points(HandToCount(*way, self.crib)) for way in ways)
        return self.known[key]

    def _points(self, held: HandToCount) -> int:
        combos = by_suit(held)
        return total(combos if self.flush else tuple(c for c in combos if len(c.cards) == 1))


def distribution(size: int, **how: bool) -> dict[str, int]:
    """Return the number of hands of *size* cards, each with every starter, by their worth."""
    suits, found = Suits(**how), Counter[int]()
    for ranks, starter in rank_sets(size):
        worth = points_of(ranks, starter)
        for more, times in suits.of(ranks, starter).items():
            found[worth + more] += times
    return {str(worth): found[worth] for worth in sorted(found)}


@cache
def points_of(ranks: Ranks, starter: Rank) -> int:
    return total(by_rank(tuple(map(Card, (*ranks, starter)))))


@pytest.mark.parametrize(
    ("table", "size", "how"),
    [
        ("six_card_hand", 4, {}),
        ("six_card_crib", 4, {"crib": True}),
        ("six_card_no_flush", 4, {"flush": False}),
        ("five_card_hand", 3, {}),
        ("five_card_hand_no_flush", 3, {"flush": False}),
        ("seven_card_hand", 5, {}),
    ],
)
def test_distribution_of_hand_totals_is_exact(table: str, size: int, how: dict[str, bool]) -> None:
    found = distribution(size, **how)
    assert found == TABLES[table]["counts"]
    assert sum(found.values()) == TABLES[table]["n"]
    mean = sum(int(worth) * times for worth, times in found.items()) / TABLES[table]["n"]
    assert mean == pytest.approx(TABLES[table]["mean"], abs=1e-12)


def test_distribution_equals_the_published_table() -> None:
    published = TABLES["published"]["counts"]
    assert {worth: times for worth, times in published.items() if times} == distribution(4)
    assert [worth for worth, times in published.items() if not times] == ["19", "25", "26", "27"]


@pytest.mark.parametrize(("table", "size"), [("five", 3), ("six", 4), ("seven", 5)])
def test_no_hand_is_worth_more_than_the_best(table: str, size: int) -> None:
    assert most(size) == max(map(int, TABLES[f"{table}_card_hand"]["counts"]))


@pytest.mark.slow
def test_distribution_is_exact_hand_by_hand() -> None:
    found = Counter[int]()
    for hand in combinations(DECK, 4):
        found.update(
            total(count(HandToCount(hand, starter))) for starter in DECK if starter not in hand
        )
    assert {str(worth): found[worth] for worth in sorted(found)} == TABLES["six_card_hand"][
        "counts"
    ]


@pytest.mark.parametrize("size", [3, 4, 5])
def test_second_counter_agrees_on_all_ranks(size: int) -> None:
    for ranks, starter in rank_sets(size):
        assert points_of(ranks, starter) == rank_points(map(Card, (*ranks, starter)))


@pytest.mark.parametrize("crib", [False, True], ids=["hand", "crib"])
def test_second_counter_agrees_on_all_suits(crib: bool) -> None:
    seen = set()
    for ranks, starter in rank_sets(4):
        if (key := pattern(ranks, starter)) not in seen:
            seen.add(key)
            for hand, turned in suit_ways(ranks, starter):
                found = total(by_suit(HandToCount(hand, turned, crib)))
                assert found == sum(suit_points(hand, turned, crib=crib))


FEW_SUITS: Final = tuple(
    card for card in DECK if card.suit is Suit.HEARTS or card.rank in (Rank.FIVE, Rank.JACK)
)
"""Cards with which flushes and nobs are likely."""

hands = st.one_of(
    st.lists(st.sampled_from(pool), min_size=4, max_size=6, unique=True)
    for pool in (DECK, FEW_SUITS)
)


@st.composite
def half_known(draw: st.DrawFn) -> tuple[HandToCount, SuitClaim]:
    """Generate a hand or crib with unknown suits, other cards of the deal, and suit claims."""
    *cards, starter = draw(hands)
    rest = [card for card in DECK if card not in (*cards, starter)]
    ranks = {card.rank for card in (*cards, starter)}
    alike = [card for card in rest if card.rank in ranks]
    pool = st.sampled_from(draw(st.sampled_from((rest, alike))))
    elsewhere = draw(st.lists(pool, max_size=12, unique=True))
    bare = draw(st.integers(0, 2 ** (len(cards) + 1 + len(elsewhere)) - 1))
    told = tuple(
        Card(card.rank) if bare >> place & 1 else card
        for place, card in enumerate((*cards, starter, *elsewhere))
    )
    size = len(cards)
    say = SuitClaim(draw(st.sampled_from((0, 0, 3, 4, 5, 6))), draw(st.booleans()))
    held = HandToCount(told[:size], told[size], draw(st.booleans()), told[size + 1 :])
    return held, say


@settings(max_examples=500)
@given(half_known())
def test_second_counter_agrees_where_suits_are_missing(
    table: tuple[HandToCount, SuitClaim],
) -> None:
    held, say = table
    said = suits_said(
        held.cards, held.other_known_cards, crib=held.crib, flush=say.flush, nobs=say.nobs
    )
    try:
        found = suit_result(held, say)
    except ImpossibleSuitClaim:
        assert said is None
    else:
        assert said == (found.flush, int(found.nobs is not None))
