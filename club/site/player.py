"""Routes for a player's phone: choose a name, report a result, confirm a result."""

from functools import partial
from typing import Annotated

import msgspec
from flask import Response, request
from msgspec import Meta
from msgspec.structs import replace

from club.night import entry as e
from club.night.evolve import outcome_of
from club.night.state import Night, Outcome
from club.site.context import HubContext, phone_digest
from club.site.feeds import PHONE, Views
from club.site.views import SentMe
from scorekeeper.words import en
from web.auth.rate_limit import check_pace
from web.http.request import DEVICE_COOKIE, device, new_device
from web.http.response import set_cookie
from web.http.routes import Role, Routes


class NameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player whose phone this is; null releases the name."""

    player: e.Id | None


class AgreeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Confirms a game as the other side reported it, repeated here because it may have changed.
    ``key`` is an idempotency key."""

    round: e.RoundNumber
    won: bool
    margin: Annotated[int, Meta(ge=1, le=181)]
    key: e.Key | None = None


class ResultRequest(AgreeRequest, frozen=True):
    """The result of the requesting player's game. If omitted, ``skunk`` follows from the margin."""

    skunk: e.Skunks | None = None


class HandRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A great hand of the requesting player in a given round; ``undone`` removes it."""

    round: e.RoundNumber
    hand: e.Hand
    undone: bool = False
    key: e.Key | None = None


def add_me(routes: Routes, context: HubContext, views: Views) -> None:
    """Add ``/api/v1/me``."""

    @routes.get("/api/v1/me", "The evening of the requesting player.", SentMe)
    def me() -> Response:
        return views.response(PHONE + context.phone)

    @routes.put(
        "/api/v1/me",
        "Choose the player who has this phone.",
        SentMe,
        errors=(409, 422, 429, 503),
    )
    def choose(body: NameRequest) -> Response:
        known, before = device() or new_device(), context.player
        wanted = body.player or (before.id if before else None)
        if wanted is None:
            return views.response(PHONE)
        check_pace(context.names_chosen, request.remote_addr or "")
        phone = phone_digest(known) if body.player else None
        player = context.state.players.get(wanted)
        if body.player and (player is None or not player.present or player.house):
            raise e.Refused(e.Why.NO_SUCH, en("Player {id} is not here tonight."), id=wanted)
        context.hub.submit(e.Phone(wanted, phone), by=wanted)
        return set_cookie(views.response(PHONE + (phone or "")), DEVICE_COOKIE, known)


def add_results(routes: Routes, context: HubContext, views: Views) -> None:
    """Add ``/api/v1/results``, ``/api/v1/results/agree`` and ``/api/v1/hands``."""

    post = partial(
        routes.post, answer=SentMe, status=201, errors=(409, 422, 429, 503), role=Role.SCORER
    )

    def me() -> str:
        player = context.player
        assert player  # The role was checked.
        return player.id

    def enter(entry: e.PlayerReport | e.Noted, key: str | None, *, known: bool = False) -> Response:
        player = entry.player
        check_pace(context.reports_made, player)
        if not known:
            context.hub.submit(entry, by=player, key=f"{player} {key}" if key else None)
        return views.response(PHONE + context.phone, 201)

    @post(
        "/api/v1/results",
        "Report the result of a game, for the other side or the director to confirm.",
    )
    def result(body: ResultRequest) -> Response:
        night, skunk = context.state.night, body.skunk
        if skunk is None:
            skunk = sum(body.margin >= least for least in night.skunk_margins) if night else 0
        report = e.PlayerReport(me(), body.round, body.won, body.margin, skunk, context.phone)
        mine, earlier, _ = _outcomes(night, report)
        return enter(report, body.key, known=mine is not None and mine == earlier)

    @post("/api/v1/results/agree", "Agree with the other side’s result.")
    def agree(body: AgreeRequest) -> Response:
        report = e.PlayerReport(me(), body.round, body.won, body.margin, phone=context.phone)
        mine, earlier, theirs = _outcomes(context.state.night, report)
        if mine is None or theirs is None:
            raise e.Refused(e.Why.NOT_NOW, en("The other side hasn’t reported a result."))
        if mine.scores != theirs.scores:
            sentence = en("The other side has changed its result: check again.")
            raise e.Refused(e.Why.DIFFERENT, sentence)
        report = replace(report, skunk=theirs.skunk)
        return enter(report, body.key, known=earlier == theirs)

    @post("/api/v1/hands", "Enter a hand of 24, 28 or 29, or four of a kind.")
    def hand(body: HandRequest) -> Response:
        entry = e.Noted(me(), body.round, body.hand, e.PHONE, body.undone)
        return enter(entry, body.key)


def _outcomes(
    night: Night | None, report: e.PlayerReport
) -> tuple[Outcome | None, Outcome | None, Outcome | None]:
    """Return the outcome of *report*, and the earlier ones of its side and of the other."""
    game = night.game_of(report.player, report.round) if night else None
    side = game.side_of(report.player) if game else None
    if night is None or game is None or side is None:
        return None, None, None
    earlier, theirs = game.side_reports[side], game.side_reports[1 - side]
    return outcome_of(report, side, night.plan.target), earlier, theirs
