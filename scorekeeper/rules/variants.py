"""The games people play: one row of plain data each. A new variant is a new row."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Literal, TypeAlias

import msgspec

Teams: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats of each team."""

Skunks: TypeAlias = tuple[tuple[int, int], ...]
"""``(below, games)``: a loser below that hole costs that many games."""

CRIB: Final = 4
"""Cards in a crib, in every cribbage."""


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one variant, with its house rules. The fields are a contract.

    The letters at a row name its source text: Q the Québec sheet, E the encyclopaedia, 5 the five-
    card page, B the Britannica-like text; (r) is a reading where the text is silent.
    """

    players: int
    teams: Teams
    dealt: int
    hand: int
    crib_from_deck: int = 0
    target: int = 121
    targets: tuple[int, ...] = (121,)
    teams_by: Literal["seating", "draw"] = "seating"
    for_last: int = 0
    next_dealer: Literal["left", "loser_of_deal"] = "left"
    next_game_dealer: Literal["loser", "winner"] = "loser"
    starter_cutter: Literal["left", "right"] = "left"
    starter_turner: Literal["dealer", "cutter"] = "dealer"
    heels: int = 2
    nobs: int = 1
    counts: Literal["all", "one"] = "all"
    go_point: Literal["at_close", "on_call"] = "at_close"
    crib_flush: Literal["five", "none"] = "five"
    exact_finish: bool = False
    muggins: bool = False
    muggins_until: Literal["next_count", "next_deal"] | None = "next_count"
    captain: bool = False
    skunks: Skunks = ()
    game: int = 1
    misdeal: int = 0
    renege: int = 0
    shape: Literal["classic", "sixty-one", "straight", "paperclip"] = "classic"
    undercount: Literal["given", "lost"] = "given"
    overcall: Literal["nothing", "lesser"] = "nothing"
    overcount: Literal["corrected", "fined", "lost"] = "corrected"
    wins: Literal["high", "low"] = "high"
    heels_at_end: Literal["win", "no"] = "win"
    first_deal: Literal["loser", "winner", "in_turn", "cut"] = "loser"
    best_of: int = 0

    def __post_init__(self) -> None:
        crib = self.players * (self.dealt - self.hand) + self.crib_from_deck
        if crib != CRIB:
            raise ValueError(f"a crib has {CRIB} cards, but these rules make one of {crib}")
        seats = sorted(seat for team in self.teams for seat in team)
        if seats != list(range(self.players)):
            raise ValueError(f"teams {self.teams} do not seat {self.players} players once each")

    @property
    def deals_next_game(self) -> Literal["loser", "winner", "in_turn", "cut"]:
        """Who deals first in the next game; ``next_game_dealer`` is the older option for it."""
        return self.next_game_dealer if self.first_deal == "loser" else self.first_deal


SkunkBounds: TypeAlias = Callable[[int], Skunks]
"""The skunks for a target."""


def no_skunks(target: int) -> Skunks:
    """Q and 5 know none, whatever the target."""
    return ()


def thirty_behind(target: int, games: int) -> Skunks:
    """E: before the loser's 91st hole of 121, the 31st of 61."""
    return ((target - 30, games),)


def half_way(target: int, games: int) -> Skunks:
    """B: the lurch, below the 61st hole of 121, the 31st of 61."""
    return (((target + 1) // 2, games),)


def behind_or_half_way(target: int, games: int) -> Skunks:
    """ACC: both lines cost the same; at 61 they are one."""
    return tuple(dict.fromkeys(thirty_behind(target, games) + half_way(target, games)))


class Variant(msgspec.Struct, frozen=True):
    """A row, and the one thing in it that follows from the target."""

    rules: Rules
    skunks: SkunkBounds


def _row(skunks: SkunkBounds = no_skunks, *, teams: Teams, **fields: Any) -> Variant:
    rules = Rules(players=sum(map(len, teams)), teams=teams, **fields)
    return Variant(msgspec.structs.replace(rules, skunks=skunks(rules.target)), skunks)


TWO: Final = ((0,), (1,))
THREE: Final = ((0,), (1,), (2,))
PARTNERS: Final = ((0, 2), (1, 3))

VARIANTS: Final[Mapping[str, Variant]] = {
    "cribble": _row(
        teams=PARTNERS,
        dealt=5,
        hand=4,
        starter_cutter="right",
        starter_turner="cutter",
        heels=1,
        muggins=True,
        captain=True,
        shape="paperclip",
    ),
    "six-card": _row(
        partial(thirty_behind, games=2),
        teams=TWO,
        dealt=6,
        hand=4,
        targets=(61, 121),
        go_point="on_call",
        muggins=True,
        muggins_until="next_deal",
        misdeal=2,
    ),
    "three-handed": _row(
        partial(thirty_behind, games=2),
        teams=THREE,
        dealt=5,
        hand=4,
        crib_from_deck=1,
        targets=(61, 121),
        muggins=True,
        muggins_until="next_deal",
        misdeal=2,
    ),
    "four-handed": _row(
        partial(thirty_behind, games=2),
        teams=PARTNERS,
        dealt=5,
        hand=4,
        teams_by="draw",
        muggins=True,
        muggins_until="next_deal",
        captain=True,
        misdeal=2,
    ),
    "five-card": _row(
        teams=TWO,
        dealt=5,
        hand=3,
        target=61,
        targets=(61,),
        for_last=3,
        counts="one",
        muggins_until=None,
        shape="sixty-one",
    ),
    "britannica": _row(
        partial(half_way, games=2),
        teams=TWO,
        dealt=6,
        hand=4,
        targets=(61, 121),
        shape="paperclip",
    ),
    "acc": _row(
        partial(behind_or_half_way, games=3),
        teams=TWO,
        dealt=6,
        hand=4,
        targets=(61, 121),
        game=2,
        renege=2,
        shape="paperclip",
        undercount="lost",
        overcall="lesser",
    ),
    "seven-card": _row(
        teams=TWO, dealt=7, hand=5, target=181, targets=(121, 181), shape="paperclip"
    ),
}

RULES: Final[Mapping[str, Rules]] = {key: variant.rules for key, variant in VARIANTS.items()}
