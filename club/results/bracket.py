"""The number that qualify, and the bracket that they play in."""

from typing import TypeAlias

import msgspec

from scorekeeper.words import Fault, en


class Bracket(msgspec.Struct, frozen=True):
    """``qualify`` play in a bracket for ``size``; the best have ``byes`` in its first round."""

    qualify: int
    size: int
    byes: int


FEWEST, MOST = 1, 10_000


def bracket(entrants: int) -> Bracket:
    """Return the bracket of a quarter of *entrants*, rounded up. Raises Fault where there are
    none."""
    if not FEWEST <= entrants <= MOST:
        sentence = en("{value} entrants cannot be; there are {fewest} to {most}.")
        raise Fault(sentence, value=entrants, fewest=FEWEST, most=MOST)
    qualify = -(-entrants // 4)
    size = 1 << (qualify - 1).bit_length()
    return Bracket(qualify, size, size - qualify)


Match: TypeAlias = tuple[int, int | None]
"""Two by their place in the standing; the second is None where the first has a bye."""


def first_matches(qualify: int) -> tuple[Match, ...]:
    """Return the matches of the first round, from the top of the bracket down.

    The first and the second meet in the final at the earliest, the best have the byes.

    >>> first_matches(6)
    ((1, None), (4, 5), (2, None), (3, 6))
    """
    order = [1]
    while len(order) < qualify:
        total = 2 * len(order) + 1
        order = [place for one in order for place in (one, total - one)]
    return tuple(
        (one, other if other <= qualify else None)
        for one, other in zip(order[::2], order[1::2], strict=True)
    )
