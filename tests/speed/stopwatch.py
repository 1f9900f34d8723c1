"""`cribble serve` with a stopwatch at its strip: writes down when each version was first shown.

Run as a program with a file for its notes, a number of threads for the page, and what the command
line is given otherwise. A note is a line of JSON: the version, and the nanoseconds of the machine's
steady clock.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from time import monotonic_ns

from cribble import cli, opening
from hardware.lights import Lights
from scorekeeper.game.snapshot import Snapshot
from web import Server

NOTES, THREADS = Path(sys.argv[1]), int(sys.argv[2])


class TimedLights(Lights):
    """The lights, and when their strip had a version for the first time."""

    shown = -1

    def draw(self, snapshot: Snapshot) -> float:
        """Show *snapshot*, and look at the clock once it is shown."""
        seconds = super().draw(snapshot)
        if snapshot.version > self.shown:
            now, first, self.shown = monotonic_ns(), self.shown + 1, snapshot.version
            with NOTES.open("a", encoding="utf-8") as notes:
                for version in range(first, self.shown + 1):
                    notes.write(json.dumps([version, now]) + "\n")
        return seconds


if __name__ == "__main__":
    opening.Lights, opening.THREADS = TimedLights, THREADS
    opening.Server = partial(Server, threads=THREADS)
    sys.exit(cli.run(sys.argv[3:]))
