"""A second counter with a different algorithm, which must always agree with the first.

While the first one enumerates cards, this one works on the number of cards of each rank: fifteens
are a coefficient of a polynomial, runs are words of a text. For missing suits, all possibilities of
the deck are tried.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod

from scorekeeper.cards import Card, Cards, Rank, Suit


def rank_points(cards: Iterable[Card]) -> int:
    """Return fifteens, pairs and runs of *cards* at the show."""
    many = Counter(int(card.rank) for card in cards)
    pairs = sum(n * (n - 1) for n in many.values())
    return 2 * _ways_to_fifteen(many) + pairs + _run_points(many)


def _ways_to_fifteen(many: Counter[int]) -> int:
    """Return the coefficient of x¹⁵ in the product of (1 + x^pips) over the cards."""
    powers = [1] + [0] * 15
    for rank in many.elements():
        pips = min(rank, 10)
        powers = [here + (powers[x - pips] if x >= pips else 0) for x, here in enumerate(powers)]
    return powers[15]


def _run_points(many: Counter[int]) -> int:
    """Find runs as words of three or more letters in a text of the counts per rank."""
    words = "".join(str(many[rank]) for rank in range(1, 14)).split("0")
    return sum(len(word) * prod(map(int, word)) for word in words if len(word) >= 3)


def suit_points(hand: Cards, starter: Card, *, crib: bool) -> tuple[int, int]:
    """Return the points of flush and nobs if all suits are known."""
    suits = "".join(card.suit.value for card in hand if card.suit)
    same = suits == suits[0] * len(hand)
    five = same and starter.suit is hand[0].suit
    flush = (len(hand) + five) * (five if crib else same)
    right = f"{Rank.JACK.symbol}{starter.suit.value if starter.suit else '?'}"
    return flush, int(right in map(str, hand))


def points(hand: Cards, starter: Card, *, crib: bool = False) -> int:
    """Return the worth of a hand or crib if all suits are known."""
    return rank_points((*hand, starter)) + sum(suit_points(hand, starter, crib=crib))


def ways(cards: Cards, elsewhere: Cards) -> Iterator[Cards]:
    """Yield every way to assign the missing suits of *cards*, each card of the deck once."""
    choices = [[card] if card.suit else [Card(card.rank, suit) for suit in Suit] for card in cards]
    taken = {card for card in elsewhere if card.suit}
    for way in product(*choices):
        if len(set(way)) == len(way) and taken.isdisjoint(way):
            yield way


def suits_said(
    cards: Cards, elsewhere: Cards, *, crib: bool, flush: int, nobs: bool
) -> tuple[int, int] | None:
    """Return flush and nobs if all ways consistent with the claims agree; None otherwise.

    *cards* are the hand and then the starter.
    """
    true = [
        found
        for way in ways(cards, elsewhere)
        if (found := suit_points(way[:-1], way[-1], crib=crib))[0] >= flush and found[1] >= nobs
    ]
    sizes = {0, len(cards)} if crib else {0, len(cards) - 1, len(cards)}
    if not true or flush not in sizes:
        return None
    return min(one for one, _ in true), min(one for _, one in true)


def play_points(pile: Sequence[Card]) -> int:
    """Return the points of the last card of *pile* in the play, without go and last card."""
    count = sum(min(card.rank, 10) for card in pile)
    ranks = [int(card.rank) for card in pile]
    alike = next((n for n in (4, 3, 2) if ranks[-n:] == [ranks[-1]] * n), 1)
    run = next((n for n in range(len(pile), 2, -1) if _is_run(ranks[-n:])), 0)
    return 2 * (count in (15, 31)) + alike * (alike - 1) + run


def _is_run(ranks: list[int]) -> bool:
    return sorted(ranks) == list(range(min(ranks), min(ranks) + len(ranks)))
