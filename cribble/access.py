"""The rights of devices at a table or a hub, by the secrets in its folder."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from scorekeeper.private_files import quarantine_file
from scorekeeper.words import Fault, en
from web import Access, Secrets, SecretsFault


def load_access(path: Path, tell: Callable[[Fault], None], *, is_open: bool) -> Access:
    """Return who may do what by the secrets at *path*, where new ones go too.

    Secrets that cannot be read are set aside and new ones made, as *tell* hears: a table that stays
    shut helps nobody. Raises Fault where that cannot be done either.
    """
    try:
        secrets = Secrets.load(path)
    except SecretsFault as fault:
        secrets = _new_secrets(path, tell, fault)
    return Access(secrets, is_open=is_open, keep=lambda fresh: fresh.save(path))


def _new_secrets(path: Path, tell: Callable[[Fault], None], fault: SecretsFault) -> Secrets:
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
    return secrets


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
