"""Ways of scoring a night: one row of data each."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

SKUNK, DOUBLE = 31, 61
"""A game that is won by so many holes or more."""


def skunks_for(margin: int) -> int:
    """Return 2 for a double skunk, 1 for a skunk, 0 for a game that was won by fewer holes."""
    return (margin >= SKUNK) + (margin >= DOUBLE)


ScoringName: TypeAlias = Literal["acc", "games"]


class Scoring(NamedTuple):
    """The points for a win, a skunk and a double skunk; a loss is worth none."""

    win: int
    skunk: int
    double: int

    def won(self, skunks: int) -> int:
        """Return the points for a win with so many skunks: 0, 1, or 2 for a double one."""
        return (self.win, self.skunk, self.double)[skunks]


SCORINGS: Final[Mapping[ScoringName, Scoring]] = {
    "acc": Scoring(win=2, skunk=3, double=3),
    "games": Scoring(win=1, skunk=2, double=3),
}
