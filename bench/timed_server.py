"""`cribble serve` with a stopwatch: notes when the table took a key and its strip a new frame.

Run as a program with a file for its notes, ``typing`` or ``quiet``, and the arguments of the
command line. A note is a line of JSON: ``taken`` or ``shown``, the nanoseconds of the steady clock,
the version of the table, and the points and team of the ghost peg. If it is ``typing``, a player
begins to type a count after every entry, so that a ghost comes and goes.
"""

import json
import sys
from pathlib import Path
from threading import Lock, Thread
from time import monotonic_ns, sleep
from typing import Any

from cribble.cli import main
from cribble.serve import devices
from hardware.lights import Lights
from scorekeeper.game.live import EntryKind, PendingEntry
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.keypad.key import Key
from scorekeeper.table import KeyOutcome, KeypadSession, Table

NOTES = Path(sys.argv[1]).open("w", encoding="utf-8")  # noqa: SIM115 - open to the end
WRITING = Lock()
TYPES_AFTER = 0.01
"""Seconds."""


def note(what: str, now: int, snapshot: Snapshot) -> None:
    """Write one line."""
    half = snapshot.live.pending_entry
    ghost = [half.team, half.ghost] if half and half.ghost else None
    with WRITING:
        NOTES.write(f"{json.dumps([what, now, snapshot.version, ghost])}\n")
        NOTES.flush()


class TimedLights(Lights):
    """The lights, and when their strip was shown something new."""

    _frames = 0

    def __init__(self, table: Table, *rest: Any, **more: Any) -> None:
        super().__init__(table, *rest, **more)
        if sys.argv[2] == "typing":
            Thread(target=type_counts, args=(table,), daemon=True).start()

    def draw(self, snapshot: Snapshot) -> float:
        """Show *snapshot*, and note it if the frame is new."""
        seconds, now = super().draw(snapshot), monotonic_ns()
        frames, _ = self.shown.after(-1, 0)
        if frames > self._frames:
            note("shown", now, snapshot)
        self._frames = frames
        return seconds


class TimedKeys(KeypadSession):
    """The keys, and when the table took one."""

    def take(self, key: Key, by: str = "", **more: Any) -> KeyOutcome:
        """Take *key*, and note it."""
        outcome = super().take(key, by, **more)
        note("taken", monotonic_ns(), self._table.now)
        return outcome


def type_counts(table: Table) -> None:
    """Type a count after each entry that is never entered."""
    snapshot = table.now
    while True:
        version, snapshot = snapshot.version, table.after(snapshot.revision, 60)
        if snapshot.version != version:
            sleep(TYPES_AFTER)
            points = 2 + version % 9
            typed = PendingEntry(kind=EntryKind.PEG, team=version % 2, points=points, ghost=points)
            table.set_live(pending_entry=typed)


if __name__ == "__main__":
    vars(devices).update(Lights=TimedLights, KeypadSession=TimedKeys)
    sys.exit(main.run(sys.argv[3:]))
