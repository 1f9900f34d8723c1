"""Results, standings and seasons as tables for a spreadsheet (CSV)."""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from typing import Final

from club.pairing.round import PlayerId, Round
from club.results.result import Result, last_of_each
from club.results.season import SeasonRow
from club.results.standing import StandingRow

Names = Callable[[PlayerId], str]
Row = Sequence[str | int]
BYTE_ORDER_MARK: Final = "\ufeff"
"""Without it Excel takes the letters of French names for those of another code page."""
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""A name that begins so would be a formula in a spreadsheet; an apostrophe makes it text."""

STANDING: Final = StandingRow.__struct_fields__
