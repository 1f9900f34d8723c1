"""The secrets of a table and the rights that they grant: the join code and the host's PIN."""

import hmac
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Annotated, Final, Self

import msgspec
from msgspec.structs import replace

from scorekeeper.private_files import write_private
from scorekeeper.table import Listeners
from scorekeeper.words import Fault, en
from web.renamed_fields import read_file

UNMISTAKABLE: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Characters of join codes, without those that look alike: 0 and O, 1, I and L, U and V."""

PIN_PATTERN: Final = re.compile(r"\d{4,8}", re.ASCII)
PIN_DIGITS: Final = 6

FIRST_HOST_SECONDS: Final = 15 * 60.0
"""Seconds after start during which the first phone of an unused machine can become host."""


class SecretsFault(Fault):
    """The secrets file cannot be read or written."""


class Secrets(msgspec.Struct, frozen=True):
    """The secrets of a table. ``code``: the join code, such as ``7QK4-93``; ``pin``: the host's;
    ``key``: signs tokens; ``pin_version``: changes whenever a PIN is set. ``key`` and
    ``pin_version`` are never sent."""

    code: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9-]{4,20}$")]
    key: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){16,64}$")]
    pin: str = ""
    pin_version: str = ""

    @classmethod
    def generate(cls) -> Self:
        """Return random secrets: one of 700 million codes and one of a million PINs."""
        return cls(code=_new_code(), key=_new_key()).with_pin(_new_pin())

    def with_new_code(self) -> Self:
        """Return a copy with a new join code."""
        return replace(self, code=_new_code())

    def with_pin(self, pin: str) -> Self:
        """Return a copy with *pin* and a new key, which revokes all tokens even if the PIN is
        unchanged, including any forged with the old key."""
        return replace(self, pin=pin, key=_new_key(), pin_version=secrets.token_hex(8))

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return the secrets stored at *path*, generating the file if it does not exist.

        Raises SecretsFault if the file cannot be read, written or parsed.
        """
        try:
            if not path.exists():
                cls.generate().save(path)
            path.chmod(0o600)
            saved = read_file(path, cls)
            if not PIN_PATTERN.fullmatch(saved.pin):  # The file was edited, and has no PIN.
                saved = replace(saved, pin=_new_pin())
                saved.save(path)
            return saved
        except PermissionError as fault:
            raise SecretsFault(
                en(
                    "The secrets in {path} cannot be used ({reason}): they belong to another user. "
                    "Run the command with sudo."
                ),
                path=path,
                reason=fault.strerror or str(fault),
            ) from None
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as fault:
            raise SecretsFault(
                en(
                    "The secrets in {path} cannot be used ({reason}). Restore the file’s owner, "
                    "or delete it: the table then creates new secrets, and all phones must join "
                    "again."
                ),
                path=path,
                reason=str(fault).rstrip("."),
            ) from None

    def save(self, path: Path) -> None:
        """Write the secrets to *path*, readable only by the owner. Raises OSError."""
        write_private(path, msgspec.json.encode(self))


def _new_code() -> str:
    letters = "".join(secrets.choice(UNMISTAKABLE) for _ in range(6))
    return f"{letters[:4]}-{letters[4:]}"


def _new_key() -> str:
    return secrets.token_hex(32)


def _new_pin() -> str:
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


class Access:
    """Checks codes and tokens. Thread-safe. Network addresses are ignored: they grant no rights.

    A token is an HMAC of the device id and the join code (for hosts: the PIN), so that a new code
    or PIN revokes all older tokens. *keep* saves new secrets; if it raises OSError, nothing is
    changed.
    """

    def __init__(
        self,
        secrets: Secrets,
        *,
        is_open: bool = False,
        keep: Callable[[Secrets], None] = lambda _: None,
    ) -> None:
        self.is_open = is_open
        self._secrets, self._keep, self._lock = secrets, keep, Lock()
        self.on_change = Listeners[[]]()
        """Called after each change to the secrets, without the lock: it may call this object."""

    @property
    def code(self) -> str:
        """The join code."""
        return self._secrets.code

    @property
    def pin(self) -> str:
        """The host's PIN. Show it only in the terminal."""
        return self._secrets.pin

    @property
    def invitation(self) -> str | None:
        """The join code to display; None if access is open, so that phones do not store a code that
        would be valid once access is restricted again."""
        return None if self.is_open else self.code

    @property
    def tag(self) -> str:
        """A digest that changes with the secrets but does not reveal them."""
        now = self._secrets
        return self._mac(f"tag {now.code} {now.pin} {now.pin_version}")[:12]

    def replace(self, secrets: Secrets) -> None:
        """Replace the secrets, without saving them."""
        with self._lock:
            changed, self._secrets = secrets != self._secrets, secrets
        if changed:
            self.on_change()

    def renew(self) -> None:
        """Generate and save a new join code. Raises OSError if it cannot be saved."""
        with self._lock:  # Of concurrent calls, the code saved last is current.
            fresh = self._secrets.with_new_code()
            self._keep(fresh)
            self._secrets = fresh
        self.on_change()

    def is_code(self, code: str) -> bool:
        """True if *code* is the join code. Case-sensitive."""
        return self._is_same(code, self._secrets.code)

    def is_pin(self, pin: str) -> bool:
        """True if *pin* is the host's PIN."""
        return bool(self._secrets.pin) and self._is_same(pin, self._secrets.pin)

    def scorer_token(self, device: str) -> str:
        """Return the scorer token of *device*."""
        return self._mac(f"{self._secrets.code} {device}")

    def host_token(self, device: str) -> str:
        """Return the host token of *device*."""
        now = self._secrets
        return self._mac(f"host {now.pin} {now.pin_version} {device}")

    def may_score(self, device: str | None, token: str | None) -> bool:
        """True if *device* may enter cards with this scorer *token*, or if access is open."""
        return self.is_open or self.has_joined(device, token)

    def has_joined(self, device: str | None, token: str | None) -> bool:
        """True if the scorer *token* of *device* is valid, whether or not access is open."""
        return _is_valid(self.scorer_token, device, token)

    def is_host(self, device: str | None, token: str | None) -> bool:
        """True if the host *token* of *device* is valid."""
        return bool(self._secrets.pin) and _is_valid(self.host_token, device, token)

    def _mac(self, text: str) -> str:
        return hmac.digest(bytes.fromhex(self._secrets.key), text.encode(), "sha256").hex()

    def _is_same(self, left: str, right: str) -> bool:
        """Compare in constant time, so that timing reveals neither characters nor lengths."""
        return hmac.compare_digest(self._mac(f"same {left}"), self._mac(f"same {right}"))


def _is_valid(token_of: Callable[[str], str], device: str | None, token: str | None) -> bool:
    if device is None or token is None:
        return False
    return hmac.compare_digest(token_of(device).encode(), token.encode())


class FirstHost:
    """The right of one phone to become host without the PIN while the machine is fresh.

    *clock* returns seconds. *is_fresh* is called on every check, so that the first entry also ends
    the right. *taken* is called when a phone gets a right; the machine is then no longer fresh.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        is_fresh: Callable[[], bool] = lambda: False,
        taken: Callable[[], None] = lambda: None,
    ) -> None:
        self._clock, self._is_fresh, self._taken = clock, is_fresh, taken
        self._lock, self._ends = Lock(), clock() + FIRST_HOST_SECONDS
        self._is_closed = False

    @property
    def is_open(self) -> bool:
        """True if the right is still available to the first phone that takes it."""
        return not self._is_closed and self._clock() < self._ends and self._is_fresh()

    @property
    def is_late(self) -> bool:
        """True if the right has expired, and a restart of the machine would open it again."""
        return not self._is_closed and self._clock() >= self._ends and self._is_fresh()

    def take(self) -> bool:
        """Make the caller host. Return True for the first caller only."""
        with self._lock:
            first = self.is_open
            self._is_closed = self._is_closed or first
        if first:
            self._taken()
        return first

    def close(self) -> None:
        """End the right, because a phone has joined or become host."""
        with self._lock:
            self._is_closed = True
        self._taken()
