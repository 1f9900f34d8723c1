"""The settings in force: defaults, overridden by what the host changed on the page.

The defaults, and how a change is saved, are handed in.
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
from web.settings.schema import HostSettings, SettingsPatch, check

Listener = Callable[[], None]

ASIDE: Final = "settings"
"""The live state by which phones learn that settings changed: they ask for them again."""

NO_CHANGE: Final = SettingsPatch()


class NotKept(Fault):
    """A change could not be saved, and so was not made."""

    def __init__(self, reason: object) -> None:
        super().__init__(en("That cannot be kept, so nothing changed: {reason}."), reason=reason)


def _keep_nowhere(patch: SettingsPatch) -> None:
    pass


class Settings:
    """The settings in force, for any thread.

    *default* holds where *patch*, all that the host has changed, is unset; *keep* saves that patch.
    If it raises OSError nothing changes.
    """

    def __init__(
        self,
        default: HostSettings | None = None,
        patch: SettingsPatch = NO_CHANGE,
        *,
        keep: Callable[[SettingsPatch], None] = _keep_nowhere,
    ) -> None:
        """Raises Fault if *patch* is invalid."""
        self._default, self._keep, self._lock = default or HostSettings(), keep, Lock()
        self._listeners: list[Listener] = []
        self._changed = _without_null(_given(patch))
        self._now = _merged(self._default, self._changed)

    @property
    def now(self) -> HostSettings:
        """The settings in force."""
        return self._now

    @property
    def changed(self) -> tuple[str, ...]:
        """The names of the settings that the host has changed."""
        return tuple(self._changed)

    @property
    def tag(self) -> str:
        """A digest that differs for other settings."""
        return sha256(msgspec.json.encode((self._now, self.changed))).hexdigest()[:12]

    def subscribe(self, listener: Listener) -> None:
        """Call *listener* after each change."""
        self._listeners.append(listener)

    def change(self, patch: SettingsPatch) -> None:
        """Apply and save *patch*. Raises Fault, NotKept among them; then nothing has changed."""
        self.revise(lambda _: patch)

    def revise(self, patch_of: Callable[[HostSettings], SettingsPatch]) -> None:
        """Apply a patch that follows from the settings in force, as one step. Raises Fault."""
        with self._lock:
            patch = patch_of(self._now)
            if patch == NO_CHANGE:
                return
            changed = _without_null({**self._changed, **_given(patch)})
            now = _merged(self._default, changed)
            try:
                self._keep(SettingsPatch(**changed))
            except OSError as fault:
                raise NotKept(fault.strerror or fault) from None
            self._now, self._changed = now, changed
        for listener in self._listeners:  # Not under the lock: one may ask this object again.
            listener()


def _given(patch: SettingsPatch) -> dict[str, Any]:
    return {name: value for name, value in asdict(patch).items() if value is not UNSET}


def _without_null(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


def _merged(default: HostSettings, changed: dict[str, Any]) -> HostSettings:
    for name, value in changed.items():
        check(name, value)
    return HostSettings(**{**asdict(default), **changed})
