"""The director's routes: PIN, decisions, and pairing previews."""

import msgspec
from flask import Response

from club.night.decide import DIRECTOR as BY_DIRECTOR
from club.night.decide import preview
from club.night.entry import Key, Noted, Phone, Plan, Redo, RoundNumber, Ruling, Undo
from club.site.context import HubContext
from club.site.director_view import SentDirector
from club.site.feeds import DIRECTOR, Views
from club.site.views import Person, people
from scorekeeper.words import en
from web.auth.rate_limit import WRONG_PIN, check_guess
from web.http.request import (
    DEVICE_COOKIE,
    HOST_COOKIE,
    EmptyRequest,
    cookie_name,
    device,
    new_device,
)
from web.http.response import json_response, set_cookie
from web.http.routes import Role, Routes

WRONG_DIRECTOR_PIN = WRONG_PIN._replace(
    wrong=en("That’s not the director’s PIN. It’s shown in the terminal where the hub runs.")
)


class PinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The director's PIN, exactly as entered."""

    pin: str


class EntryRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision; ``key`` is an idempotency key."""

    entry: Ruling | Undo | Redo
    key: Key | None = None


class PreviewRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan, and the first round to pair with it."""

    plan: Plan
    start: RoundNumber = 1


class PreviewTable(msgspec.Struct, frozen=True):
    """A table of a previewed round."""

    table: str
    sides: tuple[tuple[Person, ...], ...]


class PreviewRound(msgspec.Struct, frozen=True):
    """A previewed round."""

    round: int
    tables: tuple[PreviewTable, ...]
    out: tuple[Person, ...]


class Rights(msgspec.Struct, frozen=True):
    """The rights of the requesting device."""

    director: bool
    page: str


def add_rights(routes: Routes, context: HubContext) -> None:
    """Add ``/api/v1/director``, for entering the PIN."""

    def rights(director: bool) -> Response:
        return json_response(Rights(director, context.assets.digest))

    @routes.get("/api/v1/rights", "Rights of the requesting device.", Rights)
    def may() -> Response:
        return rights(context.is_director)

    @routes.post("/api/v1/director", "Become director with the PIN.", Rights, errors=(429,))
    def become(body: PinRequest) -> Response:
        guest = device() if context.player else None
        right = context.access.is_pin(body.pin)
        check_guess(context.pin_guesses, body.pin, WRONG_DIRECTOR_PIN, right=right, guest=guest)
        known = device() or new_device()
        response = set_cookie(rights(True), DEVICE_COOKIE, known)
        return set_cookie(response, HOST_COOKIE, context.access.host_token(known))

    @routes.delete("/api/v1/director", "Give up director rights.", Rights, role=Role.HOST)
    def leave(body: EmptyRequest) -> Response:
        response = rights(False)
        response.delete_cookie(cookie_name(HOST_COOKIE), httponly=True, samesite="Lax")
        return response


def add_director(routes: Routes, context: HubContext, views: Views) -> None:
    """Add the routes of the director's page."""

    @routes.get("/api/v1/director", "The whole night.", SentDirector, role=Role.HOST)
    def director() -> Response:
        return views.response(DIRECTOR)

    @routes.post(
        "/api/v1/director/entries",
        "Manage players, rounds and results; undo reverts the last change.",
        SentDirector,
        status=201,
        errors=(409, 422, 503),
        role=Role.HOST,
    )
    def entries(body: EntryRequest) -> Response:
        entry = body.entry
        if isinstance(entry, Phone):
            entry = Phone(entry.id, None)  # Only who holds a phone chooses it.
        if isinstance(entry, Noted):
            entry = msgspec.structs.replace(entry, device="")
        key = f"{BY_DIRECTOR} {body.key}" if body.key else None
        context.hub.submit(entry, by=BY_DIRECTOR, key=key)
        return views.response(DIRECTOR, 201)

    @routes.post(
        "/api/v1/director/preview",
        "Preview the rounds of a plan; nothing is saved.",
        list[PreviewRound],
        errors=(422,),
        role=Role.HOST,
    )
    def previewed(body: PreviewRequest) -> Response:
        club = context.state
        return json_response(
            [
                PreviewRound(
                    round_.round,
                    tuple(
                        PreviewTable(table.table, tuple(people(club, side) for side in table.sides))
                        for table in round_.tables
                    ),
                    people(club, round_.out),
                )
                for round_ in preview(club, body.plan, body.start)
            ]
        )
