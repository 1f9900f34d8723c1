"""House rules: what players may change in a row, each value checked by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import msgspec

from scorekeeper.rules.variants import VARIANTS, Rules


class UnknownRules(ValueError):
    """No row has this key."""

    def __init__(self, key: object) -> None:
        super().__init__(f"no rules are called {key!r}; there are {', '.join(VARIANTS)}")
        self.key = key


class UnknownOption(ValueError):
    """No option has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no option is called {name!r}; there are {', '.join(OPTIONS)}")
        self.name = name


class OptionCannotBe(ValueError):
    """The option is there, but not this value for these rules."""

    def __init__(self, name: str, value: object, wanted: str) -> None:
        super().__init__(f"{name} cannot be {value!r}; it is {wanted}")
        self.name, self.value, self.wanted = name, value, wanted


class Option(msgspec.Struct, frozen=True):
    """What an option may be, in words and symbols that need no translation, and as a check."""

    wanted: str
    fits: Callable[[Any, Rules], bool]


def _whole(low: int, high: int) -> Option:
    def fits(value: Any, rules: Rules) -> bool:
        return type(value) is int and low <= value <= high

    return Option(f"{low}–{high}", fits)


def _one_of(*words: str) -> Option:
    return Option(" | ".join(words), lambda value, rules: value in words)


def _one_of_for(seats: tuple[int, ...], rare: str, usual: str) -> Option:
    """*rare* only at a table of so many players."""
    wanted = f"{usual} | {rare} ({', '.join(map(str, seats))})"
    return Option(
        wanted, lambda value, rules: value == usual or (value == rare and rules.players in seats)
    )


def _skunks(value: Any, rules: Rules) -> bool:
    return isinstance(value, list | tuple) and all(
        isinstance(bound, list | tuple)
        and len(bound) == 2
        and all(type(part) is int for part in bound)
        and 1 <= bound[0] <= rules.target
        and 1 <= bound[1] <= 10
        for bound in value
    )


TRUTH: Final = Option("true | false", lambda value, rules: type(value) is bool)

OPTIONS: Final[Mapping[str, Option]] = MappingProxyType(
    {
        "target": _whole(31, 363),
        "teams_by": _one_of_for((4,), "draw", "seating"),
        "for_last": _whole(0, 10),
        "next_dealer": _one_of("left", "loser_of_deal"),
        "next_game_dealer": _one_of("loser", "winner"),
        "starter_cutter": _one_of("left", "right"),
        "starter_turner": _one_of("dealer", "cutter"),
        "heels": _whole(0, 10),
        "nobs": _whole(0, 10),
        "go_point": _one_of_for((2,), "on_call", "at_close"),
        "crib_flush": _one_of("five", "none"),
        "exact_finish": TRUTH,
        "muggins": TRUTH,
        "muggins_until": _one_of("next_count", "next_deal"),
        "captain": TRUTH,
        "skunks": Option("[[below, games], …]", _skunks),
        "game": _whole(1, 10),
        "misdeal": _whole(0, 10),
        "renege": _whole(0, 10),
        "shape": _one_of("classic", "sixty-one", "straight", "paperclip"),
    }
)

Options: TypeAlias = Mapping[str, Any]


def house_rules(key: str, options: Options | None = None) -> Rules:
    """The row called *key* with *options* on top; an option that is None is left as it was.

    The skunks follow the target unless an option gives them. Raises UnknownRules, UnknownOption or
    OptionCannotBe.
    """
    if key not in VARIANTS:
        raise UnknownRules(key)
    variant = VARIANTS[key]
    changed = {name: value for name, value in (options or {}).items() if value is not None}
    for name in changed:
        if name not in OPTIONS:
            raise UnknownOption(name)
    rules = _changed(variant.rules, {"target": changed.pop("target", variant.rules.target)})
    rules = msgspec.structs.replace(rules, skunks=variant.skunks(rules.target))
    return _changed(rules, changed)


def _changed(rules: Rules, changed: Options) -> Rules:
    for name, value in changed.items():
        if not OPTIONS[name].fits(value, rules):
            raise OptionCannotBe(name, value, OPTIONS[name].wanted)
    fields = {
        name: tuple(map(tuple, value)) if name == "skunks" else value
        for name, value in changed.items()
    }
    return msgspec.structs.replace(rules, **fields)
