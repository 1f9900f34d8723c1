"""The rights of devices at a table or a hub, by the secrets in its folder."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from scorekeeper.private_files import quarantine_file
from scorekeeper.words import Fault, en
from web import Access, Secrets, SecretsFault


def load_access(path: Path, tell: Callable[[Fault], None], *, is_open: bool) -> Access:
    """Return the rights by the secrets at *path*, where new ones are saved.

    Unreadable secrets are quarantined and replaced, as *tell* hears. Raises Fault if that fails.
    """
    try:
        secrets = Secrets.load(path)
    except SecretsFault as fault:
        try:
            aside = quarantine_file(path)
        except OSError:
            raise fault from None
        secrets = Secrets.load(path)
        sentence = en(
            "The secrets in {path} cannot be used ({reason}): they were set aside as {aside}. "
            "The table has a new join code and a new PIN, and everybody joins again."
        )
        tell(Fault(sentence, path=path, reason=fault.values["reason"], aside=aside.name))
    return Access(secrets, is_open=is_open, keep=lambda fresh: fresh.save(path))


log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 1.0
"""Seconds between two looks at the file of secrets."""


class SecretsWatch:
    """Reloads *access* when another process changes the secrets at *path*."""

    def __init__(self, path: Path, access: Access, tell: Callable[[Fault], None]) -> None:
        self._path, self._access, self._tell = path, access, tell
        self._known = self._stamp()

    def look(self) -> None:
        """Reload changed secrets. Unreadable ones change nothing."""
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
        """A value that changes with the file; None while there is none."""
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_ino, status.st_mtime_ns, status.st_size
