"""What only the people at the table may know: the join code, the host's PIN, the key for marks."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from scorekeeper.words import Fault, en

UNMISTAKABLE: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No 0 beside O, no 1 beside I and L, no U beside V."""

A_PIN: Final = re.compile(r"\d{4,8}", re.ASCII)
DIGITS: Final = 6


class SecretsFault(Fault):
    """The file of secrets cannot be read or written."""


class Secrets(msgspec.Struct, frozen=True):
    """``code`` is read out at the table, such as ``7QK4-93``; ``pin`` is the host's; ``key`` never
    leaves this program, and neither does ``reign``, which changes whenever a PIN is set."""

    code: str
    key: str
    pin: str = ""
    reign: str = ""

    @staticmethod
    def made() -> Secrets:
        """New ones: about 700 million codes, a million PINs, and a key that nobody can guess."""
        first = Secrets(code=new_code(), key=secrets.token_hex(32))
        return first.ruled_by(new_pin())

    def renewed(self) -> Secrets:
        """With another code."""
        return replace(self, code=new_code())

    def ruled_by(self, pin: str) -> Secrets:
        """With this PIN. Also where it is the same one again, whoever was host is so no more."""
        return replace(self, pin=pin, reign=secrets.token_hex(8))

    @staticmethod
    def kept(path: Path) -> Secrets:
        """Those kept at *path*, made there on the first evening, for its owner's eyes only.

        Raises SecretsFault where the file cannot be read, written or understood.
        """
        try:
            if not path.exists():
                Secrets.made().keep(path)
            path.chmod(0o600)
            found = msgspec.json.decode(path.read_bytes(), type=Secrets)
            if A_PIN.fullmatch(found.pin):
                return found
            # Written before there were PINs, or by a hand that left it out.
            ruled = found.ruled_by(new_pin())
            ruled.keep(path)
            return ruled
        except (OSError, msgspec.DecodeError) as fault:
            raise SecretsFault(
                en("The secrets in {path} cannot be used: {reason}."), path=path, reason=fault
            ) from None

    def keep(self, path: Path) -> None:
        """Write them at *path*: whole or not at all, and never readable by others."""
        write_privately(path, msgspec.json.encode(self))


def new_code() -> str:
    """A code that can be read out."""
    letters = "".join(secrets.choice(UNMISTAKABLE) for _ in range(6))
    return f"{letters[:4]}-{letters[4:]}"


def new_pin() -> str:
    """Digits that nobody chose."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


def write_privately(path: Path, text: bytes) -> None:
    """*text* at *path*: whole or not at all, and never readable by others. Raises OSError."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(text)
        file.flush()
        os.fsync(handle)
    fresh.replace(path)
