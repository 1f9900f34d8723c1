"""The table, where the game changes, with its keypads, previews and replays.

Locks are taken in this order, and never the other way round:

1. the lock of a room around the table: ``Keys``, ``Replay``, and in the web settings and rights;
2. ``Table._writing``, held while somebody reads or writes the journal: one thread at a time;
3. ``Table._changed``, the condition under which a snapshot takes the place of the one before.

``Table.now`` takes none. Listeners are called after the lock of their room is released.
"""

from scorekeeper.game.live import Speed
from scorekeeper.table.entry_mode import set_entry_mode
from scorekeeper.table.keypad.outcome import KeyOutcome, KeyResult, SeenState
from scorekeeper.table.keypad.session import KeypadSession
from scorekeeper.table.preview import Preview
from scorekeeper.table.replay import Replay, step_of
from scorekeeper.table.table import Receipt, Table

__all__ = [
    "KeyOutcome",
    "KeyResult",
    "KeypadSession",
    "Preview",
    "Receipt",
    "Replay",
    "SeenState",
    "Speed",
    "Table",
    "set_entry_mode",
    "step_of",
]
