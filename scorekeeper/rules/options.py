"""House rules: options of a variant, each validated by name."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, get_args, get_type_hints

import msgspec

from scorekeeper.bounds import TRUE_OR_FALSE, Bound
from scorekeeper.rules.variants import VARIANTS, Rules, Skunks


class UnknownName(ValueError):
    """The name of the rules, or of an option, is unknown."""

    def __init__(self, what: Literal["rules", "option"], name: object) -> None:
        self.what, self.name = what, name
        self.wanted = ", ".join(VARIANTS if what == "rules" else OPTIONS)
        verb = "are" if what == "rules" else "is"
        super().__init__(f"no {what} {verb} called {name!r}; there are {self.wanted}")


class OptionCannotBe(ValueError):
    """The option exists, but this value is not allowed with these rules."""

    def __init__(self, name: str, value: object, wanted: str | tuple[int, int]) -> None:
        """*wanted*: the values allowed; for skunk lines that can be parsed, the target and the game
        points of an ordinary win."""
        super().__init__(f"{name} cannot be {value!r}; it must be {wanted}")
        self.name, self.value, self.wanted = name, value, wanted


ONLY_FOR: Final = {
    ("teams_by", "draw"): 4,
    ("go_point", "on_call"): 2,
}
"""Option values that require this number of players."""

MIN_TEAMS: Final = {("lurch", "each"): 3}
"""Option values that require at least this number of teams."""

NEEDS: Final = ONLY_FOR | {value: f"≥ {teams}" for value, teams in MIN_TEAMS.items()}


def words_of(name: str) -> tuple[str, ...]:
    """Return the words allowed for the field *name* of ``Rules``; empty for other types."""
    type_ = get_type_hints(Rules)[name]
    parts = (type_, *get_args(type_))
    return tuple(word for part in parts for word in get_args(part) if isinstance(word, str))


def _bound_of(name: str, type_: Any) -> Bound | None:
    """Return the bound of the option *name* from its field's type; None if it is not an option."""
    bounds = [part for part in get_args(type_) if isinstance(part, Bound)]
    words = words_of(name)
    if bounds or type_ is bool:
        return bounds[0] if bounds else TRUE_OR_FALSE
    if not words or name == "counts":
        return None
    needed = [f"{word} ({NEEDS[name, word]})" if (name, word) in NEEDS else word for word in words]
    return Bound(" | ".join(needed), words.__contains__)


OPTIONS: Final[Mapping[str, Bound]] = {
    name: bound
    for name, type_ in get_type_hints(Rules, include_extras=True).items()
    if (bound := _bound_of(name, type_))
}


def may_be(name: str, value: Any, rules: Rules) -> bool:
    """True if the option *name* may have *value* under *rules*."""
    if not OPTIONS[name].fits(value):
        return False
    if name == "skunks":
        return len(fitting_skunks(value, rules)) == len(value)
    if name == "target_by_team":
        return len(value) in (0, len(rules.teams))
    enough = len(rules.teams) >= MIN_TEAMS.get((name, value), 0)
    return enough and ONLY_FOR.get((name, value), rules.players) == rules.players


def fitting_skunks(lines: Iterable[Sequence[int]], rules: Rules) -> Skunks:
    """Return the *lines* that are valid under *rules*: at most the target, and worth at least
    as much as an ordinary win and any line with a higher score."""
    kept, least = set[tuple[int, int]](), rules.game
    for below, cost in sorted(lines, key=lambda line: (-line[0], line[1])):
        if below <= rules.target and cost >= least:
            kept.add((below, cost))
            least = cost
    return tuple((below, cost) for below, cost in lines if (below, cost) in kept)


Options: TypeAlias = Mapping[str, Any]


def house_rules(key: str, options: Options | None = None) -> Rules:
    """Return the variant *key* with *options* applied; None leaves an option unchanged.

    Unless given, skunk lines follow from ``target`` and ``game``, and the per-team targets from
    ``target``, which is their maximum. Raises UnknownName or OptionCannotBe.
    """
    if key not in VARIANTS:
        raise UnknownName("rules", key)
    variant = VARIANTS[key]
    changed = {name: value for name, value in (options or {}).items() if value is not None}
    for name in changed:
        if name not in OPTIONS:
            raise UnknownName("option", name)
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
