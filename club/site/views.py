"""What each page is sent: the night as the wall, a player's phone and the director see it."""

from collections.abc import Iterable
from typing import Final

import msgspec

from club.hub.hub import Snapshot
from club.hub.standings import results_of, standings_of
from club.hub.state import Club, Game, Night, Outcome, Phase, Status
from club.hub.times import round_ends
from club.results import StandingRow
from club.results.feats import feats_of

MOST_FEATS: Final = 8


class Person(msgspec.Struct, frozen=True):
    """A player, by id and name."""

    id: str
    name: str


class GameView(msgspec.Struct, frozen=True, kw_only=True):
    """A game: its sides, what is known of it, and its result once that is sure."""

    round: int
    table: str
    sides: tuple[tuple[Person, ...], ...]
    status: Status
    scores: tuple[int, int] | None
    skunk: int
    by: str | None


class RoundView(msgspec.Struct, frozen=True):
    """A round: its games in the order of the tables, and who sits out."""

    round: int
    games: tuple[GameView, ...]
    out: tuple[Person, ...]


class NightView(msgspec.Struct, frozen=True, kw_only=True):
    """The night. ``ends`` is when the clock of the round runs out; ``done``: all its games have a
    result."""

    id: str
    phase: Phase
    round: int
    rounds: int
    movement: str
    scoring: str
    target: int
    ends: str | None
    done: bool
    hidden: bool


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the standings."""

    place: int
    equal: bool
    id: str
    name: str
    games: int
    won: int
    points: int
    plus: int
    minus: int
    net: int
    skunks_given: int
    skunks_taken: int


class FeatView(msgspec.Struct, frozen=True):
    """A great hand, a skunk or a grand slam."""

    kind: str
    name: str
    round: int | None


class WallView(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody in the hall may see. ``next`` is the round that comes; ``standings`` are null
    while the director hides them. ``rival`` is the hub that runs the night instead of this one."""

    version: int
    club: str
    rival: str | None
    night: NightView | None
    now: RoundView | None
    next: RoundView | None
    standings: tuple[Row, ...] | None
    feats: tuple[FeatView, ...]
    devices: dict[str, str]


class Said(msgspec.Struct, frozen=True):
    """What was said of a game, as the player who asks sees it."""

    won: bool
    margin: int
    skunk: int


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A player's game: at which table, with and against whom; what ``mine`` and the other side say,
    and the ``outcome`` once that is sure. ``void``: it does not count."""

    round: int
    table: str
    partners: tuple[Person, ...]
    opponents: tuple[Person, ...]
    status: Status
    mine: Said | None
    theirs: Said | None
    outcome: Said | None
    by: str | None


class MeView(msgspec.Struct, frozen=True, kw_only=True):
    """A player's evening. ``seat`` is the game of this round, ``out``: none, for the player sits
    out; ``earlier`` are the games before, the newest first, ``next`` the one that comes."""

    version: int
    club: str
    rival: str | None
    night: NightView | None
    player: Person | None
    names: tuple["Name", ...]
    seat: SeatView | None
    out: bool
    present: bool
    next: SeatView | None
    next_out: bool
    earlier: tuple[SeatView, ...]
    row: Row | None


class Name(msgspec.Struct, frozen=True):
    """A name to choose; ``taken`` by another phone."""

    id: str
    name: str
    taken: bool


class SentWall(msgspec.Struct, frozen=True):
    """The wall, and the time ``now`` at the hub, by which its clocks go."""

    now: str
    view: WallView


class SentMe(msgspec.Struct, frozen=True):
    """A player's evening, and the time ``now`` at the hub."""

    now: str
    view: MeView


def wall_view(snapshot: Snapshot, club: str, rows: tuple[Row, ...] | None) -> WallView:
    """Return the night as everybody may see it; *rows* are the standings that may be shown."""
    state, night = snapshot.club, snapshot.club.night
    return WallView(
        version=snapshot.version,
        club=club,
        rival=snapshot.rival,
        night=night_view(night),
        now=round_view(state, night, night.round) if night else None,
        next=round_view(state, night, night.round + 1) if night else None,
        standings=rows,
        feats=_feats(state, night) if night else (),
        devices=dict(night.devices) if night else {},
    )


def _feats(club: Club, night: Night) -> tuple[FeatView, ...]:
    """Return the feats, the rarest first. What tells of the standings waits for the end."""
    is_over = night.phase is Phase.OVER
    found = feats_of(results_of(night), night.feats)
    return tuple(
        FeatView(one.kind, club.name(one.player), one.round)
        for one in found
        if is_over or one.kind != "grand_slam"
    )[:MOST_FEATS]


def me_view(
    snapshot: Snapshot, club: str, rows: tuple[Row, ...] | None, player: str | None
) -> MeView:
    """Return the night as the phone of *player* shows it; None for a phone that has no name yet."""
    state, night = snapshot.club, snapshot.club.night
    known = state.players.get(player) if player else None
    number = night.round if night else 0
    return MeView(
        version=snapshot.version,
        club=club,
        rival=snapshot.rival,
        night=night_view(night),
        player=Person(known.id, known.name) if known else None,
        names=() if known else _names(state),
        seat=_seat(state, night, known.id, number) if known and night else None,
        out=bool(known and night and night.sits_out(known.id, number)),
        present=bool(known and known.present),
        next=_seat(state, night, known.id, number + 1) if known and night else None,
        next_out=bool(known and night and night.sits_out(known.id, number + 1)),
        earlier=_earlier(state, night, known.id) if known and night else (),
        row=next((row for row in rows or () if known and row.id == known.id), None),
    )


def _names(club: Club) -> tuple[Name, ...]:
    """Those who are there tonight can be chosen."""
    return tuple(
        Name(one.id, one.name, one.phone is not None) for one in club.present if not one.house
    )


def night_view(night: Night | None) -> NightView | None:
    """Return what is on; None before the first night."""
    if night is None:
        return None
    return NightView(
        id=night.id,
        phase=night.phase,
        round=night.round,
        rounds=max(night.plan.rounds, len(night.rounds)),
        movement=night.plan.movement,
        scoring=night.plan.scoring,
        target=night.plan.target,
        ends=round_ends(night),
        done=night.is_round_done,
        hidden=night.hidden,
    )


def round_view(club: Club, night: Night, number: int) -> RoundView | None:
    """Return a round; None where there is no such round, or not any more."""
    if night.phase is not Phase.PLAY or not 0 < number <= len(night.rounds):
        return None
    games = tuple(game_view(club, game) for game in night.of_round(number))
    return RoundView(number, games, people(club, night.rounds[number - 1].out))


def game_view(club: Club, game: Game) -> GameView:
    """Return a game with the names of those who play."""
    outcome = game.outcome
    return GameView(
        round=game.round,
        table=game.table,
        sides=tuple(people(club, side) for side in game.sides),
        status=game.status,
        scores=outcome.scores if outcome else None,
        skunk=outcome.skunk if outcome else 0,
        by=game.by if outcome else None,
    )


def people(club: Club, players: Iterable[str]) -> tuple[Person, ...]:
    """Return players with their names."""
    return tuple(Person(one, club.name(one)) for one in players)


def shown_standings(club: Club) -> tuple[Row, ...] | None:
    """Return the standings; None while they are hidden, and where there are none."""
    night = club.night
    if night is None or (night.hidden and night.phase is not Phase.OVER):
        return None
    return standing_rows(club, night)


def standing_rows(club: Club, night: Night) -> tuple[Row, ...]:
    """Return the standings with names."""
    return tuple(_row(club, row) for row in standings_of(club, night))


def _row(club: Club, row: StandingRow) -> Row:
    return Row(name=club.name(row.id), **msgspec.structs.asdict(row))


def _seat(club: Club, night: Night, player: str, number: int) -> SeatView | None:
    game = night.game_of(player, number)
    return seat_view(club, game, player) if game and night.phase is not Phase.SETUP else None


def seat_view(club: Club, game: Game, player: str) -> SeatView:
    """Return a game as one of its players sees it."""
    side = game.side_of(player) or 0
    own, other = game.sides[side], game.sides[1 - side]
    outcome = game.outcome
    return SeatView(
        round=game.round,
        table=game.table,
        partners=people(club, (one for one in own if one != player)),
        opponents=people(club, other),
        status=game.status,
        mine=_said(game.claims[side], side),
        theirs=_said(game.claims[1 - side], side),
        outcome=_said(outcome, side),
        by=game.by if outcome else None,
    )


def _said(outcome: Outcome | None, side: int) -> Said | None:
    return Said(outcome.winner == side, outcome.margin, outcome.skunk) if outcome else None


def _earlier(club: Club, night: Night, player: str) -> tuple[SeatView, ...]:
    """Return the games of the rounds before, the newest first."""
    last = night.round - 1 if night.phase is Phase.PLAY else night.round
    games = (night.game_of(player, number) for number in range(last, 0, -1))
    return tuple(seat_view(club, game, player) for game in games if game)
