"""The settings that the host changes for all phones, with their bounds.

Defaults and persistence are supplied by the caller.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from threading import Lock
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import asdict, replace

from scorekeeper.board.light import (
    HEX_COLOUR,
    MIN_COLOURS,
    TEAM_COLOURS,
    Colour,
    for_all_teams,
    hex_of,
)
from scorekeeper.bounds import TRUE_OR_FALSE, Bound, matching, number, one_of
from scorekeeper.game.actions import Start
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.refusal import JOINERS, MAX_NAME_LENGTH, Refusal
from scorekeeper.game.state import Game
from scorekeeper.table import Listeners
from scorekeeper.words import LANGUAGES, Fault, en
from scorekeeper.words.catalogue import shown
from web.http.errors import saving

MAX_FAMILIES: Final = 12
TEAMS: Final = len(TEAM_COLOURS)
LETTERS: Final = ("JQK", "VDR")

COLOUR: Final = re.compile(HEX_COLOUR, re.ASCII)
NIGHT: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d", re.ASCII)


class Family(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of regular players: the ``start`` of their last match without its dealer, and
    ``colours`` by team (empty: those of the table)."""

    name: str
    start: Start
    colours: tuple[str, ...] = ()


Families: TypeAlias = tuple[Family, ...]


class HostSettings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings with their defaults.

    ``night``: a time span such as ``22:00-07:00``, or empty. ``letters`` (JQK or VDR) and
    ``language`` apply to devices without their own choice; empty: the browser's language. The first
    scorer who names the letters sets them for the table.
    """

    brightness: float = 1.0
    night: str = ""
    night_brightness: float = 0.25
    colours: tuple[str, ...] = tuple(map(hex_of, TEAM_COLOURS))
    low_vision: bool = False
    streets: bool = False
    skunk: bool = True
    letters: str = ""
    language: str = ""
    families: tuple[Family, ...] = ()

    @property
    def lights(self) -> tuple[Colour, ...]:
        """The colours of all teams, for LEDs."""
        return for_all_teams([Colour(*bytes.fromhex(colour[1:])) for colour in self.colours])


class SettingsPatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A settings patch. Omitted fields are unchanged; null resets a field to its default."""

    brightness: float | UnsetType | None = UNSET
    night: str | UnsetType | None = UNSET
    night_brightness: float | UnsetType | None = UNSET
    colours: tuple[str, ...] | UnsetType | None = UNSET
    low_vision: bool | UnsetType | None = UNSET
    streets: bool | UnsetType | None = UNSET
    skunk: bool | UnsetType | None = UNSET
    letters: str | UnsetType | None = UNSET
    language: str | UnsetType | None = UNSET
    families: tuple[Family, ...] | UnsetType | None = UNSET


def _are_colours(value: tuple[str, ...]) -> bool:
    many = MIN_COLOURS <= len(value) <= TEAMS
    return many and all(map(COLOUR.fullmatch, value))


def _is_family(family: Family) -> bool:
    name = family.name
    is_printable = all(letter.isprintable() or letter in JOINERS for letter in name)
    is_name = 0 < len(name) <= MAX_NAME_LENGTH and is_printable and name == name.strip()
    if not is_name or (family.colours and not _are_colours(family.colours)):
        return False
    try:
        apply(Game(), family.start)
    except Refusal:
        return False
    return True


def _are_families(value: tuple[Family, ...]) -> bool:
    names = {family.name for family in value}
    return len(value) <= MAX_FAMILIES and len(names) == len(value) and all(map(_is_family, value))


BOUNDS: Final[Mapping[str, Bound]] = {
    "brightness": number(0.01, 1),
    "night": matching(NIGHT, "22:00-07:00", or_empty=True),
    "night_brightness": number(0, 1),
    "colours": Bound(f'["#0072ff", …] ({MIN_COLOURS}–{TEAMS})', _are_colours),
    "low_vision": TRUE_OR_FALSE,
    "streets": TRUE_OR_FALSE,
    "skunk": TRUE_OR_FALSE,
    "letters": one_of("", *LETTERS),
    "language": one_of("", *LANGUAGES),
    "families": Bound(
        '[{"name": "…", "start": {"do": "start", "rules": "…", "players": ["…", …], …}, '
        f'"colours": ["#0072ff", …]}}, …] (≤ {MAX_FAMILIES})',
        _are_families,
    ),
}
"""Bounds by setting name."""


NO_CHANGE: Final = SettingsPatch()


class Settings:
    """The current settings. Thread-safe.

    *default* applies to fields unset in *patch*, the host's changes. *keep* saves the patch; if it
    raises OSError, nothing is changed.
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
        self.on_change = Listeners[[]]()
        """Called after each change, without the lock: it may call this object."""
        self._changed = _patched({}, patch)
        self._now = _merged(self._default, self._changed)

    @property
    def now(self) -> HostSettings:
        """The current settings."""
        return self._now

    @property
    def changed(self) -> tuple[str, ...]:
        """The names of the settings changed by the host."""
        return tuple(self._changed)

    @property
    def tag(self) -> str:
        """A digest of the settings."""
        return sha256(msgspec.json.encode((self._now, self.changed))).hexdigest()[:12]

    def change(self, patch: SettingsPatch) -> None:
        """Apply and save *patch*. Raises Fault, such as NotSaved, without changing anything."""
        self._change(lambda _: patch)

    def set_default(self, default: HostSettings) -> None:
        """Replace the defaults, after a change of the config."""
        with self._lock:
            self._default, self._now = default, _merged(default, self._changed)
        self.on_change()

    def change_families(self, change: Callable[[Families], Families]) -> None:
        """Apply *change* to the families and save them. Atomic. Raises Fault."""

        def patch_of(now: HostSettings) -> SettingsPatch:
            families = change(now.families)
            return NO_CHANGE if families == now.families else SettingsPatch(families=families)

        self._change(patch_of)

    def remember_start(self, start: Start) -> None:
        """Save *start* as the latest of the family playing, if it is known and can be saved."""

        def with_start(families: Families) -> Families:
            playing = [family for family in families if family.start.players == start.players]
            if len(playing) > 1:
                playing = [family for family in playing if family.start.rules == start.rules]
            last = replace(start, dealer=None)
            return tuple(
                replace(family, start=last) if family in playing else family for family in families
            )

        with suppress(Fault):
            self.change_families(with_start)

    def _change(self, patch_of: Callable[[HostSettings], SettingsPatch]) -> None:
        with self._lock:
            if (patch := patch_of(self._now)) == NO_CHANGE:
                return
            changed = _patched(self._changed, patch)
            now = _merged(self._default, changed)
            with saving():
                self._keep(SettingsPatch(**changed))
            self._now, self._changed = now, changed
        self.on_change()


def _patched(changed: dict[str, Any], patch: SettingsPatch) -> dict[str, Any]:
    """Return *changed* updated by *patch*."""
    fields = {name: value for name, value in asdict(patch).items() if value is not UNSET}
    return {name: value for name, value in (changed | fields).items() if value is not None}


def _merged(default: HostSettings, changed: dict[str, Any]) -> HostSettings:
    """Return *default* updated by *changed*. Raises Fault for an invalid value."""
    for name, value in changed.items():
        if not (bound := BOUNDS[name]).fits(value):
            sentence = en("{option} cannot be {value}; it must be {wanted}.")
            raise Fault(sentence, option=name, value=shown(value), wanted=bound.wanted)
    return HostSettings(**{**asdict(default), **changed})
