"""The rights of devices at a table or a hub, by the secrets in its folder."""

from collections.abc import Callable
from pathlib import Path

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
