"""The director's view: the whole night, with open decisions first."""

import logging
from collections.abc import Mapping
from typing import Any

import msgspec

from club.hub.hub import Snapshot
from club.night.decide import most_for
from club.night.entry import Plan, Season
from club.night.evolve import Written
from club.night.state import Club, Game, Night, Status
from club.pairing.movements import MOVEMENTS
from club.results import SCORINGS
from club.site.context import HubContext
from club.site.views import (
    GameView,
    NightView,
    Person,
    SheetView,
    StandingView,
    game_view,
    hands_of,
    night_view,
    people,
    sheet_view,
    standing_rows,
)

log = logging.getLogger(__name__)


class DirectorPlayer(msgspec.Struct, frozen=True):
    """A player of the club; ``phone``: a phone has chosen this name."""

    id: str
    name: str
    present: bool
    house: bool
    phone: bool


class ReportView(msgspec.Struct, frozen=True, kw_only=True):
    """A report on a game: the reporter ``by``, and the scores of both sides."""

    by: str
    source: str
    scores: tuple[int, int]
    skunk: int


class HandView(msgspec.Struct, frozen=True):
    """A great hand: the ``player``'s id, and its ``kind``."""

    player: str
    kind: str


class DirectorGame(GameView, frozen=True, kw_only=True):
    """A game with all its reports."""

    said: tuple[ReportView, ...]
    hands: tuple[HandView, ...]
    ruled: bool


class DirectorRound(msgspec.Struct, frozen=True):
    """A round with its games."""

    round: int
    games: tuple[DirectorGame, ...]
    out: tuple[Person, ...]


class UndoStep(msgspec.Struct, frozen=True):
    """The entry that undo or redo would affect, with the ``name`` of its player and its
    ``table``."""

    version: int
    do: str
    name: str | None
    round: int | None
    table: str | None = None


class DirectorView(msgspec.Struct, frozen=True, kw_only=True):
    """The night as the director sees it. ``different``: games to decide; ``devices``: tables on the
    broker, online or not; ``most``: rounds possible with the players present, by movement;
    ``broker``: empty if there is none; ``guesses``: wrong PINs in the last hour; ``standings``:
    null if they cannot be computed."""

    version: int
    club: str
    rival: str | None
    night: NightView | None
    plan: Plan
    players: tuple[DirectorPlayer, ...]
    rounds: tuple[DirectorRound, ...]
    different: tuple[DirectorGame, ...]
    standings: tuple[StandingView, ...] | None
    sheet: SheetView | None
    season: Season
    undo: UndoStep | None
    redo: UndoStep | None
    movements: tuple[str, ...]
    most: dict[str, int]
    scorings: tuple[str, ...]
    devices: dict[str, bool]
    broker: Mapping[str, Any]
    guesses: int


class SentDirector(msgspec.Struct, frozen=True):
    """The director's view, and the hub's time ``now``."""

    now: str
    view: DirectorView


def director_view(snapshot: Snapshot, context: HubContext) -> DirectorView:
    """Return the director's view, including the health of the broker and tables."""
    state, night = snapshot.club, snapshot.club.night
    rows: tuple[StandingView, ...] | None = ()
    try:
        rows = standing_rows(state, night) if night else ()
    except Exception:
        # The results that cause that are corrected on this very page.
        log.exception("cannot compute the standings")
        rows = None
    rounds: tuple[DirectorRound, ...] = ()
    if night:
        rounds = tuple(
            DirectorRound(
                round_.round,
                tuple(_game(state, night, game) for game in night.of_round(round_.round)),
                people(state, round_.out),
            )
            for round_ in night.rounds
        )
    games = (game for round_ in rounds for game in round_.games)
    return DirectorView(
        version=snapshot.version,
        club=context.club,
        rival=snapshot.rival,
        night=night_view(night),
        plan=night.plan if night else Plan(),
        players=tuple(
            DirectorPlayer(
                player.id, player.name, player.present, player.house, player.phone is not None
            )
            for player in state.players.values()
        ),
        rounds=rounds,
        different=tuple(game for game in games if game.status is Status.DIFFERENT),
        standings=rows,
        sheet=sheet_view(state, night) if night and rows is not None and night.round else None,
        season=state.season,
        undo=_step(state, snapshot.undo),
        redo=_step(state, snapshot.redo),
        movements=tuple(MOVEMENTS),
        most=most_for(state),
        scorings=tuple(SCORINGS),
        devices=context.tables.online(),
        broker=context.broker(),
        guesses=context.pin_guesses.wrong_in_an_hour(),
    )


def _game(club: Club, night: Night, game: Game) -> DirectorGame:
    sources = [
        (club.name(player), "player", outcome)
        for player, outcome in zip(game.reported_by, game.side_reports, strict=True)
        if outcome
    ]
    last = {report.device: report for report in game.reports}.values()
    sources += [(report.device, "table", report.outcome) for report in last]
    return DirectorGame(
        **msgspec.structs.asdict(game_view(club, game)),
        said=tuple(
            ReportView(by=by, source=source, scores=outcome.scores, skunk=outcome.skunk)
            for by, source, outcome in sources
        ),
        hands=tuple(HandView(*hand) for hand in hands_of(night, game)),
        ruled=game.ruled,
    )


def _step(club: Club, line: Written | None) -> UndoStep | None:
    if line is None:
        return None
    entry = line.entry
    player = getattr(entry, "id", None) or getattr(entry, "player", None)
    known = club.name(player) if player else getattr(entry, "name", None)
    number = getattr(entry, "round", getattr(entry, "start", None))
    table = getattr(entry, "table", None)
    return UndoStep(line.version, str(entry.__struct_config__.tag), known, number, table)
