"""The board as rows of text: a dot for every hole, the tracks one below the other as they lie."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from hardware.strips.lettering import columns, cut, written
from hardware.strips.strip import Caption, TeamLine
from scorekeeper.board.board import Board
from scorekeeper.board.light import Colour, Frame
from scorekeeper.board.wood import STREET

LEGS: Final = (60, 30)
"""Holes to a row, where a whole track is too long for one."""
SHORTEST_NAME, LONGEST_NAME = 3, 12
USUAL_TEAMS: Final = 2
LEFT_TO_OTHERS: Final = 3
"""Lines above the board that it never takes."""
FREE: Final = 3
HEADING: Final = 41
"""Columns for three teams with three digits and as many letters each."""
SHORTEST_PROMPT: Final = 16
"""With less of it nobody knows what is asked."""

WOOD: Final = Colour(22, 13, 7)
INK: Final = Colour(214, 196, 168)
FAINT: Final = Colour(120, 100, 80)
HOLE: Final = 0.45
"""How much of its team's colour an empty hole has."""


class Dots(NamedTuple):
    """How a hole is written: empty, with a mark, a dim and a bright light, so that brightness is
    not colour alone."""

    empty: str
    faint: str
    dim: str
    bright: str


ROUND: Final = Dots("·", "•", "○", "●")
LETTERS: Final = Dots(".", ":", "o", "O")
"""For terminals that know no more than ASCII."""
DIM, BRIGHT = 56, 128
"""From so much light on a hole is more than marked, and more than dim."""


class Run(NamedTuple):
    """Text in one colour."""

    text: str
    colour: Colour


class Sheet(NamedTuple):
    """How a board lies in a terminal: the ``legs`` of each of its ``tracks``, by first and last
    hole, beside a name of ``name`` columns. A column is free before, between and after them. With
    room enough there are rows for the prompt and for the numbers of the holes."""

    legs: tuple[range, ...]
    tracks: int
    name: int
    roomy: bool = True

    @property
    def width(self) -> int:
        """Columns in all."""
        return max(self.name + max(map(_length, self.legs)) + FREE, HEADING)

    @property
    def height(self) -> int:
        """Rows in all."""
        return 1 + self.roomy + len(self.legs) * (self.tracks + self.roomy)


def lay_out(board: Board, teams: Sequence[TeamLine], size: os.terminal_size) -> Sheet | None:
    """The fewest legs that fit into a terminal of *size*; None where not even short ones do."""
    tracks = min(len(teams) or USUAL_TEAMS, board.tracks)
    names = max(columns("/".join(_names(teams, track, board))) for track in range(tracks))
    for holes in (board.holes, *LEGS):
        legs = _legs(board.holes, holes)
        left = size.columns - FREE - max(map(_length, legs))
        sheet = Sheet(legs, tracks, max(SHORTEST_NAME, min(names, left, LONGEST_NAME)))
        if sheet.width <= size.columns:
            return _in_height(sheet, size.lines)
    return None


def _in_height(sheet: Sheet, lines: int) -> Sheet | None:
    """A board takes a quarter of the terminal; if that is too little, no more than it must."""
    if sheet.height <= lines // 4 + 1:
        return sheet
    tight = sheet._replace(roomy=False)
    return tight if tight.height + LEFT_TO_OTHERS <= lines else None


def _legs(holes: int, size: int) -> tuple[range, ...]:
    """Holes 1 to *holes* in legs of *size*; what is less than a street joins the last leg."""
    starts = range(1, max(holes - STREET + 2, 2), size)
    ends = [*starts[1:], holes + 1]
    return tuple(range(start, end) for start, end in zip(starts, ends, strict=True))


def _length(leg: range) -> int:
    """The columns of a leg: a dot a hole, and a gap before each new street."""
    return len(leg) + _street(leg[-1]) - _street(leg[0])


def _street(hole: int) -> int:
    return (hole - 1) // STREET


def _opens_street(hole: int, leg: range) -> bool:
    return hole > leg.start and (hole - 1) % STREET == 0


def rows(
    board: Board, frame: Frame, caption: Caption, sheet: Sheet, dots: Dots
) -> Iterator[tuple[Run, ...]]:
    """The names, scores and prompt, then each leg: its numbers, and a row of dots a team; all of
    the sheet's width."""
    yield _heading(board, caption, sheet, dots)
    if sheet.roomy:
        yield (Run(" " + _filled(caption.prompt, sheet.width - 1), INK),)
    for leg in sheet.legs:
        if sheet.roomy:
            yield (Run((" " * (sheet.name + 2) + _ruler(leg)).ljust(sheet.width), FAINT),)
        rest = Run(" " * (sheet.width - sheet.name - 2 - _length(leg)), INK)
        for track in range(sheet.tracks):
            label = _label(_names(caption.teams, track, board), sheet.name)
            empty = Run(dots.empty, _wood_of(caption, track, board))
            yield (Run(f" {label} ", INK), *_lane(board, frame, track, leg, dots, empty), rest)


def _names(teams: Sequence[TeamLine], track: int, board: Board) -> list[str]:
    """Who pegs on *track*: all who share it, where there are fewer tracks than teams."""
    return [written(team.name) for team in teams[track :: board.tracks]]


def _label(names: Sequence[str], room: int) -> str:
    """All *names* on a track in exactly *room* columns; initials where several have too little."""
    initials = [name[:1] for name in names] if len(names) > 1 else names
    ways = ("/".join(names), "/".join(initials), "".join(initials))
    return _filled(next((way for way in ways if columns(way) <= room), ways[-1]), room)


def _wood_of(caption: Caption, track: int, board: Board) -> Colour:
    """The colour of an empty hole: that of the team whose track it is, if it is not shared."""
    if len(caption.teams[track :: board.tracks]) > 1:
        return FAINT
    return Colour(*_colours(caption, board)[track].at(HOLE))


def _colours(caption: Caption, board: Board) -> tuple[Colour, ...]:
    return caption.colours or board.look.colours


def _filled(text: str, room: int) -> str:
    """*text*, cut or filled up to *room* columns."""
    text = cut(written(text), room)
    return text + " " * (room - columns(text))


def _heading(board: Board, caption: Caption, sheet: Sheet, dots: Dots) -> tuple[Run, ...]:
    runs = [Run(" ", INK)]
    share = (sheet.width - 2) // (len(caption.teams) or 1)
    for team, colour in zip(caption.teams, _colours(caption, board), strict=False):
        after = f" {team.score}   "
        name = cut(written(team.name), share - len(after) - 2)
        runs += (Run(f"{dots.bright} ", colour), Run(name + after, INK))
    room = sheet.width - 1 - sum(columns(run.text) for run in runs)
    beside = not sheet.roomy and room >= SHORTEST_PROMPT
    prompt = cut(written(caption.prompt), room) if beside else ""
    return (*runs, Run(" " * (room - columns(prompt)) + prompt + " ", INK))


def _ruler(leg: range) -> str:
    """Every tenth number, ending above its hole."""
    ruler, column = "", 0
    for hole in leg:
        column += 1 + _opens_street(hole, leg)
        if hole % (2 * STREET) == 0:
            ruler += str(hole).rjust(column - len(ruler))
    return ruler


def _lane(
    board: Board, frame: Frame, track: int, leg: range, dots: Dots, empty: Run
) -> Iterator[Run]:
    for hole in leg:
        if _opens_street(hole, leg):
            yield Run(" ", empty.colour)
        at = 3 * board.lights[track][hole - 1]
        light = frame[at : at + 3]
        yield _lit(light, dots) if any(light) else empty


def _lit(light: bytes, dots: Dots) -> Run:
    """A dim lamp is plain to see, a dim dot in a terminal is not: so it is drawn brighter."""
    brightest = max(light)
    lift = (255 / brightest) ** 0.5
    red, green, blue = (round(part * lift) for part in light)
    dot = dots.faint if brightest < DIM else dots.dim if brightest < BRIGHT else dots.bright
    return Run(dot, Colour(red, green, blue))
