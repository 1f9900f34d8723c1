"""The secrets of a table, and the rights they give: to keep score with the code, to be host with
the PIN."""

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
from scorekeeper.words import Fault, en
from web.renamed_fields import read_file

UNMISTAKABLE: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No 0 beside O, no 1 beside I and L, no U beside V."""

PIN_PATTERN: Final = re.compile(r"\d{4,8}", re.ASCII)
PIN_DIGITS: Final = 6

CLAIM_SECONDS: Final = 15 * 60.0
"""Seconds after the start in which a machine that was never used may be claimed."""


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
        """Return random ones: one of 700 million codes, one of a million PINs."""
        return cls(code=_new_code(), key=_new_key()).with_pin(_new_pin())

    def with_new_code(self) -> Self:
        """Return these secrets with another code."""
        return replace(self, code=_new_code())

    def with_pin(self, pin: str) -> Self:
        """Return these secrets with this PIN and a new key: even if the PIN is the same, all tokens
        are void, also those that were forged with the old key."""
        return replace(self, pin=pin, key=_new_key(), pin_version=secrets.token_hex(8))

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return the secrets saved at *path*; on the first evening they are made and saved.

        Raises SecretsFault if the file cannot be read, written or parsed.
        """
        try:
            if not path.exists():
                cls.generate().save(path)
            path.chmod(0o600)
            saved = read_file(path, cls)
            if not PIN_PATTERN.fullmatch(saved.pin):  # Written by hand, without a PIN.
                saved = replace(saved, pin=_new_pin())
                saved.save(path)
            return saved
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
                    "back to its owner: without it the table makes new ones, and all phones must "
                    "join again."
                ),
                path=path,
                reason=str(fault).rstrip("."),
            ) from None

    def save(self, path: Path) -> None:
        """Write them to *path*, readable by its owner only. Raises OSError."""
        write_private(path, msgspec.json.encode(self))


def _new_code() -> str:
    letters = "".join(secrets.choice(UNMISTAKABLE) for _ in range(6))
    return f"{letters[:4]}-{letters[4:]}"


def _new_key() -> str:
    return secrets.token_hex(32)


def _new_pin() -> str:
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


class Access:
    """Checks codes and tokens. Network addresses are not considered: they give no right.

    A token is an HMAC of the device and the code (for the host: of the PIN), so a new code or PIN
    revokes all older tokens. *keep* saves new secrets; if it raises OSError nothing changes.
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
        self._listeners: list[Callable[[], None]] = []

    @property
    def code(self) -> str:
        """The join code."""
        return self._secrets.code

    @property
    def pin(self) -> str:
        """The host's PIN, to be shown in the terminal and nowhere else."""
        return self._secrets.pin

    @property
    def invitation(self) -> str | None:
        """The join code to display, or None when access is open (so that phones do not store a code
        that would be valid on a later, closed evening)."""
        return None if self.is_open else self.code

    @property
    def tag(self) -> str:
        """A digest that changes with the secrets and reveals nothing of them."""
        now = self._secrets
        return self._mac(f"tag {now.code} {now.pin} {now.pin_version}")[:12]

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Call *listener* after every change of the secrets."""
        self._listeners.append(listener)

    def replace(self, secrets: Secrets) -> None:
        """Use other *secrets* from now on."""
        with self._lock:
            changed, self._secrets = secrets != self._secrets, secrets
        if changed:
            self._notify()

    def renew(self) -> None:
        """Make a new join code. Raises OSError if it cannot be saved."""
        with self._lock:  # Of two hosts who renew at the same time, the code saved last holds.
            fresh = self._secrets.with_new_code()
            self._keep(fresh)
            self._secrets = fresh
        self._notify()

    def is_code(self, code: str) -> bool:
        """True if *code* is the join code, letter for letter."""
        return self._is_same(code, self._secrets.code)

    def is_pin(self, pin: str) -> bool:
        """True if *pin* is the host's PIN, digit for digit."""
        return bool(self._secrets.pin) and self._is_same(pin, self._secrets.pin)

    def scorer_token(self, device: str) -> str:
        """Return the token of *device* as a scorer."""
        return self._mac(f"{self._secrets.code} {device}")

    def host_token(self, device: str) -> str:
        """Return the token of *device* as the host's."""
        now = self._secrets
        return self._mac(f"host {now.pin} {now.pin_version} {device}")

    def may_score(self, device: str | None, token: str | None) -> bool:
        """True if *device* with this scorer *token* may enter cards."""
        return self.is_open or self.has_joined(device, token)

    def has_joined(self, device: str | None, token: str | None) -> bool:
        """True if *device* with this scorer *token* joined with the code, at an open table too."""
        return _is_valid(self.scorer_token, device, token)

    def is_host(self, device: str | None, token: str | None) -> bool:
        """True if *device* with this host *token* is the host's."""
        return bool(self._secrets.pin) and _is_valid(self.host_token, device, token)

    def _notify(self) -> None:
        """Not under the lock: a listener may ask this object again."""
        for listener in self._listeners:
            listener()

    def _mac(self, text: str) -> str:
        return hmac.digest(bytes.fromhex(self._secrets.key), text.encode(), "sha256").hex()

    def _is_same(self, left: str, right: str) -> bool:
        """Compare digests, so that the time it takes reveals neither letters nor lengths."""
        return hmac.compare_digest(self._mac(f"same {left}"), self._mac(f"same {right}"))


def _is_valid(token_of: Callable[[str], str], device: str | None, token: str | None) -> bool:
    if device is None or token is None:
        return False
    return hmac.compare_digest(token_of(device).encode(), token.encode())


class Claim:
    """The right of one phone to become the host without the PIN, while the machine is fresh.

    *clock* counts seconds. *is_fresh* is asked each time, so the first entry ends the claim too.
    *taken* is called when a phone has a right, so that the machine is fresh no more.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        is_fresh: Callable[[], bool] = lambda: False,
        taken: Callable[[], None] = lambda: None,
    ) -> None:
        self._clock, self._is_fresh, self._taken = clock, is_fresh, taken
        self._lock, self._ends = Lock(), clock() + CLAIM_SECONDS
        self._is_closed = False

    @property
    def is_open(self) -> bool:
        """True while the next phone that asks becomes the host."""
        return not self._is_closed and self._clock() < self._ends and self._is_fresh()

    def take(self) -> bool:
        """Take it; True for the one phone that was first."""
        with self._lock:
            first = self.is_open
            self._is_closed = self._is_closed or first
        if first:
            self._taken()
        return first

    def close(self) -> None:
        """End the claim: a phone has joined, or is host by the PIN."""
        with self._lock:
            self._is_closed = True
        self._taken()
