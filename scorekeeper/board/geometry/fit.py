"""The fit of a game on the board that one has, whatever its rules."""

from typing import Final, NamedTuple, TypeAlias

import msgspec

from scorekeeper.board.geometry.shape import Shape

MOST_LAPS: Final = 6
"""Nobody would count more than six lap lights at a glance."""


class Stand(NamedTuple):
    """A place of a peg: *hole* (from 1; 0 is the start) of *track*, in its lap from 1."""

    track: int
    hole: int
    lap: int


class Fit(msgspec.Struct, frozen=True):
    """A game to ``target`` that the board can show: the track of each team, of ``holes`` each.

    A short game uses the first part of the tracks. A long one goes round several times past the
    game hole, and enters it only if the target falls there: 121 on 61 holes, after two laps.
    """

    tracks: tuple[int, ...]
    holes: int
    target: int

    def stand(self, team: int, score: int) -> Stand:
        """Return where a peg of *team* with *score* points, from 0 to the target, is."""
        track = self.tracks[team]
        if self.is_one_lap:  # Asked some twenty times for each frame.
            return Stand(track, score, 1)
        if score == self.target and self.whole:
            return Stand(track, self.holes, self.laps)
        if not score:
            return Stand(track, score, 1)
        lap, hole = divmod(score - 1, self.holes - 1)
        return Stand(track, hole + 1, lap + 1)

    @property
    def is_one_lap(self) -> bool:
        """True if nobody goes round twice."""
        return self.target <= self.holes

    @property
    def laps(self) -> int:
        """The number of times that the winner goes round."""
        return laps(self.holes, self.target)

    @property
    def shared(self) -> bool:
        """True if two teams share a track."""
        return len(set(self.tracks)) < len(self.tracks)

    @property
    def whole(self) -> bool:
        """True if the target is in the game hole."""
        if self.laps == 1:
            return self.target == self.holes
        return (self.target - 1) % (self.holes - 1) == 0


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


def fit(shape: Shape, teams: int, target: int) -> Fitted:
    """Return how a game of *teams* teams to *target* fits on *shape*, or why it does not.

    With fewer tracks than teams, teams share tracks.
    """
    needed = laps(shape.holes, target)
    if needed > MOST_LAPS:
        return Misfit(needed, MOST_LAPS)
    tracks = tuple(team % len(shape.tracks) for team in range(teams))
    return Fit(tracks, shape.holes, target)
