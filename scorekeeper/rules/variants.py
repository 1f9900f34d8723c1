"""The games people play: a row of plain data each, beside it its source (docs/rules/README.md)."""

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
    """The rules of one variant, with its house rules. Clients read the fields, and journals store
    them: never rename one."""

    players: int
    """Their number."""
    teams: Teams
    """The seats of each team."""
    dealt: int
    """Cards dealt to each player."""
    hand: int
    """Cards that each player keeps; the others go to the crib."""
    crib_from_deck: int = 0
    """Cards that the deck gives to the crib."""
    target: int = 121
    """Points that win."""
    targets: tuple[int, ...] = (121,)
    """Targets that a page offers; ``options.OPTIONS`` has the range of a house rule."""
    teams_by: Literal["seating", "draw"] = "seating"
    """The way to partners: as they sit, or by the cards drawn."""
    for_last: int = 0
    """Points for each team that does not deal first."""
    next_dealer: Literal["left", "loser_of_deal"] = "left"
    """The next dealer: the seat on the left, or the team that got less in this deal."""
    next_game_dealer: Literal["loser", "winner"] = "loser"
    """The team that deals first in the next game of a match."""
    starter_cutter: Literal["left", "right"] = "left"
    """The neighbour of the dealer who cuts for the starter."""
    starter_turner: Literal["dealer", "cutter"] = "dealer"
    """The player who turns the starter; told, not enforced."""
    heels: int = 2
    """Points for the dealer if the starter is a jack."""
    nobs: int = 1
    """Points for the jack of the starter's suit."""
    counts: Literal["all", "one"] = "all"
    """All cards are played, count after count, or the first count is the only one."""
    go_point: Literal["at_close", "on_call"] = "at_close"
    """When a go is paid: as its count closes, or to the opponent as soon as it is said."""
    crib_flush: Literal["five", "none"] = "five"
    """A flush in the crib needs all five cards, or is worth nothing."""
    exact_finish: bool = False
    """Only exactly the target wins."""
    muggins: bool = False
    """Another team may take the points that a claim missed."""
    muggins_until: Literal["next_count", "next_deal"] | None = "next_count"
    """When a claim can no longer be called. None acts as ``next_count``."""
    captain: bool = False
    """One player speaks for each team; told, not enforced."""
    skunks: Skunks = ()
    """Lines and their costs, the lowest line first; they follow the target."""
    game: int = 1
    """Games, or match points, that a plain win is worth."""
    misdeal: int = 0
    """Points for each other team after a misdeal."""
    renege: int = 0
    """Points advised for each card kept back by a wrong go; never pegged."""
    shape: Literal["classic", "sixty-one", "straight", "paperclip"] = "classic"
    """The board that is proposed."""

    def __post_init__(self) -> None:
        crib = self.players * (self.dealt - self.hand) + self.crib_from_deck
        if crib != CRIB:
            raise ValueError(f"a crib has {CRIB} cards, but these rules make one of {crib}")
        seats = sorted(seat for team in self.teams for seat in team)
        if seats != list(range(self.players)):
            raise ValueError(f"teams {self.teams} do not seat {self.players} players once each")


SkunkBounds: TypeAlias = Callable[[int], Skunks]
"""The skunks for a target."""


def no_skunks(target: int) -> Skunks:
    """Québec sheet, five-card page: no skunks, whatever the target."""
    return ()


def thirty_behind(target: int, games: int) -> Skunks:
    """Encyclopaedia: before the loser's 91st hole of 121, the 31st of 61."""
    return ((target - 30, games),)


def half_way(target: int, games: int) -> Skunks:
    """Britannica: the lurch, below the 61st hole of 121, the 31st of 61."""
    return (((target + 1) // 2, games),)


def behind_or_half_way(target: int, games: int) -> Skunks:
    """American Cribbage Congress: both lines cost the same; at 61 (our reading) they are one."""
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
    "cribble": _row(  # Québec sheet
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
    "six-card": _row(  # Encyclopaedia
        partial(thirty_behind, games=2),
        teams=TWO,
        dealt=6,
        hand=4,
        targets=(61, 121),
        go_point="on_call",
        muggins=True,
        muggins_until="next_deal",  # our reading
        misdeal=2,
    ),
    "three-handed": _row(  # Encyclopaedia
        partial(thirty_behind, games=2),  # our reading, from the game for two
        teams=THREE,
        dealt=5,
        hand=4,
        crib_from_deck=1,
        targets=(61, 121),
        muggins=True,  # our reading
        muggins_until="next_deal",  # our reading
        misdeal=2,
    ),
    "four-handed": _row(  # Encyclopaedia
        partial(thirty_behind, games=2),  # our reading, from the game for two
        teams=PARTNERS,
        dealt=5,
        hand=4,
        teams_by="draw",
        muggins=True,  # our reading
        muggins_until="next_deal",  # our reading
        captain=True,  # our reading
        misdeal=2,
    ),
    "five-card": _row(  # five-card page
        teams=TWO,
        dealt=5,
        hand=3,
        target=61,
        targets=(61,),
        for_last=3,
        counts="one",
        muggins_until=None,  # our reading: no muggins
        shape="sixty-one",
    ),
    "britannica": _row(  # Britannica
        partial(half_way, games=2),
        teams=TWO,
        dealt=6,
        hand=4,
        targets=(61, 121),
        shape="paperclip",
    ),
    "acc": _row(  # American Cribbage Congress
        partial(behind_or_half_way, games=3),
        teams=TWO,
        dealt=6,
        hand=4,
        targets=(61, 121),
        game=2,
        renege=2,
        shape="paperclip",
    ),
    "seven-card": _row(  # the usual books
        teams=TWO, dealt=7, hand=5, target=181, targets=(121, 181), shape="paperclip"
    ),
}

RULES: Final[Mapping[str, Rules]] = {key: variant.rules for key, variant in VARIANTS.items()}
