"""Routes of a player's phone: choose a name, report a result, confirm a result."""

from typing import Annotated

import msgspec
from flask import Response, request
from msgspec import Meta

from club.night.entry import PHONE as BY_PHONE
from club.night.entry import Claim, Hand, Id, Key, Noted, Phone, Refused, RoundNumber, Skunks, Why
from club.night.evolve import outcome_of
from club.night.state import Player
from club.results import skunks_for
from club.site.context import HubContext, phone_digest
from club.site.feeds import PHONE, Views, stamped
from club.site.views import SentMe
from scorekeeper.words import en
from web.auth.rate_limit import check_pace
from web.http.request import DEVICE_COOKIE, device, new_device
from web.http.response import json_bytes, set_cookie
from web.http.routes import Role, Routes


class NameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player whose phone this is; null releases the name."""

    player: Id | None


class ResultRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a game of the requesting player; ``key`` is an idempotency key. Without
    ``skunk`` it follows from the margin."""

    round: RoundNumber
    won: bool
    margin: Annotated[int, Meta(ge=1, le=181)]
    skunk: Skunks | None = None
    key: Key | None = None


class AgreeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Confirms a game as the other side reported it, repeated here because it may have changed."""

    round: RoundNumber
    won: bool
    margin: Annotated[int, Meta(ge=1, le=181)]
    key: Key | None = None


class HandRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A great hand of the requesting player in a game of a round; ``undone`` removes it."""

    round: RoundNumber
    hand: Hand
    undone: bool = False
    key: Key | None = None


def add_me(routes: Routes, context: HubContext, views: Views) -> None:
    """Add ``/api/v1/me``."""

    def shown(player: Player | None) -> Response:
        return json_bytes(stamped(views.json(PHONE + (player.id if player else ""))))

    @routes.get("/api/v1/me", "The evening of the player whose phone asks.", SentMe)
    def me() -> Response:
        return shown(context.player)

    @routes.put(
        "/api/v1/me", "Choose the name of the player who has this phone.", SentMe,
        errors=(409, 422, 429, 503),
    )  # fmt: skip
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

    def entered(entry: Claim | Noted, key: str | None, *, is_known: bool = False) -> Response:
        player = entry.player
        check_pace(context.claims_made, player)
        if not is_known:
            context.hub.submit(entry, by=player, key=f"{player} {key}" if key else None)
        return json_bytes(stamped(views.json(PHONE + player)), 201)

    @routes.post(
        "/api/v1/results",
        "Say how a game ended: the other side agrees, or the director decides.",
        SentMe,
        status=201,
        errors=(409, 422, 429, 503),
        role=Role.SCORER,
    )
    def result(body: ResultRequest) -> Response:
        player, night = _me(context), context.state.night
        skunk = skunks_for(body.margin) if body.skunk is None else body.skunk
        claim = Claim(player, body.round, body.won, body.margin, skunk, context.phone or "")
        game = night.game_of(player, body.round) if night else None
        side = game.side_of(player) if game else None
        is_known = (
            night is not None
            and game is not None
            and side is not None
            and game.claims[side] == outcome_of(claim, side, night.plan.target)
        )
        return entered(claim, body.key, is_known=is_known)

    @routes.post(
        "/api/v1/results/agree",
        "Agree with what the other side says.",
        SentMe,
        status=201,
        errors=(409, 422, 429, 503),
        role=Role.SCORER,
    )
    def agree(body: AgreeRequest) -> Response:
        player = _me(context)
        night = context.state.night
        game = night.game_of(player, body.round) if night else None
        side = game.side_of(player) if game else None
        theirs = game.claims[1 - side] if game and side is not None else None
        if night is None or game is None or side is None or theirs is None:
            raise Refused(Why.NOT_NOW, en("The other side hasn’t said how the game ended."))
        phone = context.phone or ""
        mine = Claim(player, body.round, body.won, body.margin, theirs.skunk, phone)
        if outcome_of(mine, side, night.plan.target) != theirs:
            raise Refused(Why.DIFFERENT, en("The other side has changed its result: look again."))
        return entered(mine, body.key, is_known=game.claims[side] == theirs)

    @routes.post(
        "/api/v1/hands",
        "Enter a hand of 24, 28 or 29, or four of a kind.",
        SentMe,
        status=201,
        errors=(409, 422, 429, 503),
        role=Role.SCORER,
    )
    def hand(body: HandRequest) -> Response:
        entry = Noted(_me(context), body.round, body.hand, BY_PHONE, body.undone)
        return entered(entry, body.key)


def _me(context: HubContext) -> str:
    player = context.player
    assert player  # The role was checked.
    return player.id
