"""The journal: every accepted entry, on the disk before anybody sees it."""

from scorekeeper.journal.backup import find_trouble
from scorekeeper.journal.errors import JournalFault, Trouble
from scorekeeper.journal.export import InvalidExport, actions_of, export_lines, import_lines
from scorekeeper.journal.game_index import played_games
from scorekeeper.journal.games import GameResult, PlayedGame
from scorekeeper.journal.journal import Journal
from scorekeeper.journal.repair import StartupNotice
from scorekeeper.journal.row import Line

__all__ = [
    "GameResult",
    "InvalidExport",
    "Journal",
    "JournalFault",
    "Line",
    "PlayedGame",
    "StartupNotice",
    "Trouble",
    "actions_of",
    "export_lines",
    "find_trouble",
    "import_lines",
    "played_games",
]
