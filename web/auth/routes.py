"""Routes to join, to name a phone, to be host, to claim a fresh machine, to renew the code and to
list devices."""

from typing import Final, Literal, TypeAlias
from urllib.parse import quote

import msgspec
from flask import Response, request

from scorekeeper.game.refusal import LONGEST_NAME
from scorekeeper.words import en
from scorekeeper.words.errors import shown
from scorekeeper.words.game.people import default_phone_name
from web.auth.devices import MAX_NAME, Caller, tidy_name
from web.auth.session import (
    WRONG_CODE,
    WRONG_PIN,
    Guess,
    Me,
    OwnNames,
    caller_of,
    check_guess,
    check_pace,
    describe_me,
    grant_host,
    grant_scorer,
    own_names,
    set_cookie,
)
from web.context import Context
from web.http.errors import HttpError
from web.http.events import StreamKind, stream_key
from web.http.operations import Role, Routes
from web.http.request import (
    DEVICE_COOKIE,
    HOST_COOKIE,
    NAME_COOKIE,
    PLAYER_COOKIE,
    SCORER_COOKIE,
    EmptyRequest,
    cookie,
    cookie_name,
    device,
    new_device,
)
from web.http.response import json_response
from web.settings.store import NotSaved


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The join code as it is shown, letter for letter."""

    code: str


class NameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name for the phone that asks, the name of the player who has it, or both; null forgets."""

    name: str | msgspec.UnsetType | None = msgspec.UNSET
    player: str | msgspec.UnsetType | None = msgspec.UNSET


class PinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's PIN as it is shown, digit for digit."""

    pin: str


def add_join(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/me`` and ``/api/v1/join``."""

    @routes.get("/api/v1/me", "Describe the device that asks.", Me)
    def me() -> Response:
        rights = describe_me(context, scorer=context.may_score, host=context.is_host)
        return json_response(rights)

    @routes.put("/api/v1/me", "Name the device that asks.", Me, errors=(422,), role=Role.SCORER)
    def name_me(body: NameRequest) -> Response:
        now = own_names()
        named = OwnNames(
            _chosen(body.name, now.name, MAX_NAME), _chosen(body.player, now.player, LONGEST_NAME)
        )
        me = describe_me(context, scorer=True, host=context.is_host, named=named)
        response = set_cookie(json_response(me), NAME_COOKIE, quote(named.name or ""))
        return set_cookie(response, PLAYER_COOKIE, quote(named.player or ""))

    @routes.post("/api/v1/join", "Join with the code to become a scorer.", Me, errors=(429,))
    def join(body: JoinRequest) -> Response:
        guest = device() if context.is_host else None
        guess = Guess(body.code, context.access.is_code(body.code), guest)
        check_guess(context.code_guesses, guess, WRONG_CODE)
        if not context.access.has_joined(device(), cookie(SCORER_COOKIE)):
            check_pace(context.joins, request.remote_addr or "")
        known = device() or new_device()
        me = describe_me(context, scorer=True, host=context.is_host)
        response = set_cookie(json_response(me), DEVICE_COOKIE, known)
        return set_cookie(response, SCORER_COOKIE, grant_scorer(context, known))


def _chosen(asked: str | msgspec.UnsetType | None, now: str | None, most: int) -> str | None:
    """Return the name *asked* for, tidy; the one of *now* where none was. Raises HttpError."""
    if asked is msgspec.UNSET or asked is None:
        return now if asked is msgspec.UNSET else None
    tidy = tidy_name(asked, most)
    if tidy is None:
        sentence = en(
            "A name has 1 to {most} visible letters, and isn’t already taken by a phone or "
            "keypad; {name} won’t do."
        )
        raise HttpError(422, "bad_value", sentence, most=most, name=shown(asked))
    return tidy


def add_claim(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/setup/claim``."""

    @routes.post("/api/v1/setup/claim", "Become host of a fresh machine, as its first phone.", Me)
    def setup_claim(body: EmptyRequest) -> Response:
        if not context.claim.take():
            sentence = en(
                "Without the PIN a phone becomes host only on a fresh machine: for 15 minutes, and "
                "before anyone joins or plays. Enter the host’s PIN."
            )
            raise HttpError(403, "may_not", sentence)
        known = device() or new_device()
        token = grant_host(context, known)
        me = describe_me(context, scorer=True, host=True)
        return set_cookie(set_cookie(json_response(me), DEVICE_COOKIE, known), HOST_COOKIE, token)


def add_host(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/host`` and ``/api/v1/code``."""

    @routes.post("/api/v1/host", "Become host with the PIN.", Me, errors=(429,))
    def become_host(body: PinRequest) -> Response:
        token = cookie(SCORER_COOKIE)
        guest = device() if context.access.has_joined(device(), token) else None
        guess = Guess(body.pin, context.access.is_pin(body.pin), guest)
        check_guess(context.pin_guesses, guess, WRONG_PIN)
        known = device() or new_device()
        token = grant_host(context, known)
        me = describe_me(context, scorer=True, host=True)
        response = set_cookie(json_response(me), DEVICE_COOKIE, known)
        return set_cookie(response, HOST_COOKIE, token)

    @routes.delete("/api/v1/host", "Give up host rights.", Me, role=Role.HOST)
    def leave_host(body: EmptyRequest) -> Response:
        may = context.access.may_score(device(), cookie(SCORER_COOKIE))
        response = json_response(describe_me(context, scorer=may, host=False))
        for name in (HOST_COOKIE, cookie_name(HOST_COOKIE)):
            response.delete_cookie(name, httponly=True, samesite="Lax")
        return response

    @routes.post(
        "/api/v1/code",
        "Make a new join code; of all scorers only the device that asks stays one.",
        Me,
        errors=(503,),
        role=Role.HOST,
    )
    def renew(body: EmptyRequest) -> Response:
        try:
            context.access.renew()
        except OSError as fault:
            raise NotSaved(fault.strerror or fault) from None
        known = device() or ""
        me = describe_me(context, scorer=True, host=True)
        return set_cookie(json_response(me), SCORER_COOKIE, grant_scorer(context, known))


MAX_LISTED: Final = 60
"""Devices in one response."""

DeviceRole: TypeAlias = Literal["host", "scorer", "watcher"]


class DeviceStatus(msgspec.Struct, frozen=True, kw_only=True):
    """A device: ``here`` while it follows the table, last seen ``seconds`` ago; ``name`` is null
    for one that only watches and has none."""

    name: str | None
    role: DeviceRole
    here: bool
    seconds: int
    you: bool


class DevicesResponse(msgspec.Struct, frozen=True):
    """Devices, those that are here first, then the last seen; ``more`` were left out. ``guesses``
    are the wrong codes and PINs of the last hour, and ``backup`` says why that of the journal does
    not follow: both for the host."""

    devices: tuple[DeviceStatus, ...]
    more: int
    guesses: int | None
    backup: str | None


def add_devices(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/devices``, and note the device of every request."""

    @routes.app.before_request
    def note_device() -> None:
        if known := device():
            caller = caller_of(known)
            context.connected.note(caller, trusted=_role(context, caller) != "watcher")

    @routes.get("/api/v1/devices", "List connected devices.", DevicesResponse, role=Role.SCORER)
    def devices() -> Response:
        known = [_status(context, caller, ago) for caller, ago in context.connected.devices()]
        known.sort(key=lambda one: not one.here)
        listed = tuple(known[:MAX_LISTED])
        limiters = (context.code_guesses, context.pin_guesses)
        more, guesses, backup = len(known) - len(listed), None, None
        if context.is_host:
            guesses = sum(one.wrong_in_an_hour() for one in limiters)
            fault = context.table.backup_fault
            backup = context.words.fault(fault) if fault else None
        return json_response(DevicesResponse(listed, more, guesses, backup))


def _status(context: Context, caller: Caller, ago: float) -> DeviceStatus:
    role = _role(context, caller)
    return DeviceStatus(
        name=_named(context, caller, role),
        role=role,
        here=context.streams.is_open(stream_key(StreamKind.TABLE, caller.device)),
        seconds=int(ago),
        you=caller.device == device(),
    )


def _named(context: Context, caller: Caller, role: DeviceRole) -> str | None:
    if caller.name:
        return context.words.scorer(caller.name)
    return None if role == "watcher" else _numbered(context, caller.device)


def _numbered(context: Context, known: str) -> str:
    """Return the name in the history of a device without a name of its own. One that has entered
    nothing has no number yet: looking gives none."""
    if not context.devices.has_number(known):
        return context.words.say(en("a phone"))
    return context.words.scorer(default_phone_name(context.devices.number(known)))


def _role(context: Context, caller: Caller) -> DeviceRole:
    """Check the tokens of *caller* now: they may have been revoked since they were sent."""
    if context.access.is_host(caller.device, caller.host_token):
        return "host"
    return "scorer" if context.access.may_score(caller.device, caller.scorer_token) else "watcher"
