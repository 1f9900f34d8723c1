"""The journal: every accepted entry, written to disk before it becomes visible."""

from scorekeeper.journal.backup import find_trouble
from scorekeeper.journal.files import JournalFault, Trouble
from scorekeeper.journal.history import Line
from scorekeeper.journal.journal import (
    GameResult,
    Journal,
    PlayedGame,
    actions_of,
    export_lines,
    played_games,
)
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
