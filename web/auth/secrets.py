"""The secrets of a table: the join code, the host's PIN, the key that signs tokens."""

import re
import secrets
from pathlib import Path
from typing import Annotated, Final, Self

import msgspec
from msgspec.structs import replace

from scorekeeper.private_files import write_private
from scorekeeper.words import Fault, en
from web.renamed_fields import read_file

UNMISTAKABLE: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No 0 beside O, no 1 beside I and L, no U beside V."""

PIN_PATTERN: Final = re.compile(r"\d{4,8}", re.ASCII)
DIGITS: Final = 6


class SecretsFault(Fault):
    """The file of secrets cannot be read or written."""


class Secrets(msgspec.Struct, frozen=True):
    """``code`` is read out at the table, such as ``7QK4-93``; ``pin`` is the host's; ``key`` signs
    tokens; ``pin_version`` changes whenever a PIN is set. The last two never leave this program."""

    code: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9-]{4,20}$")]
    key: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){16,64}$")]
    pin: str = ""
    pin_version: str = ""

    @classmethod
    def generate(cls) -> Self:
        """Return new ones: one of 700 million codes, one of a million PINs, a random key."""
        return cls(code=new_code(), key=new_key()).with_pin(new_pin())

    def with_new_code(self) -> Self:
        """Return these secrets with another code."""
        return replace(self, code=new_code())

    def with_pin(self, pin: str) -> Self:
        """Return these secrets with this PIN and a new key: even if the PIN is the same, all tokens
        are void, also those that were forged with the old key."""
        return replace(self, pin=pin, key=new_key(), pin_version=secrets.token_hex(8))

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return the secrets saved at *path*; on the first evening they are made and saved.

        Raises SecretsFault if the file cannot be read, written or parsed.
        """
        try:
            if not path.exists():
                cls.generate().save(path)
            path.chmod(0o600)
            found = read_file(path, cls)
            if PIN_PATTERN.fullmatch(found.pin):
                return found
            # Written by hand, without a PIN.
            complete = replace(found, pin=new_pin())
            complete.save(path)
            return complete
        except PermissionError as fault:
            raise SecretsFault(
                en(
                    "The secrets in {path} cannot be used ({reason}): they belong to another user. "
                    "Put sudo before the command."
                ),
                path=path,
                reason=fault.strerror or str(fault),
            ) from None
        except (OSError, msgspec.DecodeError) as fault:
            raise SecretsFault(
                en(
                    "The secrets in {path} cannot be used ({reason}). Delete the file or give it "
                    "back to its owner: without it the table makes new ones, and everybody joins "
                    "again."
                ),
                path=path,
                reason=str(fault).rstrip("."),
            ) from None

    def save(self, path: Path) -> None:
        """Write them to *path*, readable by its owner only. Raises OSError."""
        write_private(path, msgspec.json.encode(self))


def new_code() -> str:
    """Return a random code that can be read out."""
    letters = "".join(secrets.choice(UNMISTAKABLE) for _ in range(6))
    return f"{letters[:4]}-{letters[4:]}"


def new_key() -> str:
    """Return a random key that signs tokens."""
    return secrets.token_hex(32)


def new_pin() -> str:
    """Return random digits."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
