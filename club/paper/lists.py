"""Seats, results, standings, the evening's sheet and the season, for print and as CSV."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Final, NamedTuple, TypeVar

from msgspec.structs import astuple

from club.pairing.round import PlayerId, Round
from club.results import Result, StandingRow, last_of_each
from club.season import FeatKind, SeasonRow, Sheet, SheetRow
from scorekeeper.board.marks import (
    BLACK,
    MARGIN,
    TALL,
    Box,
    Mark,
    Page,
    Paper,
    Pen,
    Rectangle,
    Text,
    text_width,
)
from scorekeeper.board.shape import Point
from scorekeeper.figures.tables import BYTE_ORDER_MARK, csv_line
from scorekeeper.words import Words, en

PADDING: Final = 1.0
SMALLEST: Final = 0.6
"""Minimum factor by which text is shrunk before it is truncated."""
ROUNDING: Final = 1e-6
TWO_LINES: Final = 1.6
"""Minimum height of a cell with two lines of small text, relative to the text height."""


class Column(NamedTuple):
    """A column: its title (a sentence from the catalogue) and its width in mm."""

    title: str
    width: float


def cell(box: Box, text: str, height: float, *, left: bool = False) -> Iterator[Text]:
    """Yield *text* centred in a cell, or left-aligned: shrunk, broken into two lines, or truncated
    if necessary."""
    if not text:
        return
    room = box.width - 2 * PADDING
    lines = _lines(text, height, room, box.height)
    step = box.height / (len(lines) + 1)
    size = min(shrunk(line, step if len(lines) > 1 else height, room) for line in lines)
    for number, line in enumerate(lines):
        shown = fitted(line, size, room)
        indent = PADDING if left else (box.width - text_width(shown, size)) / 2
        middle = box.height / 2 + (number - (len(lines) - 1) / 2) * step
        yield Text(Point(box.left + indent, box.top + middle + TALL * size / 2), shown, size)


def _lines(text: str, height: float, room: float, high: float) -> tuple[str, ...]:
    if text_width(text, SMALLEST * height) <= room or high < TWO_LINES * height:
        return (text,)
    breaks = [i + 1 for i, letter in enumerate(text[:-1]) if letter in " -"]
    if not breaks:
        return (text,)
    split = min(breaks, key=lambda i: max(text_width(text[:i], 1.0), text_width(text[i:], 1.0)))
    return text[:split].rstrip(), text[split:]


def shrunk(text: str, height: float, room: float) -> float:
    """Return the font size at which *text* fits into *room*, but no smaller than SMALLEST."""
    return min(height, max(height * room / text_width(text, height), SMALLEST * height))


def row(
    at: Box,
    columns: Sequence[Column],
    texts: Sequence[str],
    height: float,
    pen: Pen,
    *,
    left_beyond: float = inf,
) -> Iterator[Mark]:
    """Yield the cells of a row, starting at the left of *at*; columns wider than *left_beyond* mm
    are left-aligned."""
    left = at.left
    for column, text in zip(columns, texts, strict=True):
        here = Box(left, at.top, column.width, at.height)
        yield Rectangle(here, pen)
        yield from cell(here, text, height, left=column.width > left_beyond)
        left += column.width


def fitted(text: str, height: float, room: float) -> str:
    """Return *text*, truncated with … if it is wider than *room*."""
    if text_width(text, height) <= room + ROUNDING:
        return text
    while text and text_width(f"{text}…", height) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


T = TypeVar("T")


def pages(rows: Sequence[T], fit: int) -> list[Sequence[T]]:
    return [rows[start : start + fit] for start in range(0, len(rows), fit)]


TITLE, LINE = 6.0, 4.0
ROW: Final = 7.0
TOP: Final = 28.0
LEFT: Final = 15.0
FRAME: Final = Pen(0.2, BLACK)
WIDE: Final = 30.0
"""Width in mm above which columns are left-aligned."""

SEATS: Final = (
    Column(en("Round"), 18.0),
    Column(en("Table"), 18.0),
    Column(en("Players"), 140.0),
)
STANDING: Final = (
    Column(en("Place"), 13.0),
    Column(en("Name"), 59.0),
    Column(en("Points"), 16.0),
    Column(en("Won"), 18.0),
    Column(en("Games"), 16.0),
    Column(en("Net"), 16.0),
    Column(en("Plus"), 16.0),
    Column(en("Skunks"), 26.0),
)

EVENING: Final = (
    Column(en("Place"), 13.0),
    Column(en("Name"), 67.0),
    Column(en("Points"), 16.0),
    Column(en("Won"), 16.0),
    Column(en("Net"), 16.0),
    Column(en("GRP"), 14.0),
    Column(en("Top quarter"), 16.0),
    Column(en("Season"), 22.0),
)
SEASON: Final = (
    Column(en("Place"), 13.0),
    Column(en("Name"), 52.0),
    Column(en("Points"), 18.0),
    Column(en("Won"), 16.0),
    Column(en("Nights"), 18.0),
    Column(en("Best night"), 27.0),
    Column(en("Net"), 18.0),
    Column(en("GRP"), 18.0),
)
FEAT_NAMES: Final[Mapping[FeatKind, str]] = {
    "hand_29": en("A hand of 29"),
    "hand_28": en("A hand of 28"),
    "hand_24": en("A hand of 24"),
    "four_of_a_kind": en("Four of a kind"),
    "grand_slam": en("A grand slam"),
}


Names = Mapping[PlayerId, str]


class Form(NamedTuple):
    """The common settings of all lists: players' ``names``, ``paper``, language, and ``night``."""

    names: Names
    paper: Paper
    words: Words
    night: str = ""

    def name(self, player: PlayerId) -> str:
        return self.names.get(player, player)


def seat_sheets(rounds: Sequence[Round], form: Form) -> tuple[Page, ...]:
    """Return the seating sheets for all *rounds*."""
    rows: list[tuple[str, ...]] = []
    for round_ in rounds:
        number = str(round_.round)
        for seating in round_.tables:
            sides = (" & ".join(map(form.name, side)) for side in seating.sides)
            rows.append((number, seating.table, " – ".join(sides)))
        if round_.out:
            out = ", ".join(map(form.name, round_.out))
            rows.append((number, "–", form.words.say("Out: {players}", players=out)))
    return _sheets(en("Seats"), SEATS, rows, form)


def standing_sheets(rows: Sequence[StandingRow], form: Form) -> tuple[Page, ...]:
    """Return the sheets with the standings of a night."""
    return _sheets(en("Standings"), STANDING, standing_lines(rows, form.names), form)


def standing_lines(rows: Sequence[StandingRow], names: Names) -> list[tuple[str, ...]]:
    """Return the STANDING cells for each row."""
    figures = [
        (*(row.points, row.won, row.games), signed(row.net), *(row.plus, row.skunks_given))
        for row in rows
    ]
    return _ranked(rows, figures, names)


def _ranked(
    rows: Sequence[StandingRow], figures: Iterable[Sequence[int | str]], names: Names
) -> list[tuple[str, ...]]:
    """Return the place, name and *figures* of each row."""
    return [
        (place_of(row), names.get(row.id, row.id), *map(str, each))
        for row, each in zip(rows, figures, strict=True)
    ]


def place_of(row: StandingRow) -> str:
    """Return the place to display; ``=`` marks a shared one."""
    return f"{row.place}=" if row.equal else str(row.place)


def signed(number: int) -> str:
    """Return a spread with its sign."""
    return f"{number:+}".replace("-", "−") if number else "0"


def evening_sheets(sheet: Sheet, form: Form) -> tuple[Page, ...]:
    """Return the evening's sheet; the top quarter is marked."""
    seasons = {row.id: f"{row.points} ({place_of(row)})" for row in sheet.season}
    figures = [
        (
            *(row.points, row.won, signed(row.net), row.grass_roots or "–"),
            *("×" if row.in_quarter else "", seasons.get(row.id, "")),
        )
        for row in sheet.rows
    ]
    say, empty = form.words.say, ("",) * (len(EVENING) - 2)
    pots = [(say(FEAT_NAMES[feat.kind]), form.name(feat.player)) for feat in sheet.pots]
    lines = _ranked(sheet.rows, figures, form.names) + [
        ("", say("{who}: {what}", who=kind, what=name), *empty) for kind, name in pots
    ]
    return _sheets(en("The evening’s sheet"), EVENING, lines, form)


def season_sheets(rows: Sequence[SeasonRow], form: Form) -> tuple[Page, ...]:
    """Return the sheets with the season's standings, including this night."""
    figures = [
        (row.points, row.won, row.nights, row.best, signed(row.net), row.grass_roots)
        for row in rows
    ]
    return _sheets(en("The season"), SEASON, _ranked(rows, figures, form.names), form)


def _sheets(
    title: str, columns: Sequence[Column], rows: Sequence[Sequence[str]], form: Form
) -> tuple[Page, ...]:
    fit = int((form.paper.height - TOP - MARGIN) // ROW) - 1
    heads = tuple(form.words.say(column.title) for column in columns)
    title = form.words.say(title)
    head = Text(Point(LEFT, TOP - 8), f"{title} · {form.night}" if form.night else title, TITLE)
    sheets: list[Page] = []
    for page in pages(rows, fit) or [()]:
        marks: list[Mark] = [head]
        for number, texts in enumerate([heads, *page]):
            at = Box(LEFT, TOP + number * ROW, 0, ROW)
            marks += row(at, columns, texts, LINE, FRAME, left_beyond=WIDE)
        sheets.append(Page.of(form.paper, tuple(marks)))
    return tuple(sheets)


RESULT_COLUMNS: Final = (
    "night", "round", "table", "place", "player", "against", "score", "other_score", "won",
    "spread", "skunk", "by", "at",
)  # fmt: skip
STANDING_COLUMNS: Final = (
    "place", "equal", "id", "name", "games", "won", "points", "plus", "minus", "net",
    "skunks_given", "skunks_taken",
)  # fmt: skip
SEASON_COLUMNS: Final = ("nights", "best_night", "grass_roots")
SHEET_COLUMNS: Final = ("grass_roots", "top_quarter", "season_place", "season_points")


def results_csv(results: Iterable[Result], names: Names) -> Iterator[str]:
    """Yield, as CSV, the games that count, one line per side."""
    yield BYTE_ORDER_MARK + csv_line(RESULT_COLUMNS)
    for result in last_of_each(results):
        assert result.scores
        for team, side in enumerate(result.sides):
            won = result.winner == team
            yield csv_line(
                (
                    *(result.night, result.round, result.table, result.place),
                    _named(side, names),
                    _named(result.sides[1 - team], names),
                    *(result.scores[team], result.scores[1 - team], int(won)),
                    result.margin if won else -result.margin,
                    *(result.skunks, result.by, result.at),
                )
            )


def _named(side: Iterable[PlayerId], names: Names) -> str:
    return " & ".join(names.get(player, player) for player in side)


def standing_csv(rows: Iterable[StandingRow], names: Names, *more: str) -> Iterator[str]:
    """Yield standings as CSV, one line per player, the leader first. *more*: titles of additional
    columns of *rows*, such as SHEET_COLUMNS."""
    yield BYTE_ORDER_MARK + csv_line((*STANDING_COLUMNS, *more))
    for row in rows:
        cells = [int(cell) if isinstance(cell, bool) else cell for cell in astuple(row)]
        cells.insert(STANDING_COLUMNS.index("name"), names.get(row.id, row.id))
        if isinstance(row, SheetRow) and row.season_place is None:
            cells[-1] = None  # Without a game there are no points either.
        yield csv_line(cells)
