"""Score the card just laid. The pile is the cards of the current count, oldest first."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.cards import Card
from scorekeeper.scoring.combo import Combo, Combos, Why

LIMIT: Final = 31

EVERY_CARD_FITS: Final = LIMIT - 10
"""Up to this count every card can be played, so that no go is legal."""

ALIKE: Final = {2: (Why.PAIR, 2), 3: (Why.PAIR_ROYAL, 6), 4: (Why.DOUBLE_PAIR_ROYAL, 12)}


def count_of(pile: Sequence[Card]) -> int:
    """Return the running count."""
    return sum(card.pips for card in pile)


def score(pile: Sequence[Card]) -> Combos:
    """Return the combinations that the last card of *pile* scores: fifteen, pairs, run, thirty-one.
    Go and last card are not included.

    Encyclopaedia: only cards still on the table count, and only those immediately before it.
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
    """Return the length of the longest run of the last cards in any order; 0 if below three."""
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
