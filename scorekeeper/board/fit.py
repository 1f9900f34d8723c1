"""How a game appears on the board that one has: the wood does not change with the rules."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from scorekeeper.board.board import Board


class Fit(NamedTuple):
    """A game that the board can show, on so many ``holes`` of each track.

    A short game uses the first part of the tracks, a long one goes round again.
    """

    holes: int

    def hole(self, score: int) -> int:
        """The hole, from 1, in which a peg with *score* points stands; 0 points stand nowhere."""
        return (score - 1) % self.holes + 1 if score else 0

    def rounds(self, score: int) -> int:
        """How many times a peg with *score* points has been all the way round."""
        return (score - 1) // self.holes if score else 0


class Misfit(NamedTuple):
    """A game of more ``teams`` than the board has ``tracks``."""

    teams: int
    tracks: int


Fitted: TypeAlias = Fit | Misfit


def fit(board: Board, teams: int, target: int) -> Fitted:
    """How a game of so many *teams* to *target* appears on *board*, or why it cannot."""
    if teams > board.tracks:
        return Misfit(teams, board.tracks)
    return Fit(min(target, board.holes))
