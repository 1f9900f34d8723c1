"""The settings that the host may change for everybody, and the bounds of each."""

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
from scorekeeper.game.engine.validate import JOINERS, LONGEST_NAME
from scorekeeper.game.entry_mode import Entered
from scorekeeper.rules.options import OptionCannotBe, UnknownOption, house_rules
from scorekeeper.rules.variants import RULES
from scorekeeper.words import COUNTING, LANGUAGES, Fault, en
from scorekeeper.words.errors import shown

MOST_FAMILIES: Final = 12
TEAMS: Final = len(TEAM_COLOURS)
ENTERING: Final = tuple(Entered)
"""The values of ``entered``: every card, only the hands, or points alone."""
LETTERS: Final = ("JQK", "VDR")

COLOUR: Final = re.compile(HEX_COLOUR, re.ASCII)
NIGHT: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d", re.ASCII)


class Family(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """People who often play together: ``rules`` by key, ``players`` by seat, ``colours`` by team
    (none: the table's), their hands are ``counted_by`` and what is ``entered``; and from their last
    match its ``options``, head starts as ``scores`` by team, and ``captains``."""

    name: str
    rules: str
    players: tuple[str, ...]
    colours: tuple[str, ...] = ()
    counted_by: str = "program"
    entered: str = "cards"
    options: dict[str, Any] = {}
    scores: tuple[int, ...] = ()
    captains: tuple[int, ...] = ()


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
    return many and all(COLOUR.fullmatch(one) for one in value)


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
        and one.counted_by in COUNTING
        and one.entered in ENTERING
        and _may_begin(one)
    )


def _may_begin(one: Family) -> bool:
    """True if a match could start with these options."""
    try:
        rules = house_rules(one.rules, one.options)
    except (UnknownOption, OptionCannotBe):
        return False
    teams = len(rules.teams)
    return (
        len(one.scores) in {0, teams}
        and all(0 <= score < goal for score, goal in zip(one.scores, rules.goals, strict=False))
        and len(one.captains) in {0, teams}
        and all(seat in seats for seat, seats in zip(one.captains, rules.teams, strict=False))
    )


def _are_families(value: tuple[Family, ...]) -> bool:
    names = {one.name for one in value}
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
        f'[{{"name": "…", "rules": {" | ".join(RULES)}, "players": ["…", …], '
        f'"colours": ["#0072ff", …], "counted_by": {" | ".join(COUNTING)}, '
        f'"entered": {" | ".join(ENTERING)}, "options": {{…}}, "scores": [0, …], '
        f'"captains": [0, …]}}, …] (≤ {MOST_FAMILIES})',
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
