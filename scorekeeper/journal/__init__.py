"""The journal: every accepted entry, on the disk before anybody sees it."""

from scorekeeper.journal.errors import JournalFault, Trouble
from scorekeeper.journal.export import Unfit, actions_of, export_lines, import_lines
from scorekeeper.journal.games import Finished, Played
from scorekeeper.journal.journal import Journal
from scorekeeper.journal.repair import Found
from scorekeeper.journal.row import Line

__all__ = [
    "Finished",
    "Found",
    "Journal",
    "JournalFault",
    "Line",
    "Played",
    "Trouble",
    "Unfit",
    "actions_of",
    "export_lines",
    "import_lines",
]
