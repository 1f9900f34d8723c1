"""Lines of CSV that a spreadsheet takes as they are meant."""

import csv
from collections.abc import Iterable
from io import StringIO
from typing import Final, TypeAlias

Cell: TypeAlias = str | int | None

BYTE_ORDER_MARK: Final = "\ufeff"
"""Without it Excel takes the letters of French names for those of another code page."""
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""A name that begins so would be a formula in a spreadsheet; an apostrophe makes it text."""


def csv_line(cells: Iterable[Cell]) -> str:
    """Return a line as RFC 4180 has it."""
    out = StringIO()
    csv.writer(out).writerow([_as_text(cell) for cell in cells])
    return out.getvalue()


def _as_text(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
