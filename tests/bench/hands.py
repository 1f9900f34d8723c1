"""Hands counted in a second with every point explained, beside the package on PyPI."""

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter

from cribbage_scorer import cribbage_scorer as peer

from scorekeeper.cards import DECK, Card, Cards
from scorekeeper.scoring.combo import total
from scorekeeper.scoring.show import HandToCount, count
from scorekeeper.words import Words
from tests.bench.figures import Aim, Figure, halves

SEED = 29


def counting(*, hands: int, runs: int) -> Iterator[Figure]:
    """Both count the same random hands of four with a starter, in turns, each in its own cards."""
    chance = Random(SEED)
    deals = [tuple(chance.sample(DECK, 5)) for _ in range(hands)]
    theirs = [([_plain(card) for card in deal[:4]], _plain(deal[4])) for deal in deals]
    _agree(deals, theirs)
    pairs = [
        (_rate(_ours, deals), _rate(_theirs, theirs), _rate(_spoken, deals)) for _ in range(runs)
    ]
    ours, peers, spoken = zip(*pairs, strict=True)
    yield Figure(
        "Counting a hand, every point naming its cards: times as fast as cribbage-scorer",
        median(our / their for our, their, _ in pairs),
        " ×",
        Aim(at_least=1),
        f"{halves(ours, ' a second')} against {halves(peers, '')}",
    )
    yield Figure(
        "The same, said as players say it", median(spoken), " a second", None, halves(spoken, "")
    )


Deal = Cards
Plain = tuple[int, str]


def _plain(card: Card) -> Plain:
    """A card as cribbage-scorer knows it."""
    assert card.suit
    return int(card.rank), card.suit.value


def _rate(count_all: Callable[[list], object], deals: list) -> float:
    began = perf_counter()
    count_all(deals)
    return len(deals) / (perf_counter() - began)


def _ours(deals: list[Deal]) -> None:
    for deal in deals:
        count(HandToCount(deal[:4], deal[4]))


def _theirs(deals: list[tuple[list[Plain], Plain]]) -> None:
    for hand, starter in deals:
        peer.show_calc_score(starter, hand)


def _spoken(deals: list[Deal]) -> None:
    tally = Words.of("en").tally
    for deal in deals:
        tally(count(HandToCount(deal[:4], deal[4])))


def _agree(deals: list[Deal], theirs: list[tuple[list[Plain], Plain]]) -> None:
    """Two counters that differ are not worth comparing."""
    for deal, (hand, starter) in zip(deals, theirs, strict=True):
        our, their = (
            total(count(HandToCount(deal[:4], deal[4]))),
            peer.show_calc_score(starter, hand)[0],
        )
        assert our == their, f"{' '.join(map(str, deal))}: {our} here, {their} there"
