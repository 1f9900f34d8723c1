"""The board as rows of text: a dot for every hole, the tracks one below the other as they lie."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from hardware.strips.setup import Caption
from hardware.strips.terminal_layout import TerminalLayout, length, names_on, opens_street
from hardware.terminal.large_digits import HALVES, in_rows
from hardware.terminal.lettering import columns, cut, written
from scorekeeper.board.board import Board
from scorekeeper.board.geometry.measures import STREET
from scorekeeper.board.light.colour import Colour, Frame

SHORTEST_PROMPT: Final = 16
"""With less of it nobody knows what is asked."""

WOOD: Final = Colour(22, 13, 7)
INK: Final = Colour(214, 196, 168)
FAINT: Final = Colour(120, 100, 80)
HOLE: Final = 0.45
"""The part of its team's colour that an empty hole has."""


class Dots(NamedTuple):
    """The characters of a hole: empty, with a mark, a dim and a bright light, so that brightness is
    not colour alone. ``halves`` of blocks make large digits."""

    empty: str
    faint: str
    dim: str
    bright: str
    halves: str = ""


ROUND: Final = Dots("·", "•", "○", "●", HALVES)
LETTERS: Final = Dots(".", ":", "o", "O")
"""For terminals that know no more than ASCII."""
DIM, BRIGHT = 56, 128
"""From so much light on a hole is more than marked, and more than dim."""


class TextRun(NamedTuple):
    """Text in one colour."""

    text: str
    colour: Colour


def rows(
    board: Board, frame: Frame, caption: Caption, sheet: TerminalLayout, dots: Dots
) -> Iterator[tuple[TextRun, ...]]:
    """Yield the rows: the reading of a display, if wanted; names, scores and prompt; then for each
    leg its numbers and a row of dots a team. All have the sheet's width; a long prompt goes on."""
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
            empty = TextRun(dots.empty, _wood_of(caption, track, board))
            yield (TextRun(f" {label} ", INK), *_lane(board, frame, track, leg, dots, empty), rest)


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
    beside = not sheet.roomy and more >= SHORTEST_PROMPT
    prompt = cut(written(caption.prompt), more) if beside else ""
    return (*runs, TextRun(" " * (room - columns(prompt)) + prompt + " ", INK))


def _ruler(leg: range) -> str:
    """Every tenth number, ending above its hole."""
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
        at = 3 * board.lights[track][hole - 1]
        light = frame[at : at + 3]
        yield _lit(light, dots) if any(light) else empty


def _lit(light: bytes, dots: Dots) -> TextRun:
    """A dim lamp is plain to see, a dim dot in a terminal is not: so it is drawn brighter."""
    brightest = max(light)
    lift = (255 / brightest) ** 0.5
    red, green, blue = (round(part * lift) for part in light)
    dot = dots.faint if brightest < DIM else dots.dim if brightest < BRIGHT else dots.bright
    return TextRun(dot, Colour(red, green, blue))
