"""The views of the night for the wall and players' phones, as JSON."""

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

import msgspec
from msgspec.structs import asdict

from club.hub.hub import Snapshot
from club.night.standings import results_of, sheet_of, standings_of
from club.night.state import Club, Game, Night, Phase, Player, Status
from club.results import StandingRow
from club.season import Feat, FeatKind, SeasonRow, SheetRow, feats_of


class Person(msgspec.Struct, frozen=True):
    """A player: id and name."""

    id: str
    name: str


class GameView(msgspec.Struct, frozen=True, kw_only=True):
    """A game: sides, status, and result once certain."""

    round: int
    table: str
    sides: tuple[tuple[Person, ...], ...]
    status: Status
    scores: tuple[int, int] | None
    skunk: int
    by: str | None


class RoundView(msgspec.Struct, frozen=True):
    """A round: its games in table order, and who sits out."""

    round: int
    games: tuple[GameView, ...]
    out: tuple[Person, ...]


class NightView(msgspec.Struct, frozen=True, kw_only=True):
    """The night. ``skunks``: winning margins from which a win is a skunk and a double skunk;
    ``ends``: when the current round ends; ``done``: all its games have a result."""

    id: str
    phase: Phase
    round: int
    rounds: int
    movement: str
    scoring: str
    target: int
    skunks: tuple[int, ...]
    ends: str | None
    done: bool
    hidden: bool


class StandingView(StandingRow, frozen=True, kw_only=True):
    """A row of the standings, with the player's name."""

    name: str


class FeatView(msgspec.Struct, frozen=True):
    """A great hand, a skunk or a grand slam; ``other``: the side that was skunked."""

    kind: str
    name: str
    round: int | None
    other: str = ""


class SheetRowView(SheetRow, frozen=True, kw_only=True):
    """A row of the evening's sheet, with the player's name."""

    name: str


class SeasonRowView(SeasonRow, frozen=True, kw_only=True):
    """A row of the season, with the player's name."""

    name: str


class SheetView(msgspec.Struct, frozen=True, kw_only=True):
    """The evening's sheet, once it is ``finished``. ``best_nights``: nights that count for the
    season, 0 for all."""

    finished: bool
    quarter: int
    rows: tuple[SheetRowView, ...]
    pots: tuple[FeatView, ...]
    season: tuple[SeasonRowView, ...]
    best_nights: int


class WallView(msgspec.Struct, frozen=True, kw_only=True):
    """The public part of a night. ``next``: the next round; ``standings``: null while hidden by the
    director; ``sheet``: null until the last game has ended; ``rival``: another hub running the
    night."""

    version: int
    club: str
    rival: str | None
    night: NightView | None
    now: RoundView | None
    next: RoundView | None
    standings: tuple[StandingView, ...] | None
    sheet: SheetView | None
    feats: tuple[FeatView, ...]


class OutcomeView(msgspec.Struct, frozen=True):
    """The outcome of a game, from the requesting player's side."""

    won: bool
    margin: int
    skunk: int


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A player's game: table, partner and opponents, the reports ``mine`` and ``theirs``, the
    ``outcome`` once certain, and the player's great ``hands``."""

    round: int
    table: str
    partners: tuple[Person, ...]
    opponents: tuple[Person, ...]
    status: Status
    mine: OutcomeView | None
    theirs: OutcomeView | None
    outcome: OutcomeView | None
    by: str | None
    hands: tuple[str, ...]


class MeView(msgspec.Struct, frozen=True, kw_only=True):
    """A player's evening. ``seat``: the game of this round; ``out``: the player sits out;
    ``earlier``: previous games, newest first; ``next``: the next game."""

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
    row: StandingView | None


class Name(msgspec.Struct, frozen=True):
    """A name to choose; ``taken``: another phone has chosen it."""

    id: str
    name: str
    taken: bool


class SentWall(msgspec.Struct, frozen=True):
    """The public view, and the hub's time ``now``, for its clocks."""

    now: str
    view: WallView


class SentMe(msgspec.Struct, frozen=True):
    """A player's evening, and the hub's time ``now``."""

    now: str
    view: MeView


MAX_FEATS: Final = 12
"""Maximum number of feats on the wall."""


def wall_view(snapshot: Snapshot, club: str, rows: tuple[StandingView, ...] | None) -> WallView:
    """Return the public part of the night; *rows* are the standings that may be shown."""
    state, night = snapshot.club, snapshot.club.night
    return WallView(
        version=snapshot.version,
        club=club,
        rival=snapshot.rival,
        night=night_view(night),
        now=round_view(state, night, night.round) if night else None,
        next=round_view(state, night, night.round + 1) if night else None,
        standings=rows,
        sheet=sheet_view(state, night)
        if night and rows is not None and night.is_finished
        else None,
        feats=_feats(state, night) if night else (),
    )


def _feats(club: Club, night: Night) -> tuple[FeatView, ...]:
    """Return the feats, rarest first; those that would reveal the standings only at the end. If a
    kind does not fit, it is left out along with all more common ones: either all skunks are shown
    or none."""
    is_over = night.phase is Phase.OVER or (night.is_finished and not night.hidden)
    feats = [
        _feat(club, feat)
        for feat in feats_of(results_of(night), night.feats)
        if is_over or feat.kind != "grand_slam"
    ]
    if len(feats) > MAX_FEATS:
        beyond = feats[MAX_FEATS].kind
        feats = [feat for feat in feats[:MAX_FEATS] if feat.kind != beyond] or feats[:MAX_FEATS]
    return tuple(feats)


def _feat(club: Club, feat: Feat) -> FeatView:
    against = " · ".join(map(club.name, feat.against))
    return FeatView(feat.kind, club.name(feat.player), feat.round, against)


def me_view(
    snapshot: Snapshot, club: str, rows: tuple[StandingView, ...] | None, known: Player | None
) -> MeView:
    """Return the evening of *known*, which is None for a phone without a name."""
    state, night = snapshot.club, snapshot.club.night
    number = night.round if night else 0
    last = number - 1 if night and night.phase is Phase.PLAY else number
    earlier = (_seat(state, night, known.id, i) for i in range(last, 0, -1) if known and night)
    return MeView(
        version=snapshot.version,
        club=club,
        rival=snapshot.rival,
        night=night_view(night),
        player=Person(known.id, known.name) if known else None,
        names=()
        if known
        else tuple(
            Name(guest.id, guest.name, guest.phone is not None)
            for guest in state.present
            if not guest.house
        ),
        seat=_seat(state, night, known.id, number) if known and night else None,
        out=bool(known and night and night.sits_out(known.id, number)),
        present=bool(known and known.present),
        next=_seat(state, night, known.id, number + 1) if known and night else None,
        next_out=bool(known and night and night.sits_out(known.id, number + 1)),
        earlier=tuple(filter(None, earlier)),
        row=next((row for row in rows or () if known and row.id == known.id), None),
    )


def night_view(night: Night | None) -> NightView | None:
    """Return the current night; None before the first one."""
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
        skunks=night.skunk_margins,
        ends=night.round_ends,
        done=night.is_round_done,
        hidden=night.hidden,
    )


def round_view(club: Club, night: Night, number: int) -> RoundView | None:
    """Return a round; None if it does not exist."""
    if night.phase is not Phase.PLAY or not 0 < number <= len(night.rounds):
        return None
    games = tuple(game_view(club, game) for game in night.of_round(number))
    return RoundView(number, games, people(club, night.rounds[number - 1].out))


def game_view(club: Club, game: Game) -> GameView:
    """Return a game with the names of its players."""
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


def shown_standings(club: Club) -> tuple[StandingView, ...] | None:
    """Return the standings; None while hidden, and before the first night."""
    night = club.night
    if night is None or (night.hidden and night.phase is not Phase.OVER):
        return None
    return standing_rows(club, night)


def standing_rows(club: Club, night: Night) -> tuple[StandingView, ...]:
    """Return the standings with names."""
    return _named(club, standings_of(club, night), StandingView)


V = TypeVar("V")


def _named(club: Club, rows: Iterable[StandingRow], view: Callable[..., V]) -> tuple[V, ...]:
    return tuple(view(name=club.name(row.id), **asdict(row)) for row in rows)


def sheet_view(club: Club, night: Night) -> SheetView:
    """Return the evening's sheet so far."""
    sheet = sheet_of(club, night)
    return SheetView(
        finished=night.is_finished,
        quarter=sheet.quarter,
        rows=_named(club, sheet.rows, SheetRowView),
        pots=tuple(_feat(club, feat) for feat in sheet.pots),
        season=_named(club, sheet.season, SeasonRowView),
        best_nights=club.season.best,
    )


def _seat(club: Club, night: Night, player: str, number: int) -> SeatView | None:
    game = night.game_of(player, number)
    if game is None or night.phase is Phase.SETUP:
        return None
    side = game.side_of(player) or 0
    mine, theirs, outcome = (
        OutcomeView(ended.winner == side, ended.margin, ended.skunk) if ended else None
        for ended in (game.side_reports[side], game.side_reports[1 - side], game.outcome)
    )
    return SeatView(
        round=game.round,
        table=game.table,
        partners=people(club, (other for other in game.sides[side] if other != player)),
        opponents=people(club, game.sides[1 - side]),
        status=game.status,
        mine=mine,
        theirs=theirs,
        outcome=outcome,
        by=game.by if outcome else None,
        hands=tuple(kind for holder, kind in hands_of(night, game) if holder == player),
    )


def hands_of(night: Night, game: Game) -> tuple[tuple[str, FeatKind], ...]:
    """Return the great hands of a game, by player and kind."""
    found = (feat for feat in night.feats if feat.round == game.round)
    return tuple((feat.player, feat.kind) for feat in found if feat.player in game.players)
