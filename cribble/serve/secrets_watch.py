"""Codes that are renewed from another terminal while the table is open: it goes by them at once."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from scorekeeper.words import Fault
from web import Access, Secrets, SecretsFault

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 1.0
"""Seconds between two looks at the file of secrets."""


class SecretsWatch:
    """Looks whether the secrets at *path* are others than *access* goes by."""

    def __init__(self, path: Path, access: Access, tell: Callable[[Fault], None]) -> None:
        self._path, self._access, self._tell = path, access, tell
        self._known = self._stamp()

    def look(self) -> None:
        """Go by the secrets that are there now. Those that cannot be read change nothing."""
        stamp = self._stamp()
        if stamp == self._known or stamp is None:
            return
        self._known = stamp
        try:
            self._access.replace(Secrets.load(self._path))
            log.info("the codes were renewed in another process")
        except SecretsFault as fault:
            self._tell(fault)

    def _stamp(self) -> tuple[int, int, int] | None:
        """A value that changes whenever the file does; None while there is none."""
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size
