"""The journal: every accepted entry, on the disk before anyone sees it."""

from scorekeeper.journal.backup import find_trouble
from scorekeeper.journal.errors import JournalFault, Trouble
from scorekeeper.journal.games import GameResult, PlayedGame, actions_of
from scorekeeper.journal.history import Line
from scorekeeper.journal.journal import Journal, export_lines, played_games
from scorekeeper.journal.store import Clock, StartupNotice, utc_now

__all__ = [
    "Clock",
    "GameResult",
    "Journal",
    "JournalFault",
    "Line",
    "PlayedGame",
    "StartupNotice",
    "Trouble",
    "actions_of",
    "export_lines",
    "find_trouble",
    "played_games",
    "utc_now",
]
