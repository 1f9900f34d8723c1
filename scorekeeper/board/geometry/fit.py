"""The fit of a game on the board that one has, whatever its rules."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import msgspec

from scorekeeper.board.geometry.shape import Shape

MOST_LAPS: Final = 6
"""Nobody would count more than six lap lights at a glance."""


class PegPlace(NamedTuple):
    """A place of a peg: *hole* (from 1; 0 is the start) of *track*, in its lap from 1."""

    track: int
    hole: int
    lap: int


class Fit(msgspec.Struct, frozen=True):
    """A game that the board can show: the track of each team, of ``holes`` each, and the ``goals``
    of the teams, the points with which each wins.

    A short game uses the first part of the tracks. A long one goes round several times past the
    game hole, and enters it only if the target falls there: 121 on 61 holes, after two laps.
    """

    tracks: tuple[int, ...]
    holes: int
    goals: tuple[int, ...]

    def place_of(self, team: int, score: int) -> PegPlace:
        """Return where a peg of *team* with *score* points, from 0 to its goal, is."""
        track, goal = self.tracks[team], self.goals[team]
        if goal <= self.holes:  # One lap. Asked some twenty times for each frame.
            return PegPlace(track, score, 1)
        if score == goal and self._is_whole(goal):
            return PegPlace(track, self.holes, laps(self.holes, goal))
        if not score:
            return PegPlace(track, score, 1)
        lap, hole = divmod(score - 1, self.holes - 1)
        return PegPlace(track, hole + 1, lap + 1)

    def last(self, team: int) -> int:
        """Return the last hole of its track that *team* uses."""
        return min(self.goals[team], self.holes)

    @property
    def target(self) -> int:
        """The goal of the team that has the longest way."""
        return max(self.goals)

    @property
    def is_one_lap(self) -> bool:
        """True if nobody goes round twice."""
        return self.target <= self.holes

    @property
    def laps(self) -> int:
        """The number of times that a team goes round at most."""
        return laps(self.holes, self.target)

    @property
    def shared(self) -> bool:
        """True if two teams share a track."""
        return len(set(self.tracks)) < len(self.tracks)

    @property
    def whole(self) -> bool:
        """True if every goal is in the game hole."""
        return all(map(self._is_whole, self.goals))

    def _is_whole(self, goal: int) -> bool:
        if laps(self.holes, goal) == 1:
            return goal == self.holes
        return (goal - 1) % (self.holes - 1) == 0


class Misfit(NamedTuple):
    """A game of ``laps`` laps, where the board can show ``most``."""

    laps: int
    most: int


Fitted: TypeAlias = Fit | Misfit


def laps(holes: int, target: int) -> int:
    """Return how many times a game to *target* goes round tracks of *holes*, game hole included."""
    if target <= holes:
        return 1
    return -(-(target - 1) // max(holes - 1, 1))


def fit(shape: Shape, goals: Sequence[int]) -> Fitted:
    """Return how a game fits on *shape* in which each team has its own of *goals*, or why it does
    not.

    With fewer tracks than teams, teams share tracks.
    """
    needed = laps(shape.holes, max(goals))
    if needed > MOST_LAPS:
        return Misfit(needed, MOST_LAPS)
    tracks = tuple(team % len(shape.tracks) for team in range(len(goals)))
    return Fit(tracks, shape.holes, tuple(goals))
