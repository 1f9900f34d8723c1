"""The settings in force: defaults, overridden by what the host changed on the page.

The defaults, and how a change is saved, are handed in.
"""

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from threading import Lock
from typing import Any, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict, replace

from scorekeeper.game.actions import Start
from scorekeeper.words import Fault, en
from web.settings.schema import MOST_FAMILIES, Family, HostSettings, SettingsPatch, check

Listener = Callable[[], None]

NO_CHANGE: Final = SettingsPatch()


class NotSaved(Fault):
    """A change could not be saved, and so was not made."""

    def __init__(self, reason: object) -> None:
        super().__init__(en("That couldn’t be saved, so nothing changed: {reason}."), reason=reason)


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
        keep: Callable[[SettingsPatch], None] = lambda _: None,
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
        """Apply and save *patch*. Raises Fault, such as NotSaved; nothing has changed
        then."""
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
                raise NotSaved(fault.strerror or fault) from None
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


def keep_family(settings: Settings, family: Family) -> None:
    """Keep *family*, in the place of one of its name. Raises Fault, NotSaved among them."""
    family = replace(family, start=replace(family.start, dealer=None))

    def patch_of(now: HostSettings) -> SettingsPatch:
        families = (*_others(now, family.name), family)
        if len(families) > MOST_FAMILIES:
            sentence = en("The table keeps {most} families: forget one first.")
            raise Fault(sentence, most=MOST_FAMILIES)
        return SettingsPatch(families=families)

    settings.revise(patch_of)


def forget_family(settings: Settings, name: str) -> None:
    """Forget the family called *name*, if there is one. Raises NotSaved."""

    def patch_of(now: HostSettings) -> SettingsPatch:
        others = _others(now, name)
        return NO_CHANGE if others == now.families else SettingsPatch(families=others)

    settings.revise(patch_of)


def _others(now: HostSettings, name: str) -> tuple[Family, ...]:
    return tuple(one for one in now.families if one.name != name)


def save_start(settings: Settings, start: Start) -> None:
    """Save how a family starts a match; if that fails, nothing changes."""

    def patch_of(now: HostSettings) -> SettingsPatch:
        same_players = [one for one in now.families if one.start.players == start.players]
        if len(same_players) > 1:
            same_players = [one for one in same_players if one.start.rules == start.rules]
        last = replace(start, dealer=None)
        after = tuple(
            replace(family, start=last) if family in same_players else family
            for family in now.families
        )
        return NO_CHANGE if after == now.families else SettingsPatch(families=after)

    with suppress(Fault):
        settings.revise(patch_of)
