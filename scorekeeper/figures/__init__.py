"""Players' figures: totals over finished games, and the games as tables for spreadsheets."""

from scorekeeper.figures.selection import Period, Selection, periods_of
from scorekeeper.figures.tables import TABLES, csv_head, csv_lines, csv_rows
from scorekeeper.figures.totals import Figures, PlayerTotals, team_of, totals_of, with_outcome

__all__ = [
    "TABLES",
    "Figures",
    "Period",
    "PlayerTotals",
    "Selection",
    "csv_head",
    "csv_lines",
    "csv_rows",
    "periods_of",
    "team_of",
    "totals_of",
    "with_outcome",
]
