"""The games people play: a row of plain data each, beside it its source (docs/rules/README.md)."""

from collections.abc import Callable, Mapping
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
    """Targets that its rules name; ``options.OPTIONS`` has the range of a house rule."""
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
    """The moment at which a go is paid: as its count closes, or as soon as it is said."""
    crib_flush: Literal["five", "none"] = "five"
    """A flush in the crib needs all five cards, or is worth nothing."""
    exact_finish: bool = False
    """Only exactly the target wins."""
    muggins: bool = False
    """Another team may take the points that a claim missed."""
    muggins_until: Literal["next_count", "next_deal"] | None = "next_count"
    """The moment from which a claim can no longer be called. None acts as ``next_count``."""
    captain: bool = False
    """One player speaks for each team; told, not enforced."""
    skunks: Skunks = ()
    """Lines and their costs; they follow the target and ``game``."""
    game: int = 1
    """Games, or match points, that a plain win is worth."""
    misdeal: int = 0
    """Points for each other team after a misdeal."""
    renege: int = 0
    """Points advised for each card kept back by a wrong go; never pegged."""
    shape: Literal["classic", "sixty-one", "straight", "paperclip"] = "classic"
    """The board that is proposed."""
    undercount: Literal["given", "lost"] = "given"
    """Points that a claim missed, without muggins: given to the player, or lost."""
    overcall: Literal["nothing", "lesser"] = "nothing"
    """A call of muggins for more than was missed gets nothing, or the lesser of both."""
    overcount: Literal["corrected", "fined", "lost"] = "corrected"
    """A claim above the truth is put right, fined too, or loses the whole count."""
    wins: Literal["high", "low"] = "high"
    """The first to reach the target wins or, at lowball, loses."""
    heels_at_end: Literal["win", "no"] = "win"
    """Heels may win the game, or stop one hole before the end."""
    first_deal: Literal["loser", "winner", "in_turn", "cut"] = "loser"
    """The first dealer of the next game; ``next_game_dealer`` is the older option for it."""
    best_of: int = 0
    """Games over which a match goes; 0 for as many as people like."""
    dealt_by_place: tuple[int, ...] = ()
    """Cards dealt to each place, the dealer's left first; empty: ``dealt`` to all."""
    target_by_team: tuple[int, ...] = ()
    """Points that win, by team, if they differ; empty: ``target`` for all. It follows the
    target, the highest of them."""
    lurch: Literal["furthest", "each"] = "furthest"
    """The loser furthest back decides on a skunk, or each loser below a line pays its own."""

    def __post_init__(self) -> None:
        thrown = [self.thrown_from(place) for place in range(self.players)]
        if len(self.dealt_by_place) not in (0, self.players) or min(thrown) < 0:
            raise ValueError(f"{self.dealt_by_place} does not deal {self.players} hands")
        crib = sum(thrown) + self.crib_from_deck
        if crib != CRIB:
            raise ValueError(f"a crib has {CRIB} cards, but these rules make one of {crib}")
        seats = sorted(seat for team in self.teams for seat in team)
        if seats != list(range(self.players)):
            raise ValueError(f"teams {self.teams} do not seat {self.players} players once each")
        if len(self.target_by_team) not in (0, len(self.teams)):
            raise ValueError(f"targets {self.target_by_team} are not for {len(self.teams)} teams")

    @property
    def deals_next_game(self) -> Literal["loser", "winner", "in_turn", "cut"]:
        """The first dealer of the next game; ``next_game_dealer`` is the older option for it."""
        return self.next_game_dealer if self.first_deal == "loser" else self.first_deal

    @property
    def goals(self) -> tuple[int, ...]:
        """The points that win, by team."""
        return self.target_by_team or (self.target,) * len(self.teams)

    @property
    def counts_wins(self) -> bool:
        """True if a win is one game of the match whatever it is worth, and no game points are kept
        beside it."""
        return self.best_of > 0 and self.game == 1

    @property
    def lengths(self) -> tuple[int, ...]:
        """The targets that a page offers: four play the short game too, though their sheets do not
        name it."""
        return (61, 121) if self.players == 4 else self.targets

    def thrown_from(self, place: int) -> int:
        """Return the cards that a *place*, counted from 0 at the dealer's left, throws to the
        crib."""
        dealt = self.dealt_by_place[place] if self.dealt_by_place else self.dealt
        return dealt - self.hand


SkunkBounds: TypeAlias = Callable[[int, int], Skunks]
"""The skunks for a target, and for what a plain win is worth."""

TeamTargets: TypeAlias = Callable[[int], tuple[int, ...]]
"""The points that win, by team, for the highest of them; empty if they are the same."""


def same_for_all(target: int) -> tuple[int, ...]:
    """The usual books: all play to the same target."""
    return ()


def half_for_first(target: int) -> tuple[int, ...]:
    """Cribbage Corner: who plays alone needs half the board, the 61st hole of 121."""
    return ((target + 1) // 2, target)


def no_skunks(target: int, game: int) -> Skunks:
    """Québec sheet, five-card page: no skunks, whatever the target."""
    return ()


def thirty_behind(target: int, game: int) -> Skunks:
    """Encyclopaedia: before the loser's 91st hole of 121, the 31st of 61, two games."""
    return ((target - 30, 2 * game),)


def half_way(target: int, game: int) -> Skunks:
    """Britannica: the lurch, below the 61st hole of 121, the 31st of 61, is double."""
    return (((target + 1) // 2, 2 * game),)


def behind_or_half_way(target: int, game: int) -> Skunks:
    """American Cribbage Congress: both lines cost a game and a half, rounded up (our reading but
    for the 3 of a game of 2); at 61 (our reading) they are one."""
    cost = game + (game + 1) // 2
    return tuple(dict.fromkeys(((target - 30, cost), ((target + 1) // 2, cost))))


class Variant(msgspec.Struct, frozen=True):
    """A row, and what in it follows from the target."""

    rules: Rules
    skunks: SkunkBounds
    team_targets: TeamTargets

    def to(self, target: int) -> Rules:
        """Return the rules of this row for a game to *target*."""
        return msgspec.structs.replace(
            self.rules,
            target=target,
            skunks=self.skunks(target, self.rules.game),
            target_by_team=self.team_targets(target),
        )


def _row(
    skunks: SkunkBounds = no_skunks,
    team_targets: TeamTargets = same_for_all,
    *,
    teams: Teams,
    **fields: Any,
) -> Variant:
    rules = Rules(players=sum(map(len, teams)), teams=teams, **fields)
    variant = Variant(rules, skunks, team_targets)
    return msgspec.structs.replace(variant, rules=variant.to(rules.target))


TWO: Final = ((0,), (1,))
THREE: Final = ((0,), (1,), (2,))
FIVE: Final = ((0,), (1,), (2,), (3,), (4,))
ONE_AGAINST_TWO: Final = ((0,), (1, 2))
PARTNERS: Final = ((0, 2), (1, 3))
THREE_PAIRS: Final = ((0, 3), (1, 4), (2, 5))

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
        thirty_behind,
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
        thirty_behind,  # our reading, from the game for two
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
        thirty_behind,  # our reading, from the game for two
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
        half_way,
        teams=TWO,
        dealt=6,
        hand=4,
        targets=(61, 121),
        shape="paperclip",
    ),
    "acc": _row(  # American Cribbage Congress
        behind_or_half_way,
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
    "seven-card": _row(  # the usual books
        teams=TWO, dealt=7, hand=5, target=181, targets=(121, 181), shape="paperclip"
    ),
    "captain": _row(  # Cribbage Corner
        team_targets=half_for_first,
        teams=ONE_AGAINST_TWO,
        dealt=5,
        hand=4,
        crib_from_deck=1,
    ),
    "five-handed": _row(  # pagat, Germantown Peggers
        thirty_behind,  # our reading, from the game for two
        teams=FIVE,
        dealt=5,
        dealt_by_place=(5, 5, 5, 5, 4),
        hand=4,
        targets=(61, 121),
    ),
    "six-handed": _row(  # pagat
        thirty_behind,  # our reading, from the game for two
        teams=THREE_PAIRS,
        dealt=5,
        dealt_by_place=(5, 5, 5, 4, 4, 5),
        hand=4,
        targets=(61, 121),
        captain=True,  # our reading, from the game for four
    ),
}

RULES: Final[Mapping[str, Rules]] = {key: variant.rules for key, variant in VARIANTS.items()}
