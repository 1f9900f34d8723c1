"""Statistics over a selection of finished games: players, pairs, first deals and margins."""

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date, datetime
from itertools import permutations
from operator import gt, lt
from typing import Final, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from scorekeeper.game.actions import Seat, Team
from scorekeeper.game.analysis.score_sheet import Claims, RoleFigures, ShownHand
from scorekeeper.game.marks import name_key
from scorekeeper.journal import GameResult

SEASON_BEGINS: Final = 8
"""The month in which a season begins; the American Cribbage Congress starts in August."""


class Period(msgspec.Struct, frozen=True):
    """The days from ``since`` up to but excluding ``until``; ISO dates by the machine's clock."""

    since: str
    until: str


class Selection(NamedTuple):
    """Selects games that ended on or after *since* and before *until*, and in which only *players*
    (name keys) took part. None, or no players, means no restriction."""

    since: date | None = None
    until: date | None = None
    players: frozenset[str] = frozenset()

    def has(self, game: GameResult) -> bool:
        """True if *game* is selected."""
        day = ended_on(game)
        return (
            (self.since is None or day >= self.since)
            and (self.until is None or day < self.until)
            and (not self.players or {name_key(name) for name in game.players} <= self.players)
        )


FIRST_YEAR: Final = 2000
"""First year in the list of seasons: earlier dates come from a clock that was not set."""


def ended_on(game: GameResult) -> date:
    """Return the date on which *game* ended, by the machine's clock."""
    return datetime.fromisoformat(game.ended).astimezone().date()


def periods_of(games: Iterable[GameResult]) -> tuple[Period, ...]:
    """Return the seasons in which *games* ended, newest first."""
    days = {day for game in games if (day := ended_on(game)).year >= FIRST_YEAR}
    years = {day.year - (day.month < SEASON_BEGINS) for day in days}
    return tuple(
        Period(
            date(year, SEASON_BEGINS, 1).isoformat(), date(year + 1, SEASON_BEGINS, 1).isoformat()
        )
        for year in sorted(years, reverse=True)
    )


MARGIN: Final = 10
"""Number of holes per range in the table of winning margins."""
MAX_PAIRS: Final = 100


class Extreme(msgspec.Struct, frozen=True):
    """The highest or lowest count of a hand or crib, and its ``game``."""

    game: str
    ended: str
    shown: ShownHand


class PlayerFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A player's results, best and worst in ``games`` with a winner; other sums are of all games.

    ``spread``: the sum of the winning margins minus that of the losing ones. ``streak``: games won
    in a row to date (negative: lost); ``longest``: the longest winning streak. ``dealt_first``:
    games in which the player dealt first, not counting partners. ``dealing`` and ``not_dealing`` do
    not include an unfinished last deal.
    """

    name: str
    games: int = 0
    won: int = 0
    spread: int = 0
    skunks_given: int = 0
    skunks_taken: int = 0
    dealt_first: int = 0
    won_dealing_first: int = 0
    streak: int = 0
    longest: int = 0
    dealing: RoleFigures = RoleFigures()
    not_dealing: RoleFigures = RoleFigures()
    best_hand: Extreme | None = None
    worst_hand: Extreme | None = None
    best_crib: Extreme | None = None
    worst_crib: Extreme | None = None
    claims: Claims = Claims()
    unpegged: int = 0


class HeadToHead(msgspec.Struct, frozen=True):
    """Two opponents: their games with a winner, the games that each won, the first player's total
    lead in holes, and how often each finished ahead of the other, even if a third side won."""

    names: tuple[str, str]
    games: int
    won: tuple[int, int]
    spread: int
    ahead: tuple[int, int]


class Taken(msgspec.Struct, frozen=True):
    """The points that the team with these ``names`` got from others' mistakes."""

    names: tuple[str, ...]
    points: int


class Margin(msgspec.Struct, frozen=True):
    """Games won by ``holes`` to ``holes`` + 9 holes."""

    holes: int
    games: int


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics over ``games`` with a winner: how many of them the first dealer's side won, and
    more. ``taken`` are each team's points from muggins, ``fines`` those from others' claims that
    were too high."""

    games: int
    first_dealer_won: int
    margins: tuple[Margin, ...]
    players: tuple[PlayerFigures, ...]
    pairs: tuple[HeadToHead, ...]
    taken: tuple[Taken, ...] = ()
    fines: tuple[Taken, ...] = ()


def totals_of(games: Iterable[GameResult]) -> Figures:
    """Return the totals of *games*, which come newest first."""
    played = tuple(games)[::-1]
    won = [(game, game.winner) for game in played if game.winner is not None]
    steps = Counter(spread_for(game, winner) // MARGIN for game, winner in won)
    return Figures(
        games=len(won),
        first_dealer_won=sum(
            game.first_dealer is not None and team_of(game, game.first_dealer) == winner
            for game, winner in won
        ),
        margins=tuple(Margin(n * MARGIN, steps[n]) for n in range(max(steps, default=-1) + 1)),
        players=_players(played),
        pairs=_pairs(won),
        # Partners took the same points by muggins.
        taken=_taken(played, lambda game, team: game.figures[game.teams[team][0]].claims.took),
        fines=_taken(played, lambda game, team: game.fines[team] if game.fines else 0),
    )


def _taken(
    played: tuple[GameResult, ...], points_of: Callable[[GameResult, Team], int]
) -> tuple[Taken, ...]:
    teams: dict[frozenset[str], Taken] = {}
    for game in played:
        for team, seats in enumerate(game.teams):
            names = tuple(game.players[seat] for seat in seats)
            if points := points_of(game, team):
                key = frozenset(map(name_key, names))
                before = teams[key].points if key in teams else 0
                teams[key] = Taken(names, before + points)
    return tuple(sorted(teams.values(), key=lambda one: (-one.points, one.names)))


def _players(played: tuple[GameResult, ...]) -> tuple[PlayerFigures, ...]:
    players: dict[str, PlayerFigures] = {}
    for game in played:
        for seat, name in enumerate(game.players):
            known = players.get(name_key(name)) or PlayerFigures(name=name)
            # The name is spelt as it was last.
            players[name_key(name)] = _after(replace(known, name=name), game, seat)
    return tuple(sorted(players.values(), key=lambda one: (-one.games, -one.won, one.name)))


def _after(player: PlayerFigures, game: GameResult, seat: Seat) -> PlayerFigures:
    figures, over = game.figures[seat], game.winner is not None
    side = team_of(game, seat)
    won, first = game.winner == side, over and game.first_dealer == seat
    streak = player.streak
    if over:
        streak = max(streak, 0) + 1 if won else min(streak, 0) - 1
    return replace(
        player,
        games=player.games + over,
        won=player.won + won,
        spread=player.spread + spread_for(game, side),
        skunks_given=player.skunks_given
        + (won and sum(was_skunked(game, one) for one in range(len(game.scores)))),
        skunks_taken=player.skunks_taken + was_skunked(game, side),
        dealt_first=player.dealt_first + first,
        won_dealing_first=player.won_dealing_first + (first and won),
        streak=streak,
        longest=max(player.longest, streak),
        dealing=_sum(player.dealing, figures.dealing),
        not_dealing=_sum(player.not_dealing, figures.not_dealing),
        best_hand=_extreme(player.best_hand, game, figures.best_hand, gt),
        worst_hand=_extreme(player.worst_hand, game, figures.worst_hand, lt),
        best_crib=_extreme(player.best_crib, game, figures.best_crib, gt),
        worst_crib=_extreme(player.worst_crib, game, figures.worst_crib, lt),
        claims=_sum(player.claims, figures.claims),
        unpegged=player.unpegged + figures.unpegged,
    )


N = TypeVar("N", RoleFigures, Claims)


def _sum(one: N, other: N) -> N:
    fields = one.__struct_fields__
    return replace(one, **{name: getattr(one, name) + getattr(other, name) for name in fields})


def _extreme(
    known: Extreme | None,
    game: GameResult,
    shown: ShownHand | None,
    beats: Callable[[int, int], bool],
) -> Extreme | None:
    """Return the count that is better according to *beats*, or the older of equal ones."""
    is_worse = known and shown and not beats(shown.true_count, known.shown.true_count)
    if shown is None or game.winner is None or is_worse:
        return known
    return Extreme(f"{game.match}.{game.place}", game.ended, shown)


def _pairs(won: list[tuple[GameResult, Team]]) -> tuple[HeadToHead, ...]:
    pairs: dict[tuple[str, str], HeadToHead] = {}
    for game, _ in won:
        for seat, other in permutations(range(len(game.players)), 2):
            keys = name_key(game.players[seat]), name_key(game.players[other])
            if keys[0] < keys[1] and team_of(game, seat) != team_of(game, other):
                known = pairs.get(keys) or HeadToHead(keys, 0, (0, 0), 0, (0, 0))
                pairs[keys] = _met(known, game, seat, other)
    return tuple(sorted(pairs.values(), key=lambda pair: (-pair.games, pair.names)))[:MAX_PAIRS]


def _met(pair: HeadToHead, game: GameResult, seat: Seat, other: Seat) -> HeadToHead:
    sides = team_of(game, seat), team_of(game, other)
    by, wins = _holes_ahead(game, *sides), [game.winner == side for side in sides]
    return HeadToHead(
        names=(game.players[seat], game.players[other]),
        games=pair.games + 1,
        won=(pair.won[0] + wins[0], pair.won[1] + wins[1]),
        spread=pair.spread + by,
        ahead=(pair.ahead[0] + (by > 0 or wins[0]), pair.ahead[1] + (by < 0 or wins[1])),
    )


def spread_for(game: GameResult, team: Team) -> int:
    """Return *team*'s winning or losing margin; 0 without a winner, or if a leader conceded."""
    if game.winner is None:
        return 0
    if game.winner == team:
        return max(0, game.spread or 0)
    return _holes_ahead(game, team, game.winner)


def _holes_ahead(game: GameResult, one: Team, other: Team) -> int:
    """Return the lead of *one* over *other* in holes; the winner is never behind."""
    ahead = game.progress[one] - game.progress[other]
    ahead = -ahead if game.wins == "low" else ahead
    if game.winner == one:
        return max(0, ahead)
    return min(0, ahead) if game.winner == other else ahead


def was_skunked(game: GameResult, team: Team) -> bool:
    """True if *team* lost *game* below the skunk line."""
    return game.skunk is not None and game.winner != team and game.scores[team] < game.skunk


def team_of(game: GameResult, seat: Seat) -> Team:
    """Return the team of *seat*."""
    return next(team for team, seats in enumerate(game.teams) if seat in seats)
