"""A witness beside the journal: that somebody keeps it, and how many lines it has had."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from scorekeeper.journal.errors import JournalFault, Trouble, told_plainly
from scorekeeper.table.beside import beside

LENGTH: Final = 64


class Tally:
    """The file is locked while it is held, so that two programs never keep one journal.

    It is overwritten after each commit without waiting for the disk: it may know of fewer lines
    than there are, never of more. If the journal has fewer, its end was lost.
    """

    def __init__(self, file: int) -> None:
        self._file = file
        self.journal, self.lines = _read(file)

    @classmethod
    def hold(cls, journal: Path) -> Tally:
        """Take the tally beside *journal*; JournalFault IN_USE where somebody else has it."""
        with told_plainly(journal):
            file = os.open(beside(journal, "tally"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(file)
                raise JournalFault(Trouble.IN_USE, journal) from None
            if os.fstat(file).st_nlink == 0:
                # An import that failed took its tally away just now: this one locks nothing.
                os.close(file)
                raise JournalFault(Trouble.IN_USE, journal)
        return cls(file)

    def note(self, journal: str, lines: int) -> None:
        """The journal of that name now has so many lines."""
        self.journal, self.lines = journal, lines
        # The lines are safe already; a witness that cannot be written only knows a little less.
        with suppress(OSError):
            os.pwrite(self._file, f"{journal} {lines}".ljust(LENGTH - 1).encode() + b"\n", 0)

    def close(self) -> None:
        """Somebody else may keep the journal."""
        os.close(self._file)


def _read(file: int) -> tuple[str, int]:
    """The journal and its lines; nothing and 0 where the tally cannot be read."""
    match os.pread(file, LENGTH, 0).split():
        case [journal, lines] if lines.isdigit():
            return journal.decode("ascii", "replace"), int(lines)
        case _:
            return "", 0
