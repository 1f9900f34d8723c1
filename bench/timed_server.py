"""`cribble serve` that records when the table handles a key and when the strip gets a new frame.

Run as a program with an output file, ``typing`` or ``quiet``, and the arguments of the command
line. Each line is JSON: ``taken`` or ``shown``, the monotonic time in ns, the table's version, and
points and team of the ghost peg. With ``typing``, a player starts to type a count after every
entry, so that a ghost peg appears.
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
"""Delay in seconds."""


def note(what: str, now: int, snapshot: Snapshot) -> None:
    """Write a line."""
    half = snapshot.live.pending_entry
    ghost = [half.team, half.ghost] if half and half.ghost else None
    with WRITING:
        NOTES.write(f"{json.dumps([what, now, snapshot.version, ghost])}\n")
        NOTES.flush()


class TimedLights(Lights):
    """Lights that record new frames."""

    _frames = 0

    def __init__(self, table: Table, *rest: Any, **more: Any) -> None:
        super().__init__(table, *rest, **more)
        if sys.argv[2] == "typing":
            Thread(target=type_counts, args=(table,), daemon=True).start()

    def draw(self, snapshot: Snapshot) -> float:
        """Draw *snapshot*, and record it if the frame is new."""
        seconds, now = super().draw(snapshot), monotonic_ns()
        frames, _ = self.shown.after(-1, 0)
        if frames > self._frames:
            note("shown", now, snapshot)
        self._frames = frames
        return seconds


class TimedKeys(KeypadSession):
    """A keypad session that records keys."""

    def take(self, key: Key, by: str = "", **more: Any) -> KeyOutcome:
        """Handle *key*, and record it."""
        outcome = super().take(key, by, **more)
        note("taken", monotonic_ns(), self._table.now)
        return outcome


def type_counts(table: Table) -> None:
    """After each entry, type a count without entering it."""
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
