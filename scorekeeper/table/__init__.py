"""The table, where the game changes, with its keypads, previews and replays."""

from scorekeeper.table.entry_mode import tell_habits
from scorekeeper.table.keypad.outcome import Came, Heard, Saw
from scorekeeper.table.keypad.session import Keys
from scorekeeper.table.preview import Preview
from scorekeeper.table.replay import Replay, Speed, step_of
from scorekeeper.table.table import Receipt, Table

__all__ = [
    "Came",
    "Heard",
    "Keys",
    "Preview",
    "Receipt",
    "Replay",
    "Saw",
    "Speed",
    "Table",
    "step_of",
    "tell_habits",
]
