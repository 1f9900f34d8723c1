"""House rules: options of a variant, each validated by name."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from scorekeeper.bounds import TRUE_OR_FALSE, Bound, integer, list_of, one_of
from scorekeeper.rules.variants import VARIANTS, Rules, Skunks


class UnknownRules(ValueError):
    """There is no variant with this key."""

    def __init__(self, key: object) -> None:
        super().__init__(f"no rules are called {key!r}; there are {', '.join(VARIANTS)}")
        self.key = key


class UnknownOption(ValueError):
    """There is no option with this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no option is called {name!r}; there are {', '.join(OPTIONS)}")
        self.name = name


class OptionCannotBe(ValueError):
    """The option exists, but this value is not allowed with these rules."""

    def __init__(self, name: str, value: object, wanted: str | tuple[int, int]) -> None:
        """For well-formed skunks, *wanted* is the target and the worth of a plain win."""
        super().__init__(f"{name} cannot be {value!r}; it is {wanted}")
        self.name, self.value, self.wanted = name, value, wanted


def _one_of(*words: str) -> Bound:
    return one_of(*words, quoted=False)


def _is_skunks(value: Any) -> bool:
    pairs = isinstance(value, list | tuple) and all(
        isinstance(pair, list | tuple) and len(pair) == 2 for pair in value
    )
    return pairs and all(BELOW.fits(below) and GAMES.fits(games) for below, games in value)


BELOW: Final = integer(1, 363)
GAMES: Final = integer(1, 20)
TARGET: Final = integer(31, 363)

OPTIONS: Final[Mapping[str, Bound]] = {
    "target": TARGET,
    "teams_by": Bound("seating | draw (4)", ("seating", "draw").__contains__),
    "for_last": integer(0, 10),
    "next_dealer": _one_of("left", "loser_of_deal"),
    "next_game_dealer": _one_of("loser", "winner"),
    "starter_cutter": _one_of("left", "right"),
    "starter_turner": _one_of("dealer", "cutter"),
    "heels": integer(0, 10),
    "nobs": integer(0, 10),
    "go_point": Bound("at_close | on_call (2)", ("at_close", "on_call").__contains__),
    "crib_flush": _one_of("five", "none"),
    "exact_finish": TRUE_OR_FALSE,
    "muggins": TRUE_OR_FALSE,
    "muggins_until": _one_of("next_count", "next_deal"),
    "captain": TRUE_OR_FALSE,
    "skunks": Bound("[[below, games], …]", _is_skunks),
    "game": integer(1, 10),
    "misdeal": integer(0, 10),
    "renege": integer(0, 10),
    "shape": _one_of("classic", "sixty-one", "straight", "paperclip"),
    "undercount": _one_of("given", "lost"),
    "overcall": _one_of("nothing", "lesser"),
    "overcount": _one_of("corrected", "fined", "lost"),
    "wins": _one_of("high", "low"),
    "heels_at_end": _one_of("win", "no"),
    "first_deal": _one_of("loser", "winner", "in_turn", "cut"),
    "best_of": one_of(0, 3, 5, 7),
    "target_by_team": Bound("[points, …] | []", list_of(TARGET).fits),
    "lurch": Bound("furthest | each (≥ 3)", ("furthest", "each").__contains__),
}

ONLY_FOR: Final[Mapping[tuple[str, str], int]] = {
    ("teams_by", "draw"): 4,
    ("go_point", "on_call"): 2,
}
"""Option values that require this number of players."""

LEAST_TEAMS: Final[Mapping[tuple[str, str], int]] = {("lurch", "each"): 3}
"""Option values that require at least this number of teams."""


def may_be(name: str, value: Any, rules: Rules) -> bool:
    """True if the option *name* may have *value* under *rules*."""
    if not OPTIONS[name].fits(value):
        return False
    if name == "skunks":
        return len(fitting_skunks(value, rules)) == len(value)
    if name == "target_by_team":
        return len(value) in (0, len(rules.teams))
    enough = len(rules.teams) >= LEAST_TEAMS.get((name, value), 0)
    return enough and ONLY_FOR.get((name, value), rules.players) == rules.players


def fitting_skunks(lines: Iterable[Sequence[int]], rules: Rules) -> Skunks:
    """Return the *lines* that are valid under *rules*: not above the target, and not cheaper than a
    plain win or a line above."""
    kept, least = set[tuple[int, int]](), rules.game
    for below, cost in sorted(lines, key=lambda line: (-line[0], line[1])):
        if below <= rules.target and cost >= least:
            kept.add((below, cost))
            least = cost
    return tuple((below, cost) for below, cost in lines if (below, cost) in kept)


Options: TypeAlias = Mapping[str, Any]


def house_rules(key: str, options: Options | None = None) -> Rules:
    """Return the variant *key* with *options* applied; None leaves an option unchanged.

    Unless given, skunk lines follow from the target and the worth of a game, and the per-team
    targets from the target, which is their maximum. Raises UnknownRules, UnknownOption or
    OptionCannotBe.
    """
    if key not in VARIANTS:
        raise UnknownRules(key)
    variant = VARIANTS[key]
    changed = {name: value for name, value in (options or {}).items() if value is not None}
    for name in changed:
        if name not in OPTIONS:
            raise UnknownOption(name)
    skunks = changed.pop("skunks", None)
    rules = _changed(variant.rules, {"target": changed.pop("target", variant.rules.target)})
    if "target_by_team" in changed:
        by_team = _changed(rules, {"target_by_team": changed["target_by_team"]}).target_by_team
        rules = msgspec.structs.replace(rules, target=max(by_team, default=rules.target))
    rules = _changed(variant.to(rules.target), changed)
    rules = msgspec.structs.replace(rules, skunks=variant.skunks(rules.target, rules.game))
    return rules if skunks is None else _changed(rules, {"skunks": skunks})


def _changed(rules: Rules, changed: Options) -> Rules:
    for name, value in changed.items():
        if not may_be(name, value, rules):
            bounded = name == "skunks" and OPTIONS[name].fits(value)
            wanted = (rules.target, rules.game) if bounded else OPTIONS[name].wanted
            raise OptionCannotBe(name, value, wanted)
    frozen = {name: _frozen(value) for name, value in changed.items()}
    return msgspec.structs.replace(rules, **frozen)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
