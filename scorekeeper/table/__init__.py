"""The table, where the game changes, with its keypads, previews and replays."""

from scorekeeper.game.live import Speed
from scorekeeper.table.entry_mode import set_entry_mode
from scorekeeper.table.keypad.outcome import Came, Heard, Saw
from scorekeeper.table.keypad.session import Keys
from scorekeeper.table.preview import Preview
from scorekeeper.table.replay import Replay, step_of
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
    "set_entry_mode",
    "step_of",
]
