"""What the host of the table changes for everybody: lights and colours, night, words, families."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from scorekeeper.board.light.colour import TEAM_COLOURS, Colour, hex_of
from scorekeeper.game.engine.start import LONGEST_NAME
from scorekeeper.game.engine.validate import JOINERS
from scorekeeper.game.entry_mode import Entered
from scorekeeper.rules.options import OptionCannotBe, UnknownOption, house_rules
from scorekeeper.rules.variants import RULES
from scorekeeper.words import COUNTING, LANGUAGES, Fault, en
from scorekeeper.words.errors import shown

MOST_FAMILIES: Final = 12
TEAMS: Final = len(TEAM_COLOURS)
ENTERING: Final = tuple(Entered)
"""What people enter: every card, only what is counted, or points alone."""
LETTERS: Final = ("JQK", "VDR")

COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}", re.ASCII)
NIGHT: Final = re.compile(r"(?:([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?", re.ASCII)


class Family(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """People who often play together: ``rules`` by key, ``players`` by seat, ``colours`` by team
    (none: the table's), who ``counts`` and what one ``enters``; and of the match that they began
    last its ``options``, head starts as ``scores`` by team, and ``captains``."""

    name: str
    rules: str
    players: tuple[str, ...]
    colours: tuple[str, ...] = ()
    counts: str = "program"
    enters: str = "cards"
    options: dict[str, Any] = {}
    scores: tuple[int, ...] = ()
    captains: tuple[int, ...] = ()


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be set on the page, as it is in force.

    ``night`` is such as ``22:00-07:00``, or empty: never. ``letters`` (JQK or VDR) and ``language``
    are those of a device that chose none itself; empty: as its browser says.
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
        """The colours of the teams as light."""
        return tuple(Colour(*bytes.fromhex(colour[1:])) for colour in self.colours)


class Wanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change: what is left out stays as it is, null is again as before anybody changed it."""

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


class Bound(NamedTuple):
    """What a setting may be, in symbols, and as a check of a value of the right type."""

    wanted: str
    fits: Callable[[Any], bool]


def _one_of(*values: str) -> Bound:
    return Bound(" | ".join(f'"{value}"' for value in values), lambda value: value in values)


def _number(low: float, high: float) -> Bound:
    return Bound(f"{low:g}–{high:g}", lambda value: low <= value <= high)


def _are_colours(value: tuple[str, ...]) -> bool:
    return len(value) == TEAMS and all(COLOUR.fullmatch(one) for one in value)


def _is_name(text: str) -> bool:
    printable = all(letter.isprintable() or letter in JOINERS for letter in text)
    return 0 < len(text) <= LONGEST_NAME and printable and text == text.strip()


def _is_family(one: Family) -> bool:
    rules = RULES.get(one.rules)
    return (
        rules is not None
        and len(one.players) == rules.players
        and all(map(_is_name, (one.name, *one.players)))
        and (not one.colours or _are_colours(one.colours))
        and one.counts in COUNTING
        and one.enters in ENTERING
        and _may_begin(one)
    )


def _may_begin(one: Family) -> bool:
    """Whether a match could begin so."""
    try:
        rules = house_rules(one.rules, one.options)
    except (UnknownOption, OptionCannotBe):
        return False
    teams = len(rules.teams)
    return (
        len(one.scores) in {0, teams}
        and all(0 <= score < rules.target for score in one.scores)
        and len(one.captains) in {0, teams}
        and all(seat in seats for seat, seats in zip(one.captains, rules.teams, strict=False))
    )


def _are_families(value: tuple[Family, ...]) -> bool:
    names = {one.name for one in value}
    return len(value) <= MOST_FAMILIES and len(names) == len(value) and all(map(_is_family, value))


YES_OR_NO: Final = Bound("true | false", lambda value: True)

BOUNDS: Final[Mapping[str, Bound]] = MappingProxyType(
    {
        "brightness": _number(0.01, 1),
        "night": Bound('"" | "22:00-07:00"', lambda value: NIGHT.fullmatch(value) is not None),
        "night_brightness": _number(0, 1),
        "colours": Bound(f'["#0072ff", …] ({TEAMS})', _are_colours),
        "low_vision": YES_OR_NO,
        "streets": YES_OR_NO,
        "skunk": YES_OR_NO,
        "letters": _one_of("", *LETTERS),
        "language": _one_of("", *LANGUAGES),
        "families": Bound(
            f'[{{"name": "…", "rules": {" | ".join(RULES)}, "players": ["…", …], '
            f'"colours": ["#0072ff", …], "counts": {" | ".join(COUNTING)}, '
            f'"enters": {" | ".join(ENTERING)}, "options": {{…}}, "scores": [0, …], '
            f'"captains": [0, …]}}, …] (≤ {MOST_FAMILIES})',
            _are_families,
        ),
    }
)
"""Every setting, by its name."""


def check(name: str, value: Any) -> None:
    """Raise Fault unless the setting called *name* may be *value*."""
    bound = BOUNDS[name]
    if not bound.fits(value):
        raise Fault(
            en("{option} cannot be {value}; it is {wanted}."),
            option=name,
            value=shown(value),
            wanted=bound.wanted,
        )
