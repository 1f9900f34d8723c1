"""A board on an LED panel: which pixel is in which cell, and what each cell shows.

Cells are (column, row), counted from the top left as the players see the panel. A panel has cells
for holes, for lamps, and, if there is room, for the running count and the scores in digits.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations, product, starmap
from math import dist
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from scorekeeper.board.shape import STARTS, STREET, Bend, Point, Shape, Track
from scorekeeper.board.wiring import Digits, Lamps, Wiring
from scorekeeper.words import Fault, en

Cell: TypeAlias = tuple[int, int]
Corner: TypeAlias = Literal["top left", "top right", "bottom left", "bottom right"]
Along: TypeAlias = Literal["columns", "rows"]
PanelSize: TypeAlias = Literal["8x32", "16x16", "8x64"]


class Size(NamedTuple):
    """``panels`` side by side, each of ``width`` × ``height`` LEDs; ``gaps``: between streets."""

    width: int
    height: int
    panels: int = 1
    gaps: bool = False

    @property
    def columns(self) -> int:
        """The number of columns of all panels."""
        return self.width * self.panels


SIZES: Final[Mapping[str, Size]] = {
    "8x32": Size(32, 8),
    "16x16": Size(16, 16),
    "8x64": Size(32, 8, 2, gaps=True),
}


class Panel(msgspec.Struct, frozen=True, kw_only=True):
    """A panel as its makers wire it.

    The first LED is in the corner ``first``; from there the LEDs run ``along`` columns or rows,
    each from the same end, or back and forth if ``zigzag``. ``size`` is a key of SIZES; of several
    panels, the first is the one at ``first``.
    """

    size: str = "8x32"
    first: Corner = "top left"
    along: Along = "columns"
    zigzag: bool = True

    def pixel(self, cell: Cell) -> int:
        """Return the pixel in *cell*."""
        (column, row), size = cell, SIZES[self.size]
        if self.first.endswith("right"):
            column = size.columns - 1 - column
        if self.first.startswith("bottom"):
            row = size.height - 1 - row
        panel, column = divmod(column, size.width)
        line, step, length = (
            (column, row, size.height) if self.along == "columns" else (row, column, size.width)
        )
        if self.zigzag and line % 2:
            step = length - 1 - step
        return panel * size.width * size.height + line * length + step

    def cells(self) -> tuple[Cell, ...]:
        """Return the cell of each pixel."""
        return _cells(self)


@lru_cache(maxsize=64)  # Asked for each candidate of the wizard.
def _cells(panel: Panel) -> tuple[Cell, ...]:
    size = SIZES[panel.size]
    return tuple(sorted(product(range(size.columns), range(size.height)), key=panel.pixel))


class Field(NamedTuple):
    """A number in digits 3 wide and ``height`` high from the cell ``at`` on.

    ``team``: whose score; None for the running count. ``narrow``: the hundreds are a bar before the
    tens; otherwise, they are a line below the digits.
    """

    team: int | None
    at: Cell
    height: int
    narrow: bool = False


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """The cells of a board on a panel.

    ``tracks``: of the holes, in pegging order, in runs along a row. ``dealer``, ``turn``,
    ``games``, ``link`` and ``count``: of the lamps. ``fields``: of the numbers in digits.
    """

    tracks: tuple[tuple[Sequence[Cell], ...], ...]
    dealer: Sequence[Cell]
    turn: Sequence[Cell]
    games: tuple[Sequence[Cell], ...]
    link: Cell | None = None
    count: Sequence[Cell] = ()
    fields: tuple[Field, ...] = ()


def _run(column: int, row: int, to_column: int, to_row: int) -> tuple[Cell, ...]:
    """Return the cells from one cell to another in the same row or column."""
    steps = max(abs(to_column - column), abs(to_row - row))
    way = ((to_column - column) // steps, (to_row - row) // steps)
    return tuple((column + step * way[0], row + step * way[1]) for step in range(steps + 1))


HALF: Final = 30
"""Holes of a classic board in one direction."""


def _out_and_back(out: int, back: int, gap: int = 0) -> tuple[Sequence[Cell], ...]:
    """Return thirty holes to the right in the row *out*, and thirty and the game hole to the left
    in the row *back*, with *gap* columns between streets."""
    columns = [1 + hole + gap * (hole // STREET) for hole in range(HALF)]
    outward = tuple((column, out) for column in columns)
    return (outward, tuple((column, back) for column in (*reversed(columns), 0)))


def _folded(row: int, step: int) -> tuple[Sequence[Cell], ...]:
    """Return four rows of fifteen holes from *row* on, and the game hole after the last."""
    rows = [row + step * number for number in range(4)]
    return (
        _run(1, rows[0], 15, rows[0]),
        _run(15, rows[1], 1, rows[1]),
        _run(1, rows[2], 15, rows[2]),
        _run(15, rows[3], 0, rows[3]),
    )


def _back_and_forth(row: int, step: int, columns: int) -> tuple[Sequence[Cell], ...]:
    """Return 121 holes in full rows of *columns*, from *row* on."""
    rows, left, to_right = list[Sequence[Cell]](), 121, True
    while left:
        holes = min(columns, left)
        ends = (0, holes - 1) if to_right else (columns - 1, columns - holes)
        rows.append(_run(ends[0], row, ends[1], row))
        row, left, to_right = row + step, left - holes, not to_right
    return tuple(rows)


LAYOUTS: Final[Mapping[tuple[str, str, int], Layout]] = {
    ("8x32", "classic", 2): Layout(
        tracks=(_out_and_back(0, 1), _out_and_back(3, 2)),
        dealer=_run(28, 4, 28, 7),
        turn=_run(29, 4, 29, 7),
        games=(_run(30, 4, 30, 7), _run(31, 4, 31, 7)),
        link=(31, 0),
        fields=(
            Field(0, (0, 4), 4, narrow=True),
            Field(None, (10, 4), 4),
            Field(1, (18, 4), 4, narrow=True),
        ),
    ),
    ("8x32", "classic", 3): Layout(
        tracks=tuple(_out_and_back(row, row + 1) for row in (0, 2, 4)),
        dealer=_run(0, 6, 5, 6),
        turn=_run(7, 6, 12, 6),
        games=tuple(_run(column, 6, column + 3, 6) for column in (14, 19, 24)),
        link=(31, 6),
        count=_run(0, 7, 30, 7),
    ),
    ("8x32", "straight", 2): Layout(
        tracks=(_back_and_forth(0, 1, 31), _back_and_forth(7, -1, 31)),
        dealer=_run(31, 0, 31, 3),
        turn=_run(31, 4, 31, 7),
        games=(_run(0, 3, 1, 3), _run(0, 4, 1, 4)),
    ),
    ("16x16", "classic", 2): Layout(
        tracks=(_folded(0, 1), _folded(7, -1)),
        dealer=_run(0, 8, 3, 8),
        turn=_run(6, 8, 9, 8),
        games=(_run(0, 0, 0, 2), _run(0, 7, 0, 5)),
        link=(15, 8),
        count=_run(0, 15, 15, 15),
        fields=(Field(0, (0, 9), 5), Field(1, (9, 9), 5)),
    ),
    ("16x16", "classic", 3): Layout(
        tracks=tuple(_folded(row, 1) for row in (0, 4, 8)),
        dealer=_run(0, 13, 5, 13),
        turn=_run(8, 13, 13, 13),
        games=tuple(_run(0, row, 0, row + 2) for row in (0, 4, 8)),
        link=(15, 13),
        count=_run(0, 15, 15, 15),
    ),
    ("16x16", "straight", 2): Layout(
        tracks=(_back_and_forth(0, 1, 16), _back_and_forth(15, -1, 16)),
        dealer=_run(0, 7, 3, 7),
        turn=_run(0, 8, 3, 8),
        games=(_run(4, 7, 5, 7), _run(4, 8, 5, 8)),
    ),
    ("8x64", "classic", 2): Layout(
        tracks=(_out_and_back(0, 1, 1), _out_and_back(7, 6, 1)),
        dealer=_run(37, 6, 40, 6),
        turn=_run(42, 6, 45, 6),
        games=(_run(37, 7, 41, 7), _run(43, 7, 47, 7)),
        link=(63, 7),
        fields=(
            Field(0, (37, 0), 5, narrow=True),
            Field(None, (47, 0), 5),
            Field(1, (55, 0), 5, narrow=True),
        ),
    ),
    ("8x64", "classic", 3): Layout(
        tracks=tuple(_out_and_back(row, row + 1, 1) for row in (0, 3, 6)),
        dealer=_run(37, 6, 42, 6),
        turn=_run(44, 6, 49, 6),
        games=tuple(_run(column, 6, column + 2, 6) for column in (51, 55, 59)),
        count=_run(37, 7, 63, 7),
        fields=tuple(Field(team, (column, 0), 5) for team, column in enumerate((37, 46, 55))),
    ),
}
"""By size of the panel, shape of the board, and its tracks."""

TALL: Final = (
    "### .#. ### ### #.# ### ### ### ### ###",
    "#.# ##. ..# ..# #.# #.. #.. ..# #.# #.#",
    "#.# .#. ### ### ### ### ### ..# ### ###",
    "#.# .#. #.. ..# ..# ..# #.# ..# #.# ..#",
    "### ### ### ### ..# ### ### ..# ### ###",
)
LOW: Final = (
    "### .#. ##. ### #.# ### #.. ### ### ###",
    "#.# ##. ..# .## #.# ##. ### ..# ### #.#",
    "#.# .#. .#. ..# ### ..# #.# .#. #.# ###",
    "### ### ### ### ..# ##. ### .#. ### ..#",
)
FONTS: Final = {
    len(rows): tuple(
        tuple(pixel == "#" for row in rows for pixel in row.split()[digit]) for digit in range(10)
    )
    for rows in (TALL, LOW)
}
"""Digits 0 to 9 by height: for each of the 3 × height pixels, row by row, whether it is lit."""

PITCH: Final = 10.0
"""Distance in mm between the LEDs of an 8 × 32 panel."""


def panel_board(panel: Panel, shape: str, tracks: int) -> tuple[Shape, Wiring]:
    """Return the shape and the wiring of a board on *panel*. Raises Fault if the panel has no
    layout for it."""
    layout = LAYOUTS.get((panel.size, shape, max(tracks, 2)))
    if layout is None:
        sentence = en(
            "A panel of {size} LEDs cannot show a {shape} board with {tracks} tracks, but these "
            "shapes (tracks): {boards}."
        )
        boards = (f"{name} ({teams})" for size, name, teams in LAYOUTS if size == panel.size)
        raise Fault(sentence, size=panel.size, shape=shape, tracks=tracks, boards=", ".join(boards))
    pixel, size = panel.pixel, SIZES[panel.size]
    wiring = Wiring(
        pixels=size.columns * size.height,
        tracks=tuple(
            tuple(pixel(cell) for run in track for cell in run) for track in layout.tracks[:tracks]
        ),
        lamps=Lamps(
            dealer=tuple(map(pixel, layout.dealer)),
            turn=tuple(map(pixel, layout.turn)),
            games=tuple(tuple(map(pixel, row)) for row in layout.games[:tracks]),
            count=tuple(map(pixel, layout.count)),
            link=None if layout.link is None else pixel(layout.link),
        ),
        digits=tuple(
            _digits(field, panel) for field in layout.fields if (field.team or 0) < tracks
        ),
    )
    return _shape(shape, layout, panel, tracks), wiring


def _digits(field: Field, panel: Panel) -> Digits:
    column, row = field.at
    tens = column + 2 * field.narrow
    bottom = row + field.height - 1
    below = _run(column, bottom + 1, column + 6, bottom + 1)
    hundred = _run(column, row, column, bottom) if field.narrow else below
    return Digits(
        team=field.team,
        digits=tuple(
            tuple(
                panel.pixel((left + across, row + down))
                for down, across in product(range(field.height), range(3))
            )
            for left in (tens, tens + 4)
        ),
        hundred=() if field.team is None else tuple(map(panel.pixel, hundred)),
    )


def _centre(cell: Cell) -> Point:
    """Return the centre of *cell*; to the left of the panel there is room for the start holes."""
    return Point((cell[0] + STARTS[-1] - 0.5) * PITCH, (cell[1] + 0.5) * PITCH)


def _shape(name: str, layout: Layout, panel: Panel, tracks: int) -> Shape:
    size, rows = SIZES[panel.size], []
    for runs in layout.tracks[:tracks]:
        holes = tuple(_centre(cell) for run in runs for cell in run)
        front, back = (Point(holes[0].x - far * PITCH, holes[0].y) for far in (1, 2))
        rows.append(
            Track(
                holes=holes,
                starts=(front, back),
                pieces=tuple(map(len, runs)),
                inlay=(
                    Bend(back),
                    *(Bend(_centre(cell)) for run in runs for cell in (run[0], run[-1])),
                ),
            )
        )
    return Shape(
        name=name,
        tracks=tuple(rows),
        size=_centre((size.columns, size.height - 1)).moved(Point(0, 0.5 * PITCH)),
        pitch=PITCH,
        lane=PITCH,
        numbers=(),
        one_game_hole=False,
        on_tape=False,
        cells=tuple(map(_centre, panel.cells())),
    )


def panels(size: str) -> Iterator[Panel]:
    """Yield every way to wire and mount a panel of this *size*."""
    for first, along, zigzag in product(get_args(Corner), get_args(Along), (True, False)):
        yield Panel(size=size, first=first, along=along, zigzag=zigzag)


def panels_from_taps(size: str, taps: Sequence[Cell]) -> list[Panel]:
    """Return the panels of this *size* that fit *taps*: for each pixel lit in turn, a cell."""
    left = list(panels(size))
    for cell in taps:
        lit, cells = pixel_to_light(left)
        nearest = min(cells, key=partial(dist, cell))
        left = [panel for panel in left if panel.cells()[lit] == nearest]
    return left


def pixel_to_light(left: Sequence[Panel]) -> tuple[int, tuple[Cell, ...]]:
    """Return the pixel whose possible cells are farthest apart, and those cells."""

    def apart(asked: tuple[int, tuple[Cell, ...]]) -> float:
        return min(starmap(dist, combinations(asked[1], 2)), default=0.0)

    places = zip(*(panel.cells() for panel in left), strict=True)
    return max(((pixel, tuple(sorted({*cells}))) for pixel, cells in enumerate(places)), key=apart)
