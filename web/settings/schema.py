"""The settings that the host may change for all phones, and the bounds of each."""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from scorekeeper.board.light import (
    HEX_COLOUR,
    LEAST_COLOURS,
    TEAM_COLOURS,
    Colour,
    for_all_teams,
    hex_of,
)
from scorekeeper.bounds import TRUE_OR_FALSE, Bound, matching, number, one_of
from scorekeeper.game.actions import Start
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.refusal import JOINERS, LONGEST_NAME, Refusal
from scorekeeper.game.state import Game
from scorekeeper.words import LANGUAGES, Fault, en
from scorekeeper.words.errors import shown

MOST_FAMILIES: Final = 12
TEAMS: Final = len(TEAM_COLOURS)
LETTERS: Final = ("JQK", "VDR")

COLOUR: Final = re.compile(HEX_COLOUR, re.ASCII)
NIGHT: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d", re.ASCII)


class Family(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """People who often play together: the ``start`` of their last match, without its dealer, and
    ``colours`` by team (none: the table's)."""

    name: str
    start: Start
    colours: tuple[str, ...] = ()


class HostSettings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings with their defaults.

    ``night`` is a span such as ``22:00-07:00``, or empty for never. ``letters`` (JQK or VDR) and
    ``language`` hold for devices that chose none themselves; empty: as the browser asks.
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
    many = LEAST_COLOURS <= len(value) <= TEAMS
    return many and all(map(COLOUR.fullmatch, value))


def _is_name(text: str) -> bool:
    printable = all(letter.isprintable() or letter in JOINERS for letter in text)
    return 0 < len(text) <= LONGEST_NAME and printable and text == text.strip()


def _is_family(family: Family) -> bool:
    if not _is_name(family.name) or (family.colours and not _are_colours(family.colours)):
        return False
    try:
        apply(Game(), family.start)
    except Refusal:
        return False
    return True


def _are_families(value: tuple[Family, ...]) -> bool:
    names = {family.name for family in value}
    return len(value) <= MOST_FAMILIES and len(names) == len(value) and all(map(_is_family, value))


BOUNDS: Final[Mapping[str, Bound]] = {
    "brightness": number(0.01, 1),
    "night": matching(NIGHT, "22:00-07:00", or_empty=True),
    "night_brightness": number(0, 1),
    "colours": Bound(f'["#0072ff", …] ({LEAST_COLOURS}–{TEAMS})', _are_colours),
    "low_vision": TRUE_OR_FALSE,
    "streets": TRUE_OR_FALSE,
    "skunk": TRUE_OR_FALSE,
    "letters": one_of("", *LETTERS),
    "language": one_of("", *LANGUAGES),
    "families": Bound(
        '[{"name": "…", "start": {"do": "start", "rules": "…", "players": ["…", …], …}, '
        f'"colours": ["#0072ff", …]}}, …] (≤ {MOST_FAMILIES})',
        _are_families,
    ),
}
"""By the name of a setting."""


def check(name: str, value: Any) -> None:
    """Raise Fault unless *value* is allowed for the setting called *name*."""
    bound = BOUNDS[name]
    if not bound.fits(value):
        sentence = en("{option} cannot be {value}; it is {wanted}.")
        raise Fault(sentence, option=name, value=shown(value), wanted=bound.wanted)
