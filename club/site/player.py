"""Routes for a player's phone: choose a name, report a result, confirm a result."""

from functools import partial
from typing import Annotated

import msgspec
from flask import Response, request
from msgspec import Meta
from msgspec.structs import replace

from club.night.entry import PHONE as BY_PHONE
from club.night.entry import Claim, Hand, Id, Key, Noted, Phone, Refused, RoundNumber, Skunks, Why
from club.night.evolve import outcome_of
from club.night.state import Night, Outcome, Player
from club.results import skunks_for
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

    player: Id | None


class AgreeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Confirms a game as the other side reported it, repeated here because it may have changed.
    ``key`` is an idempotency key."""

    round: RoundNumber
    won: bool
    margin: Annotated[int, Meta(ge=1, le=181)]
    key: Key | None = None


class ResultRequest(AgreeRequest, frozen=True):
    """The result of the requesting player's game. If omitted, ``skunk`` follows from the margin."""

    skunk: Skunks | None = None


class HandRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A great hand of the requesting player in a given round; ``undone`` removes it."""

    round: RoundNumber
    hand: Hand
    undone: bool = False
    key: Key | None = None


def add_me(routes: Routes, context: HubContext, views: Views) -> None:
    """Add ``/api/v1/me``."""

    def shown(player: Player | None) -> Response:
        return views.response(PHONE + (player.id if player else ""))

    @routes.get("/api/v1/me", "The evening of the player whose phone asks.", SentMe)
    def me() -> Response:
        return shown(context.player)

    @routes.put(
        "/api/v1/me",
        "Choose the name of the player who has this phone.",
        SentMe,
        errors=(409, 422, 429, 503),
    )
    def choose(body: NameRequest) -> Response:
        known, before = device() or new_device(), context.player
        wanted = body.player or (before.id if before else None)
        if wanted is None:
            return shown(None)
        check_pace(context.names_chosen, request.remote_addr or "")
        phone = phone_digest(known) if body.player else None
        player = context.state.players.get(wanted)
        if body.player and (player is None or not player.present or player.house):
            raise Refused(Why.NO_SUCH, en("There is no player {id} tonight."), id=wanted)
        context.hub.submit(Phone(wanted, phone), by=wanted)
        return set_cookie(
            shown(context.state.players[wanted] if phone else None), DEVICE_COOKIE, known
        )


def add_results(routes: Routes, context: HubContext, views: Views) -> None:
    """Add ``/api/v1/results``, ``/api/v1/results/agree`` and ``/api/v1/hands``."""

    post = partial(
        routes.post, answer=SentMe, status=201, errors=(409, 422, 429, 503), role=Role.SCORER
    )

    def me() -> str:
        player = context.player
        assert player  # The role was checked.
        return player.id

    def entered(entry: Claim | Noted, key: str | None, *, is_known: bool = False) -> Response:
        player = entry.player
        check_pace(context.claims_made, player)
        if not is_known:
            context.hub.submit(entry, by=player, key=f"{player} {key}" if key else None)
        return views.response(PHONE + player, 201)

    @post(
        "/api/v1/results", "Say how a game ended: the other side agrees, or the director decides."
    )
    def result(body: ResultRequest) -> Response:
        skunk = skunks_for(body.margin) if body.skunk is None else body.skunk
        claim = Claim(me(), body.round, body.won, body.margin, skunk, context.phone or "")
        mine, earlier, _ = _outcomes(context.state.night, claim)
        return entered(claim, body.key, is_known=mine is not None and mine == earlier)

    @post("/api/v1/results/agree", "Agree with what the other side says.")
    def agree(body: AgreeRequest) -> Response:
        claim = Claim(me(), body.round, body.won, body.margin, phone=context.phone or "")
        mine, earlier, theirs = _outcomes(context.state.night, claim)
        if mine is None or theirs is None:
            raise Refused(Why.NOT_NOW, en("The other side hasn’t said how the game ended."))
        if mine.scores != theirs.scores:
            raise Refused(Why.DIFFERENT, en("The other side has changed its result: check again."))
        claim = replace(claim, skunk=theirs.skunk)
        return entered(claim, body.key, is_known=earlier == theirs)

    @post("/api/v1/hands", "Enter a hand of 24, 28 or 29, or four of a kind.")
    def hand(body: HandRequest) -> Response:
        entry = Noted(me(), body.round, body.hand, BY_PHONE, body.undone)
        return entered(entry, body.key)


def _outcomes(
    night: Night | None, claim: Claim
) -> tuple[Outcome | None, Outcome | None, Outcome | None]:
    """Return the outcome that *claim* reports, and the previous reports of its own side and the
    other."""
    game = night.game_of(claim.player, claim.round) if night else None
    side = game.side_of(claim.player) if game else None
    if night is None or game is None or side is None:
        return None, None, None
    return outcome_of(claim, side, night.plan.target), game.claims[side], game.claims[1 - side]
