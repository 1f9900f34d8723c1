"""The settings in force: what held before, with what the host changed on the page on top of it.

Where each value comes from before anybody changed it, and where a change is kept, is handed in.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import Any, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict

from scorekeeper.words import Fault, en
from web.settings.schema import Chosen, Wanted, check

NOTHING: Final = Wanted()


class NotKept(Fault):
    """A change could not be written down, and so was not made."""

    def __init__(self, reason: object) -> None:
        super().__init__(en("That cannot be kept, so nothing changed: {reason}."), reason=reason)


def _nowhere(wanted: Wanted) -> None:
    pass


class Settings:
    """The settings in force, for any thread.

    *usual* is what holds where *wanted* says nothing; *keep* writes down all that was ever wanted,
    and may raise OSError: then nothing changes.
    """

    def __init__(
        self,
        usual: Chosen | None = None,
        wanted: Wanted = NOTHING,
        *,
        keep: Callable[[Wanted], None] = _nowhere,
    ) -> None:
        """Raises Fault where *wanted* cannot be."""
        self._usual, self._keep, self._lock = usual or Chosen(), keep, Lock()
        self._hearers: list[Callable[[], None]] = []
        self._take(_without_null(_said(wanted)))

    @property
    def now(self) -> Chosen:
        """What is in force."""
        return self._now

    @property
    def changed(self) -> tuple[str, ...]:
        """The names of what the host has set."""
        return tuple(self._set)

    @property
    def tag(self) -> str:
        """Names the settings in force: others have another one."""
        return sha256(msgspec.json.encode((self._now, self.changed))).hexdigest()[:12]

    def tell(self, hearer: Callable[[], None]) -> None:
        """Have *hearer* called after each change."""
        self._hearers.append(hearer)

    def change(self, wanted: Wanted) -> None:
        """Put *wanted* in force, for good. Raises Fault, NotKept among them; then nothing did."""
        self.revise(lambda _: wanted)

    def revise(self, wish: Callable[[Chosen], Wanted]) -> None:
        """The same with what follows from the settings in force, which nobody changes meanwhile."""
        with self._lock:
            wanted = wish(self._now)
            if wanted == NOTHING:
                return
            fresh = _without_null({**self._set, **_said(wanted)})
            _checked(self._usual, fresh)
            try:
                self._keep(Wanted(**fresh))
            except OSError as fault:
                raise NotKept(fault.strerror or fault) from None
            self._take(fresh)
            for hearer in self._hearers:
                hearer()

    def _take(self, fresh: dict[str, Any]) -> None:
        self._now, self._set = _checked(self._usual, fresh), fresh


def _said(wanted: Wanted) -> dict[str, Any]:
    return {name: value for name, value in asdict(wanted).items() if value is not UNSET}


def _without_null(said: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in said.items() if value is not None}


def _checked(usual: Chosen, fresh: dict[str, Any]) -> Chosen:
    for name, value in fresh.items():
        check(name, value)
    return Chosen(**{**asdict(usual), **fresh})
