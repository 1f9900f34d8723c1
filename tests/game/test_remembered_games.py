"""Remembered games hold, and together they notice a change of any constant of any rules row."""

from collections.abc import Iterator
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import pytest
from msgspec.structs import replace

from scorekeeper.rules.variants import (
    RULES,
    THREE,
    VARIANTS,
    Rules,
    SkunkBounds,
    Skunks,
    TeamTargets,
    Variant,
)
from tests.kit.formats.game_file import DoesNotHold, holds
from tests.kit.paths import DATA

FOLDER: Final = DATA / "games"

GAMES, MISTAKES = (
    {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob(found))}
    for found in ("*.game", "mistakes/*.game")
)


@pytest.mark.parametrize("pad", [*GAMES.values(), *MISTAKES.values()], ids=[*GAMES, *MISTAKES])
def test_remembered_game_holds(pad: str) -> None:
    holds(pad)


def test_the_example_for_new_games() -> None:
    """The game that the folder's page shows how to write one by holds too."""
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    holds(text.split("```\n")[1])


def test_every_variant_has_remembered_games() -> None:
    assert len(GAMES) >= 20
    for key in RULES:
        assert sum(f"{key}: " in text for text in GAMES.values()) >= 2, key


def test_a_pad_with_a_wrong_fact_fails() -> None:
    pad = "acc: Ann, Ben; Ben deals\nstarter JC |"
    holds(f"{pad} heels 2 to Ben, Ben 2<0")
    for written in ("", "heels 1 to Ben", "heels 2 to Ann", "heels 2 to Ben, Ben 2<1", "hels 2"):
        with pytest.raises(DoesNotHold, match="line 2, starter JC"):
            holds(f"{pad} {written}")


class Change(NamedTuple):
    """One thing in one row that is not as it should be."""

    key: str
    what: str
    variant: Variant


ELSE: Final[dict[str, tuple[Any, ...]]] = {
    "teams_by": ("seating", "draw"),
    "next_dealer": ("left", "loser_of_deal"),
    "next_game_dealer": ("loser", "winner"),
    "starter_cutter": ("left", "right"),
    "starter_turner": ("dealer", "cutter"),
    "counts": ("all", "one"),
    "go_point": ("at_close", "on_call"),
    "crib_flush": ("five", "none"),
    "exact_finish": (False, True),
    "muggins": (False, True),
    "muggins_until": ("next_count", "next_deal"),
    "captain": (False, True),
    "shape": ("classic", "sixty-one", "straight", "paperclip"),
    "undercount": ("given", "lost"),
    "overcall": ("nothing", "lesser"),
    "overcount": ("corrected", "fined", "lost"),
    "wins": ("high", "low"),
    "heels_at_end": ("win", "no"),
    "first_deal": ("loser", "winner", "in_turn", "cut"),
    "best_of": (0, 3, 5, 7),
    "lurch": ("furthest", "each"),
}
"""Everything else that a field could be."""

NUMBERS: Final = ("target", "for_last", "heels", "nobs", "game", "misdeal", "renege")


def changed_rows(rules: Rules) -> Iterator[tuple[str, Rules]]:
    """*rules* with each field in turn changed in each way, as little as can be."""
    for field, values in ELSE.items():
        was = getattr(rules, field)
        for value in values:
            if value != ("next_count" if was is None else was):
                yield f"{field} {value}", replace(rules, **{field: value})
    for field in NUMBERS:
        for value in (getattr(rules, field) + 1, getattr(rules, field) - 1):
            if value >= 0:
                yield f"{field} {value}", replace(rules, **{field: value})
    yield "targets", replace(rules, targets=(90,))
    yield "teams", replace(rules, teams=rules.teams[::-1])
    by_place = tuple(cards + 1 for cards in rules.dealt_by_place)
    more = {"hand": rules.hand + 1, "dealt": rules.dealt + 1, "dealt_by_place": by_place}
    yield "hand", replace(rules, **more)
    yield "dealt", replace(rules, dealt=rules.hand, crib_from_deck=4, dealt_by_place=())
    for first, second in pairwise(range(len(by_place))):
        cards = list(rules.dealt_by_place)
        cards[first], cards[second] = cards[second], cards[first]
        if tuple(cards) != rules.dealt_by_place:
            yield f"dealt_by_place {cards}", replace(rules, dealt_by_place=tuple(cards))
    others = {"players": 3, "teams": THREE, "crib_from_deck": 1, "dealt": rules.hand + 1}
    others |= {"dealt_by_place": (), "target_by_team": ()}
    if rules.players == 3:
        others = {"players": 2, "teams": THREE[:2], "crib_from_deck": 0, "dealt": rules.hand + 2}
    yield "players", replace(rules, **others)


def changed_skunks(variant: Variant) -> Iterator[tuple[str, SkunkBounds]]:
    """The skunks of *variant* with each line in turn moved or paid otherwise, at each target."""
    for target in variant.rules.targets:
        bounds = variant.skunks(target, variant.rules.game)
        for place, (below, games) in enumerate(bounds):
            for other in ((below + 1, games), (below - 1, games), (below, games + 1)):
                changed = (*bounds[:place], other, *bounds[place + 1 :])
                if not _is_hidden(other, (*bounds[:place], *bounds[place + 1 :])):
                    yield f"skunks {other} at {target}", _at(target, changed, variant)
        if not bounds:
            yield f"skunks at {target}", _at(target, ((target * 3 // 4, 2),), variant)


def changed_goals(variant: Variant) -> Iterator[tuple[str, TeamTargets]]:
    """The targets by team of *variant*, each in turn one more or less, at each target."""
    for target in variant.rules.targets:
        goals = variant.team_targets(target)
        for team, goal in enumerate(goals):
            for other in (goal + 1, goal - 1):
                changed = (*goals[:team], other, *goals[team + 1 :])
                yield f"target_by_team {changed}", _goals_at(target, changed, variant)


def _goals_at(target: int, changed: tuple[int, ...], variant: Variant) -> TeamTargets:
    return lambda other: changed if other == target else variant.team_targets(other)


def _is_hidden(line: tuple[int, int], others: Skunks) -> bool:
    """True if a higher line costs the same: then it is the one that counts, wherever *line* is."""
    below, games = line
    return any(other > below and cost == games for other, cost in others)


def _at(target: int, changed: Skunks, variant: Variant) -> SkunkBounds:
    return lambda other, game: changed if other == target else variant.skunks(other, game)


def changes() -> Iterator[Change]:
    """Every row with everything in it changed, one thing at a time."""
    for key, variant in VARIANTS.items():
        for what, rules in changed_rows(variant.rules):
            yield Change(key, what, replace(variant, rules=rules))
        for what, skunks in changed_skunks(variant):
            rules = replace(variant.rules, skunks=skunks(variant.rules.target, variant.rules.game))
            yield Change(key, what, replace(variant, rules=rules, skunks=skunks))
        for what, goals in changed_goals(variant):
            yield Change(key, what, replace(variant, team_targets=goals))


CHANGES: Final = tuple(changes())


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: f"{change.key} {change.what}")
def test_a_changed_constant_breaks_a_remembered_game(
    change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = MappingProxyType({**VARIANTS, change.key: change.variant})
    monkeypatch.setattr("scorekeeper.rules.options.VARIANTS", rows)
    assert any(_breaks(text) for text in GAMES.values() if f"{change.key}: " in text)


def _breaks(text: str) -> bool:
    try:
        holds(text)
    except DoesNotHold:
        return True
    return False


def test_the_changed_constants_cover_every_field() -> None:
    changed = {change.what.split()[0] for change in CHANGES} | {"crib_from_deck"}
    assert changed == set(Rules.__struct_fields__)
