"""A drilling template in true size: what to drill and where tape lies, sheet by sheet."""

from scorekeeper.board.template.paper import PAPERS, Paper
from scorekeeper.board.template.sheet import MOST_SHEETS, Sheet, TooManySheets, behind, sheets
from scorekeeper.board.template.wood import DRILL, LARGEST_DRILL, SMALLEST_DRILL, NoWoodLeft

__all__ = [
    "DRILL",
    "LARGEST_DRILL",
    "MOST_SHEETS",
    "PAPERS",
    "SMALLEST_DRILL",
    "NoWoodLeft",
    "Paper",
    "Sheet",
    "TooManySheets",
    "behind",
    "sheets",
]
