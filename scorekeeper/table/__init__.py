"""The table and its journal: the only room here that touches disks, clocks and threads."""

from scorekeeper.table.carrying import Unfit, export_lines, import_lines
from scorekeeper.table.faults import JournalFault, Trouble
from scorekeeper.table.finished import Finished, Played
from scorekeeper.table.found import Found
from scorekeeper.table.habits import tell_habits
from scorekeeper.table.heard import Came, Heard, Saw
from scorekeeper.table.journal import Journal
from scorekeeper.table.keys import Keys
from scorekeeper.table.one_game import actions_of
from scorekeeper.table.preview import Preview
from scorekeeper.table.replay import Replay, Speed, step_of
from scorekeeper.table.row import Line
from scorekeeper.table.standing import Place
from scorekeeper.table.table import Receipt, Table

__all__ = [
    "Came",
    "Finished",
    "Found",
    "Heard",
    "Journal",
    "JournalFault",
    "Keys",
    "Line",
    "Place",
    "Played",
    "Preview",
    "Receipt",
    "Replay",
    "Saw",
    "Speed",
    "Table",
    "Trouble",
    "Unfit",
    "actions_of",
    "export_lines",
    "import_lines",
    "step_of",
    "tell_habits",
]
