"""The variants: one row of data each, with a comment naming its source (docs/rules/README.md)."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from scorekeeper.bounds import Bound, integer, list_of, one_of

Teams: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats of each team."""

Skunks: TypeAlias = tuple[tuple[int, int], ...]
"""``(below, games)``: a loser below hole ``below`` loses ``games`` games."""

CRIB: Final = 4
"""Number of cards in a crib, in every variant."""

BELOW: Final = integer(1, 363)
GAMES: Final = integer(1, 20)
TARGET: Final = integer(31, 363)
TO_TEN: Final = integer(0, 10)


def _is_skunks(value: Any) -> bool:
    pairs = isinstance(value, list | tuple) and all(
        isinstance(pair, list | tuple) and len(pair) == 2 for pair in value
    )
    return pairs and all(BELOW.fits(below) and GAMES.fits(games) for below, games in value)


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one variant, including house rules. Clients and journals depend on the field
    names, so they must not be renamed. Options (``options.OPTIONS``) are the fields that have a
    bound, are bools, or allow only certain words, except ``counts``."""

    players: int
    """Number of players."""
    teams: Teams
    """The seats of each team."""
    dealt: int
    """Cards dealt to each player."""
    hand: int
    """Cards that each player keeps; the others are thrown to the crib."""
    crib_from_deck: int = 0
    """Cards dealt from the deck to the crib."""
    target: Annotated[int, TARGET] = 121
    """Points needed to win."""
    targets: tuple[int, ...] = (121,)
    """Targets named by the source."""
    teams_by: Literal["seating", "draw"] = "seating"
    """How partners are determined: by seats, or by drawing cards."""
    for_last: Annotated[int, TO_TEN] = 0
    """Points at the start for each team that does not deal first."""
    next_dealer: Literal["left", "loser_of_deal"] = "left"
    """Who deals next: the player on the left, or the team that scored less in this deal."""
    next_game_dealer: Literal["loser", "winner"] = "loser"
    """Who deals first in the next game of a match."""
    starter_cutter: Literal["left", "right"] = "left"
    """The dealer's neighbour who cuts for the starter."""
    starter_turner: Literal["dealer", "cutter"] = "dealer"
    """Who turns the starter; informational, not enforced."""
    heels: Annotated[int, TO_TEN] = 2
    """Points for the dealer if the starter is a jack."""
    nobs: Annotated[int, TO_TEN] = 1
    """Points for the jack of the starter's suit."""
    counts: Literal["all", "one"] = "all"
    """Whether all cards are played, in several counts, or the play ends after the first count."""
    go_point: Literal["at_close", "on_call"] = "at_close"
    """When the point for go is paid: when the count closes, or as soon as go is said."""
    crib_flush: Literal["five", "none"] = "five"
    """Whether a flush in the crib needs all five cards, or scores nothing."""
    exact_finish: bool = False
    """Whether a game is won only by reaching the target exactly."""
    muggins: bool = False
    """Whether another team may take points that a claim missed."""
    muggins_until: Literal["next_count", "next_deal"] | None = "next_count"
    """When muggins can no longer be called on a claim. None is the same as ``next_count``."""
    captain: bool = False
    """Whether one player speaks for each team; informational, not enforced."""
    skunks: Annotated[Skunks, Bound("[[below, games], …]", _is_skunks)] = ()
    """Skunk lines and their costs; derived from the target and ``game``."""
    game: Annotated[int, integer(1, 10)] = 1
    """Games or match points for an ordinary win."""
    misdeal: Annotated[int, TO_TEN] = 0
    """Penalty points to each other team for a misdeal."""
    renege: Annotated[int, TO_TEN] = 0
    """Suggested points for each card held back by a wrong go; never pegged automatically."""
    shape: Literal["classic", "sixty-one", "straight", "paperclip"] = "classic"
    """The suggested shape of the board."""
    undercount: Literal["given", "lost"] = "given"
    """Without muggins, whether points missed by a claim are given to the player or lost."""
    overcall: Literal["nothing", "lesser"] = "nothing"
    """Whether calling more points than were missed scores nothing, or the lesser number."""
    overcount: Literal["corrected", "fined", "lost"] = "corrected"
    """Whether a claim that is too high is corrected, also penalized, or forfeits the whole
    count."""
    wins: Literal["high", "low"] = "high"
    """Whether the first team to reach the target wins or, in lowball, loses."""
    heels_at_end: Literal["win", "no"] = "win"
    """Whether his heels may win the game, or stop one hole before the end."""
    first_deal: Literal["loser", "winner", "in_turn", "cut"] = "loser"
    """Who deals first in the next game; ``next_game_dealer`` is the older option."""
    best_of: Annotated[int, one_of(0, 3, 5, 7)] = 0
    """The number of games in a best-of match; 0 if open-ended."""
    dealt_by_place: tuple[int, ...] = ()
    """Cards dealt to each place, starting at the dealer's left; empty if all get ``dealt``."""
    target_by_team: Annotated[tuple[int, ...], Bound("[points, …] | []", list_of(TARGET).fits)] = ()
    """Points needed to win, by team; empty if all play to ``target``, which is the highest of
    them."""
    lurch: Literal["furthest", "each"] = "furthest"
    """Whether the last loser determines the skunk, or each loser pays for the line that it
    missed."""

    def __post_init__(self) -> None:
        dealt = self.dealt_by_place or (self.dealt,) * self.players
        thrown = [cards - self.hand for cards in dealt]
        if len(dealt) != self.players or min(thrown) < 0:
            raise ValueError(f"{self.dealt_by_place} does not match {self.players} players")
        crib = sum(thrown) + self.crib_from_deck
        if crib != CRIB:
            raise ValueError(f"a crib has {CRIB} cards, but these rules make one of {crib}")
        seats = sorted(seat for team in self.teams for seat in team)
        if seats != list(range(self.players)):
            raise ValueError(f"teams {self.teams} must list {self.players} players once each")
        if len(self.target_by_team) not in (0, len(self.teams)):
            raise ValueError(f"targets {self.target_by_team} do not match {len(self.teams)} teams")

    def skunk_line(self, score: int) -> tuple[int, int] | None:
        """Return the skunk line that a loser with *score* missed, and its cost in games: the
        lowest, or the highest of the same cost; None if it missed none."""
        missed = sorted(line for line in self.skunks if score < line[0])
        return max(line for line in missed if line[1] == missed[0][1]) if missed else None

    def skunk_degree(self, score: int) -> int:
        """Return 1 if a loser with *score* is skunked, 2 for a double skunk, else 0.

        A *score* below half the target is a double skunk, even if both lines cost the same.
        """
        if (missed := self.skunk_line(score)) is None:
            return 0
        lines = sum(line > missed[0] for line, _ in self.skunks)
        return 2 if lines or score < (self.target + 1) // 2 < missed[0] else 1

    @property
    def skunk_margins(self) -> tuple[int, ...]:
        """The winning margins from which the loser is skunked and double-skunked."""
        degrees = [self.skunk_degree(self.target - margin) for margin in range(self.target + 1)]
        return tuple(degrees.index(degree) for degree in (1, 2) if degree in degrees)

    @property
    def deals_next_game(self) -> Literal["loser", "winner", "in_turn", "cut"]:
        """Who deals first in the next game, from ``first_deal`` and ``next_game_dealer``."""
        return self.next_game_dealer if self.first_deal == "loser" else self.first_deal

    @property
    def goals(self) -> tuple[int, ...]:
        """Points needed to win, by team."""
        return self.target_by_team or (self.target,) * len(self.teams)

    @property
    def counts_wins(self) -> bool:
        """True if every win is one game of the match, and no game points are kept."""
        return self.best_of > 0 and self.game == 1

    @property
    def only_checks_claims(self) -> bool:
        """True if claims do not affect the score: the true count is pegged."""
        is_pegged = self.muggins or self.undercount == "lost" or self.exact_finish
        return not is_pegged and self.overcount == "corrected"

    @property
    def lengths(self) -> tuple[int, ...]:
        """The targets that the page offers. With four players this includes the short game,
        although the four-player sources do not mention it."""
        return (61, 121) if self.players == 4 else self.targets


SkunkBounds: TypeAlias = Callable[[int, int], Skunks]
"""Returns the skunk lines for a target and the points of an ordinary win."""

TeamTargets: TypeAlias = Callable[[int], tuple[int, ...]]
"""Returns each team's target, given the highest one; empty if all are equal."""


def same_for_all(target: int) -> tuple[int, ...]:
    """No targets by team: all play to the same one, as usual."""
    return ()


def half_for_first(target: int) -> tuple[int, ...]:
    """Cribbage Corner's targets: half the board (61 of 121) for the player without a partner."""
    return ((target + 1) // 2, target)


def no_skunks(target: int, game: int) -> Skunks:
    """No skunk lines, as on the Québec sheet and the five-card page."""
    return ()


def thirty_behind(target: int, game: int) -> Skunks:
    """The Encyclopaedia's line: a loser below hole 91 of 121, or 31 of 61, loses two games."""
    return ((target - 30, 2 * game),)


def half_way(target: int, game: int) -> Skunks:
    """Britannica's line, the lurch: a loser below hole 61 of 121, or 31 of 61, loses double."""
    return (((target + 1) // 2, 2 * game),)


def behind_or_half_way(target: int, game: int) -> Skunks:
    """The American Cribbage Congress's lines: each costs a game and a half, rounded up (our
    reading, except the 3 for a game of 2); at 61 the two lines are one (our reading)."""
    cost = game + (game + 1) // 2
    return tuple(dict.fromkeys(((target - 30, cost), ((target + 1) // 2, cost))))


class Variant(msgspec.Struct, frozen=True):
    """A variant, and how its rules depend on the target."""

    rules: Rules
    skunks: SkunkBounds
    team_targets: TeamTargets

    def to(self, target: int) -> Rules:
        """Return the rules of a game to *target*."""
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
