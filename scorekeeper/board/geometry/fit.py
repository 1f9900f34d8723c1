"""How a game appears on the board that one has: the wood does not change with the rules."""

from typing import Final, NamedTuple, TypeAlias

import msgspec

from scorekeeper.board.geometry.shape import Shape

MOST_LAPS: Final = 6
"""More than six lights for the laps nobody would count at a glance."""


class Stand(NamedTuple):
    """Where a peg stands: in *hole* (from 1; 0 is the start) of *track*, in its lap from 1."""

    track: int
    hole: int
    lap: int


class Fit(msgspec.Struct, frozen=True):
    """A game to ``target`` that the board can show: the track of each team, of so many ``holes``.

    A short game uses the first part of the tracks. A long one goes round and round past the game
    hole, and takes it only where the target falls there: 121 on 61 holes, after two laps.
    """

    tracks: tuple[int, ...]
    holes: int
    target: int

    def stand(self, team: int, score: int) -> Stand:
        """Where a peg of *team* with *score* points, from 0 to the target, stands."""
        track = self.tracks[team]
        if score == self.target and self.whole:
            return Stand(track, self.holes, self.laps)
        if self.laps == 1 or not score:
            return Stand(track, score, 1)
        lap, hole = divmod(score - 1, self.holes - 1)
        return Stand(track, hole + 1, lap + 1)

    @property
    def laps(self) -> int:
        """How many times the winner goes round."""
        return laps(self.holes, self.target)

    @property
    def shared(self) -> bool:
        """Whether two teams have one track."""
        return len(set(self.tracks)) < len(self.tracks)

    @property
    def whole(self) -> bool:
        """Whether the target stands in the game hole."""
        if self.laps == 1:
            return self.target == self.holes
        return (self.target - 1) % (self.holes - 1) == 0


class Misfit(NamedTuple):
    """A game that would go round ``laps`` times, where light tells ``most``."""

    laps: int
    most: int


Fitted: TypeAlias = Fit | Misfit


def laps(holes: int, target: int) -> int:
    """How often a game to *target* goes round tracks of *holes*, the game hole among them."""
    if target <= holes:
        return 1
    return -(-(target - 1) // max(holes - 1, 1))


def fit(shape: Shape, teams: int, target: int) -> Fitted:
    """How a game of so many *teams* to *target* appears on *shape*, or why it cannot.

    Where there are fewer tracks than teams, teams share them.
    """
    needed = laps(shape.holes, target)
    if needed > MOST_LAPS:
        return Misfit(needed, MOST_LAPS)
    tracks = tuple(team % len(shape.tracks) for team in range(teams))
    return Fit(tracks, shape.holes, target)
