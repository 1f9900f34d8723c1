"""A strip drawn as coloured dots in the terminal, for tables without LEDs.

The board stays at the bottom of the terminal, with one row per track, while other output scrolls
above it. A line per change is printed instead if the terminal is too small or stdout is a file or
pipe.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple, TextIO

from hardware.strips.strip import Caption, ReadCaption, StripSetup, TeamLine
from hardware.terminal import HALVES, Footer, columns, cut, height, in_rows, writable, written
from scorekeeper.board.light import Colour, Frame
from scorekeeper.board.shape import STREET
from scorekeeper.board.wiring import Board
from scorekeeper.device import Health

LEGS: Final = (60, 30)
"""Holes per row, in order of preference, if a track does not fit into one row."""
MIN_NAME_LENGTH, MAX_NAME_LENGTH = 3, 12
DEFAULT_TEAMS: Final = 2
LEFT_TO_OTHERS: Final = 3
"""Minimum number of terminal lines left above the board."""
FREE: Final = 3
HEADING: Final = 41
"""Columns for three teams with three-digit scores and three-letter names."""


class TerminalLayout(NamedTuple):
    """The layout of a board. ``legs``: ranges of holes per row, the same for all ``tracks``;
    ``name``: columns of the names; ``roomy``: with rows for the prompt and hole numbers; ``large``:
    with large digits on top; ``across``: columns available for the prompt."""

    legs: tuple[range, ...]
    tracks: int
    name: int
    roomy: bool = True
    large: bool = False
    across: int = 0

    @property
    def width(self) -> int:
        return max(self.name + max(map(length, self.legs)) + FREE, HEADING)

    @property
    def height(self) -> int:
        above = height(scale=1) if self.large else 0
        return above + 1 + self.roomy + len(self.legs) * (self.tracks + self.roomy)


def lay_out(
    board: Board, teams: Sequence[TeamLine], size: os.terminal_size, *, large: bool = False
) -> TerminalLayout | None:
    """Return the layout with the fewest rows that fits into a terminal of *size*, or None. Includes
    *large* digits only if there is room."""
    tracks = min(len(teams) or DEFAULT_TEAMS, board.tracks)
    names = max(columns("/".join(names_on(teams, track, board))) for track in range(tracks))
    most = size.lines - LEFT_TO_OTHERS
    for holes in (board.holes, *LEGS):
        # A remainder shorter than a street is added to the last leg.
        starts = range(1, max(board.holes - STREET + 2, 2), holes)
        ends = (*starts[1:], board.holes + 1)
        legs = tuple(map(range, starts, ends))
        left = size.columns - FREE - max(map(length, legs))
        name = max(MIN_NAME_LENGTH, min(names, left, MAX_NAME_LENGTH))
        sheet = TerminalLayout(legs, tracks, name, across=size.columns)
        if sheet.width <= size.columns:
            if sheet.height > size.lines // 4 + 1:
                sheet = sheet._replace(roomy=False)
                if sheet.height > most:
                    return None
            taller = sheet._replace(large=large)
            return taller if taller.height <= most else sheet
    return None


def length(leg: range) -> int:
    """Return the width of a leg: a column per hole, and a gap between streets."""
    return len(leg) + _street(leg[-1]) - _street(leg[0])


def _street(hole: int) -> int:
    return (hole - 1) // STREET


def opens_street(hole: int, leg: range) -> bool:
    """True if there is a gap before *hole* in *leg*."""
    return hole > leg.start and (hole - 1) % STREET == 0


def names_on(teams: Sequence[TeamLine], track: int, board: Board) -> list[str]:
    """Return the teams on *track*, several if there are more teams than tracks."""
    return [written(team.name) for team in teams[track :: board.tracks]]


MIN_PROMPT_LENGTH: Final = 16
"""Minimum columns for a readable prompt."""

WOOD: Final = Colour(22, 13, 7)
INK: Final = Colour(214, 196, 168)
FAINT: Final = Colour(120, 100, 80)
HOLE: Final = 0.45
"""Brightness of empty holes, in the team's colour unless the track is shared."""


class Dots(NamedTuple):
    """Characters for holes: empty, marked, dim and bright, so that brightness is visible without
    colour. ``halves``: half blocks for large digits."""

    empty: str
    faint: str
    dim: str
    bright: str
    halves: str = ""


ROUND: Final = Dots("·", "•", "○", "●", HALVES)
LETTERS: Final = Dots(".", ":", "o", "O")
"""Characters for terminals without Unicode."""
DIM, BRIGHT = 56, 128
"""Minimum level of a hole displayed as dim or bright."""


class TextRun(NamedTuple):
    """Text in one colour."""

    text: str
    colour: Colour


def rows(
    board: Board, frame: Frame, caption: Caption, sheet: TerminalLayout, dots: Dots
) -> Iterator[tuple[TextRun, ...]]:
    """Yield the rows: large digits, if any; names, scores and prompt; for each leg, hole numbers
    and a row per track. All have the width of *sheet*, except that the prompt may be longer."""
    if sheet.large and caption.reading:
        digits = in_rows(caption.reading.large, sheet.width - 2, dots.halves)
        yield from ((TextRun(f" {row} ", INK),) for row in digits)
    elif caption.running:
        caption = caption._replace(prompt=f"{caption.running} · {caption.prompt}")
    yield _heading(board, caption, sheet, dots)
    if sheet.roomy:
        prompt = cut(written(caption.prompt), max(sheet.width, sheet.across) - 1)
        yield (TextRun(" " + _filled(prompt, max(sheet.width - 1, columns(prompt))), INK),)
    for leg in sheet.legs:
        if sheet.roomy:
            yield (TextRun((" " * (sheet.name + 2) + _ruler(leg)).ljust(sheet.width), FAINT),)
        rest = TextRun(" " * (sheet.width - sheet.name - 2 - length(leg)), INK)
        for track in range(sheet.tracks):
            label = _label(names_on(caption.teams, track, board), sheet.name)
            shared = len(caption.teams[track :: board.tracks]) > 1
            wood = FAINT if shared else Colour(*_colours(caption, board)[track].at(HOLE))
            empty = TextRun(dots.empty, wood)
            yield (TextRun(f" {label} ", INK), *_lane(board, frame, track, leg, dots, empty), rest)


def _label(names: Sequence[str], room: int) -> str:
    """Return the *names* of a track in exactly *room* columns, as initials if necessary."""
    initials = [name[:1] for name in names] if len(names) > 1 else names
    ways = ("/".join(names), "/".join(initials), "".join(initials))
    return _filled(next((way for way in ways if columns(way) <= room), ways[-1]), room)


def _colours(caption: Caption, board: Board) -> tuple[Colour, ...]:
    return caption.colours or board.look.colours


def _filled(text: str, room: int) -> str:
    """Return *text*, truncated or padded to *room* columns."""
    text = cut(written(text), room)
    return text + " " * (room - columns(text))


def _heading(
    board: Board, caption: Caption, sheet: TerminalLayout, dots: Dots
) -> tuple[TextRun, ...]:
    runs = [TextRun(" ", INK)]
    share = (sheet.width - 2) // (len(caption.teams) or 1)
    for team, colour in zip(caption.teams, _colours(caption, board), strict=False):
        after = f"{team.told}   "
        name = cut(written(team.name), share - len(after) - 2)
        runs += (TextRun(f"{dots.bright} ", colour), TextRun(name + after, INK))
    room = sheet.width - 1 - sum(columns(run.text) for run in runs)
    more = room + max(sheet.across - sheet.width, 0)
    beside = not sheet.roomy and more >= MIN_PROMPT_LENGTH
    prompt = cut(written(caption.prompt), more) if beside else ""
    return (*runs, TextRun(" " * (room - columns(prompt)) + prompt + " ", INK))


def _ruler(leg: range) -> str:
    """Return the hole numbers of *leg*, every tenth, right-aligned with their holes."""
    ruler, column = "", 0
    for hole in leg:
        column += 1 + opens_street(hole, leg)
        if hole % (2 * STREET) == 0:
            ruler += str(hole).rjust(column - len(ruler))
    return ruler


def _lane(
    board: Board, frame: Frame, track: int, leg: range, dots: Dots, empty: TextRun
) -> Iterator[TextRun]:
    for hole in leg:
        if opens_street(hole, leg):
            yield TextRun(" ", empty.colour)
        start = 3 * board.lights[track][hole - 1]
        light = frame[start : start + 3]
        if not any(light):
            yield empty
            continue
        brightest = max(light)
        lift = (255 / brightest) ** 0.5  # Dim text is harder to see than a dim LED.
        red, green, blue = (round(part * lift) for part in light)
        dot = dots.faint if brightest < DIM else dots.dim if brightest < BRIGHT else dots.bright
        yield TextRun(dot, Colour(red, green, blue))


class TerminalStrip:
    """Draws frames on the terminal *out*."""

    health = Health.OK

    def __init__(self, board: Board, caption: ReadCaption, out: TextIO) -> None:
        self._board, self._caption, self._out = board, caption, out
        whole = "".join(ROUND)
        self._dots = ROUND if writable(whole, out) == whole else LETTERS
        self._bottom = Footer(out)

    def show(self, frame: Frame) -> None:
        """Draw the board with names and scores, or print a line if drawing is not possible."""
        caption = self._caption()
        size = self._bottom.size
        large = caption.reading is not None
        sheet = lay_out(self._board, caption.teams, size, large=large) if size else None
        if size and sheet:
            drawn = rows(self._board, frame, caption, sheet, self._dots)
            self._bottom.draw(size, [writable(_painted(row), self._out) for row in drawn])
        else:
            teams = (f"{team.name}{team.told}" for team in caption.teams)
            parts = filter(None, (*teams, caption.running, caption.prompt))
            self._bottom.say(" · ".join(map(written, parts)))

    def close(self) -> None:
        self._bottom.close()


def open_strip(setup: StripSetup, caption: ReadCaption = Caption) -> TerminalStrip:
    return TerminalStrip(setup.board, caption, sys.stdout)


def _painted(row: tuple[TextRun, ...]) -> str:
    """Return *row* with ANSI colours, on a wooden background."""
    wood = "\x1b[48;2;{};{};{}m".format(*WOOD)
    runs = (
        "\x1b[38;2;{};{};{}m".format(*colour) + "".join(run.text for run in runs)
        for colour, runs in groupby(row, lambda run: run.colour)
    )
    return wood + "".join(runs) + "\x1b[0m"
