"""The table, its keypads, previews and replays; docs/architecture.md gives the lock order."""

from scorekeeper.game.live import Speed
from scorekeeper.table.commands import Preview
from scorekeeper.table.importing import InvalidExport, import_lines
from scorekeeper.table.keypad import InputLockout, KeyOutcome, KeypadSession, KeyResult, SeenState
from scorekeeper.table.listeners import Listeners
from scorekeeper.table.replay import Replay, step_of
from scorekeeper.table.table import LiveChange, Receipt, Table

__all__ = [
    "InputLockout",
    "InvalidExport",
    "KeyOutcome",
    "KeyResult",
    "KeypadSession",
    "Listeners",
    "LiveChange",
    "Preview",
    "Receipt",
    "Replay",
    "SeenState",
    "Speed",
    "Table",
    "import_lines",
    "step_of",
]
