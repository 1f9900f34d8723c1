"""A board as text that a person can read: a cell for every ten millimetres."""

from scorekeeper.board.shape import Point, Shape

CELL = 10.0


def drawn(shape: Shape) -> list[str]:
    """Holes by their number, ``o`` a start hole, ``'`` before what is written; no empty margin.

    For pitches and lanes of one cell; a hole between two cells is a mistake.
    """
    cells: dict[tuple[int, int], str] = {}
    for track in shape.tracks:
        for start in track.starts:
            cells[_cell(start)] = "o"
        for hole, at in enumerate(track.holes, 1):
            cells[_cell(at)] = str(hole)
    for number in shape.numbers:
        assert _cell(number.at) not in cells
        cells[_cell(number.at)] = f"'{number.hole}"
    rows, columns = zip(*cells, strict=True)
    return [
        "".join(
            cells.get((row, column), "").rjust(4)
            for column in range(min(columns), max(columns) + 1)
        ).rstrip()
        for row in range(min(rows), max(rows) + 1)
    ]


def _cell(at: Point) -> tuple[int, int]:
    row, column = at.y / CELL, at.x / CELL
    assert abs(row - round(row)) < 1e-6, at
    assert abs(column - round(column)) < 1e-6, at
    return round(row), round(column)
