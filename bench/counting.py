"""Hands counted per second, with all combinations listed, compared with a published package."""

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from cribbage_scorer import cribbage_scorer as peer

from bench.figures import Figure, spread
from scorekeeper.cards import DECK
from scorekeeper.scoring import HandToCount, count, total


def counting(*, hands: int, runs: int) -> Iterator[Figure]:
    """Count the same random hands with both libraries, alternately, each with its own card type."""
    chance = Random(29)
    deals = [tuple(chance.sample(DECK, 5)) for _ in range(hands)]
    ours = [HandToCount(deal[:4], deal[4]) for deal in deals]
    plain = [[(int(card.rank), card.suit.value) for card in deal if card.suit] for deal in deals]
    for held, cards in zip(ours, plain, strict=True):
        theirs = peer.show_calc_score(cards[4], cards[:4])[0]
        assert total(count(held)) == theirs, f"{held}: they have {theirs}"

    def rate(counted: Callable[[Any], object], every: list[Any]) -> float:
        began = perf_counter()
        for one in every:
            counted(one)
        return hands / (perf_counter() - began)

    pairs = [
        (
            rate(count, ours),
            rate(lambda cards: peer.show_calc_score(cards[4], cards[:4]), plain),
        )
        for _ in range(runs)
    ]
    mine, others = zip(*pairs, strict=True)
    yield Figure(
        "Counting a hand, every point naming its cards: times as fast as cribbage-scorer",
        median(here / there for here, there in pairs),
        " ×",
        at_least=1,
        beside=f"{spread(mine, ' a second')} against {spread(others, '')}",
    )
