"""`cribble serve` with a stopwatch at its strip: writes down when each entry first changed a frame.

Run as a program with a file for its notes, and what the command line is given otherwise. A note is
a line of JSON: the version, and the nanoseconds of the machine's steady clock. After every entry
somebody begins to type a count, so that a ghost comes and goes.
"""

import json
import sys
from pathlib import Path
from threading import Thread
from time import monotonic_ns, sleep
from typing import Any

from cribble.cli import main
from cribble.serve import devices
from hardware.lights import Lights
from scorekeeper.game.live import EntryKind, PendingEntry
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table import Table

NOTES = Path(sys.argv[1])

TYPES_AFTER = 0.01
"""Seconds."""


class TimedLights(Lights):
    """The lights, and when their strip was first shown what an entry changed."""

    def __init__(self, table: Table, *rest: Any, **more: Any) -> None:
        super().__init__(table, *rest, **more)
        self._drawn, self._frames = table.now.version, 0
        Thread(target=_type, args=(table,), daemon=True).start()

    def draw(self, snapshot: Snapshot) -> float:
        """Show *snapshot*, and look at the clock once it is shown."""
        seconds, now = super().draw(snapshot), monotonic_ns()
        frames, _ = self.shown.after(-1, 0)
        if frames > self._frames:
            self._note(range(self._drawn + 1, snapshot.version + 1), now)
        self._drawn, self._frames = snapshot.version, frames
        return seconds

    def _note(self, versions: range, now: int) -> None:
        if versions:
            with NOTES.open("a", encoding="utf-8") as notes:
                notes.writelines(f"{json.dumps([version, now])}\n" for version in versions)


def _type(table: Table) -> None:
    """Another count after each entry, from somebody who never enters it."""
    snapshot = table.now
    while True:
        version, snapshot = snapshot.version, table.after(snapshot.revision, 60)
        if snapshot.version != version:
            sleep(TYPES_AFTER)
            points = 2 + version % 9
            typed = PendingEntry(kind=EntryKind.PEG, team=version % 2, points=points, ghost=points)
            table.set_live(pending_entry=typed)


if __name__ == "__main__":
    devices.Lights = TimedLights
    sys.exit(main.run(sys.argv[2:]))
