"""What only the people at the table may know: the join code, and the key that marks phones."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Final

import msgspec

from scorekeeper.words import Fault, en

UNMISTAKABLE: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No 0 beside O, no 1 beside I and L, no U beside V."""


class SecretsFault(Fault):
    """The file of secrets cannot be read or written."""


class Secrets(msgspec.Struct, frozen=True):
    """``code`` is read out at the table, such as ``7QK4-93``; ``key`` never leaves this program."""

    code: str
    key: str

    @staticmethod
    def made() -> Secrets:
        """New ones: about 700 million codes, and a key that nobody can guess."""
        letters = "".join(secrets.choice(UNMISTAKABLE) for _ in range(6))
        return Secrets(code=f"{letters[:4]}-{letters[4:]}", key=secrets.token_hex(32))

    @staticmethod
    def kept(path: Path) -> Secrets:
        """Those kept at *path*, made there on the first evening, for its owner's eyes only.

        Raises SecretsFault where the file cannot be read, written or understood.
        """
        try:
            if not path.exists():
                Secrets.made().keep(path)
            path.chmod(0o600)
            return msgspec.json.decode(path.read_bytes(), type=Secrets)
        except (OSError, msgspec.DecodeError) as fault:
            raise SecretsFault(
                en("The secrets in {path} cannot be used: {reason}."), path=path, reason=fault
            ) from None

    def keep(self, path: Path) -> None:
        """Write them at *path*: whole or not at all, and never readable by others."""
        fresh = path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.json.encode(self))
            file.flush()
            os.fsync(handle)
        fresh.replace(path)
