"""A second counter, written in another way than the first: the two must agree on everything.

Where the first one lists cards, this one never looks at a single card: it works on how many cards
of each rank there are. Fifteens are a coefficient of a polynomial, runs are words of a text. Suits
that nobody said are all tried out, from the whole deck.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod

from scorekeeper.cards import Card, Cards, Rank, Suit


def rank_points(cards: Iterable[Card]) -> int:
    """Fifteens, pairs and runs of *cards* at the show."""
    many = Counter(int(card.rank) for card in cards)
    pairs = sum(n * (n - 1) for n in many.values())
    return 2 * _ways_to_fifteen(many) + pairs + _run_points(many)


def _ways_to_fifteen(many: Counter[int]) -> int:
    """The coefficient of x¹⁵ in the product of (1 + x^pips) over the cards."""
    powers = [1] + [0] * 15
    for rank in many.elements():
        pips = min(rank, 10)
        powers = [here + (powers[x - pips] if x >= pips else 0) for x, here in enumerate(powers)]
    return powers[15]


def _run_points(many: Counter[int]) -> int:
    """Ranks as a text of how many there are: a run is a word of three letters or more."""
    words = "".join(str(many[rank]) for rank in range(1, 14)).split("0")
    return sum(len(word) * prod(map(int, word)) for word in words if len(word) >= 3)


def suit_points(hand: Cards, starter: Card, *, crib: bool) -> tuple[int, int]:
    """The flush and the nobs of cards whose suits are all known, as points."""
    suits = "".join(card.suit.value for card in hand if card.suit)
    same = suits == suits[0] * len(hand)
    five = same and starter.suit is hand[0].suit
    flush = (len(hand) + five) * (five if crib else same)
    right = f"{Rank.JACK.symbol}{starter.suit.value if starter.suit else '?'}"
    return flush, int(right in map(str, hand))


def points(hand: Cards, starter: Card, *, crib: bool = False) -> int:
    """Return the worth of a hand or crib whose suits are all known."""
    return rank_points((*hand, starter)) + sum(suit_points(hand, starter, crib=crib))


def ways(cards: Cards, elsewhere: Cards) -> Iterator[Cards]:
    """Every way to give *cards* the suits that they lack, each card of the deck once."""
    choices = [[card] if card.suit else [Card(card.rank, suit) for suit in Suit] for card in cards]
    taken = {card for card in elsewhere if card.suit}
    for way in product(*choices):
        if len(set(way)) == len(way) and taken.isdisjoint(way):
            yield way


def suits_said(
    cards: Cards, elsewhere: Cards, *, crib: bool, flush: int, nobs: bool
) -> tuple[int, int] | None:
    """Flush and nobs as all ways agree that leave true what was said; None if none does.

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
    """Return what the last card of *pile* earns in the play, without go and last card."""
    count = sum(min(card.rank, 10) for card in pile)
    ranks = [int(card.rank) for card in pile]
    alike = next((n for n in (4, 3, 2) if ranks[-n:] == [ranks[-1]] * n), 1)
    run = next((n for n in range(len(pile), 2, -1) if _is_run(ranks[-n:])), 0)
    return 2 * (count in (15, 31)) + alike * (alike - 1) + run


def _is_run(ranks: list[int]) -> bool:
    return sorted(ranks) == list(range(min(ranks), min(ranks) + len(ranks)))
