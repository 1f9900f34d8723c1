"""The layout of a board in a terminal: its legs, the names beside them, width and height."""

import os
from collections.abc import Sequence
from typing import Final, NamedTuple

from hardware.strips.setup import TeamLine
from hardware.terminal.large_digits import height
from hardware.terminal.lettering import columns, written
from scorekeeper.board.board import Board
from scorekeeper.board.geometry.measures import STREET

LEGS: Final = (60, 30)
"""Holes to a row, where a whole track is too long for one."""
SHORTEST_NAME, LONGEST_NAME = 3, 12
DEFAULT_TEAMS: Final = 2
LEFT_TO_OTHERS: Final = 3
"""Lines above the board that it never takes."""
FREE: Final = 3
HEADING: Final = 41
"""Columns for three teams with three digits and as many letters each."""


class TerminalLayout(NamedTuple):
    """The layout of a board in a terminal: the ``legs`` of each of its ``tracks``, by first and
    last hole, beside a name of ``name`` columns. A column is free before, between and after them.
    With room enough there are rows for the prompt and for the numbers of the holes; ``large``
    digits stand above all of them. The terminal is ``across`` columns wide: so long may a prompt
    be."""

    legs: tuple[range, ...]
    tracks: int
    name: int
    roomy: bool = True
    large: bool = False
    across: int = 0

    @property
    def width(self) -> int:
        """Columns in all."""
        return max(self.name + max(map(length, self.legs)) + FREE, HEADING)

    @property
    def height(self) -> int:
        """Rows in all."""
        above = height(scale=1) if self.large else 0
        return above + 1 + self.roomy + len(self.legs) * (self.tracks + self.roomy)


def lay_out(
    board: Board, teams: Sequence[TeamLine], size: os.terminal_size, *, large: bool = False
) -> TerminalLayout | None:
    """The fewest legs that fit into a terminal of *size*; None where not even short ones do. Where
    *large* digits are wanted they are there if there is room for them too."""
    tracks = min(len(teams) or DEFAULT_TEAMS, board.tracks)
    names = max(columns("/".join(names_on(teams, track, board))) for track in range(tracks))
    for holes in (board.holes, *LEGS):
        legs = _legs(board.holes, holes)
        left = size.columns - FREE - max(map(length, legs))
        sheet = TerminalLayout(legs, tracks, max(SHORTEST_NAME, min(names, left, LONGEST_NAME)))
        if sheet.width <= size.columns:
            fits = _in_height(sheet._replace(across=size.columns), size.lines)
            if large and fits:
                return _left_to_others(fits._replace(large=True), size.lines) or fits
            return fits
    return None


def _in_height(sheet: TerminalLayout, lines: int) -> TerminalLayout | None:
    """A board takes a quarter of the terminal; if that is too little, no more than it must."""
    if sheet.height <= lines // 4 + 1:
        return sheet
    return _left_to_others(sheet._replace(roomy=False), lines)


def _left_to_others(sheet: TerminalLayout, lines: int) -> TerminalLayout | None:
    """The *sheet*, if it leaves a few lines to all that is printed."""
    return sheet if sheet.height + LEFT_TO_OTHERS <= lines else None


def _legs(holes: int, size: int) -> tuple[range, ...]:
    """Holes 1 to *holes* in legs of *size*; what is less than a street joins the last leg."""
    starts = range(1, max(holes - STREET + 2, 2), size)
    ends = [*starts[1:], holes + 1]
    return tuple(range(start, end) for start, end in zip(starts, ends, strict=True))


def length(leg: range) -> int:
    """The columns of a leg: a dot a hole, and a gap before each new street."""
    return len(leg) + _street(leg[-1]) - _street(leg[0])


def _street(hole: int) -> int:
    return (hole - 1) // STREET


def opens_street(hole: int, leg: range) -> bool:
    """True if there is a gap before *hole* in its *leg*."""
    return hole > leg.start and (hole - 1) % STREET == 0


def names_on(teams: Sequence[TeamLine], track: int, board: Board) -> list[str]:
    """Return the teams that peg on *track*: several where there are fewer tracks than teams."""
    return [written(team.name) for team in teams[track :: board.tracks]]
