"""The requesting device: its name, signature and rights, and the routes that change them."""

from typing import Final, Literal, NamedTuple, TypeAlias
from urllib.parse import quote, unquote

import msgspec
from flask import Response, request

from scorekeeper.device import WifiLogin
from scorekeeper.game.refusal import MAX_NAME_LENGTH
from scorekeeper.words import en
from scorekeeper.words.catalogue import shown
from scorekeeper.words.people import default_phone_name, players_phone
from web.auth.devices import MAX_NAME, Caller, tidy_name
from web.auth.rate_limit import WRONG_CODE, WRONG_PIN, check_guess, check_pace
from web.context import Context
from web.http.errors import HttpError, saving
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
from web.http.response import json_response, set_cookie
from web.http.routes import Role, Routes

MAX_LISTED: Final = 60
"""Maximum number of devices in a response."""


class OwnNames(NamedTuple):
    """The name of a device, and the name of the player who uses it."""

    name: str | None
    player: str | None

    @property
    def signs(self) -> str | None:
        """The signature of the device in the journal; None if only its number is known."""
        return self.name or (players_phone(self.player) if self.player else None)


def own_names() -> OwnNames:
    """Return the names in the cookies of the requesting device."""
    name, player = (unquote(cookie(key) or "") for key in (NAME_COOKIE, PLAYER_COOKIE))
    return OwnNames(tidy_name(name), tidy_name(player, MAX_NAME_LENGTH))


def signature(context: Context) -> str:
    """Return the name of the requesting device, else its number as stored in the journal."""
    return own_names().signs or default_phone_name(context.devices.number(_device_or_address()))


def _device_or_address() -> str:
    return device() or request.remote_addr or ""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """The rights of the requesting device. Only scorers get the code, the join URL and, while it is
    on, the login of the table's own Wi-Fi. ``signs``: signature of the device's entries, as in the
    journal; ``player``: name of its player; ``url`` and ``join_url`` are null without a network;
    ``sudo``: commands that show codes require it; ``first_host``: whether a phone may become host
    of this fresh machine without the PIN: it is open, or late, after a restart; ``asks_time``: a
    host's phone is asked to set the clock."""

    scorer: bool
    host: bool
    access: str
    code: str | None
    join_url: str | None
    url: str | None
    local_url: str | None
    name: str | None
    player: str | None
    signs: str | None
    lang: str
    page: str
    sudo: bool = False
    first_host: Literal["open", "late"] | None = None
    wifi: WifiLogin | None = None
    asks_time: bool = False


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The join code as displayed. Case-sensitive."""

    code: str


class NameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of the requesting phone, the name of its player, or both; null deletes a name."""

    name: str | msgspec.UnsetType | None = msgspec.UNSET
    player: str | msgspec.UnsetType | None = msgspec.UNSET


class PinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's PIN."""

    pin: str


def describe_me(
    context: Context, *, scorer: bool = True, host: bool, named: OwnNames | None = None
) -> Response:
    """Return the Me of a device with the given rights. *named*: by default from its cookies."""
    access, addresses, wifi = context.access, context.addresses, context.wifi
    first = context.first_host
    named = named or own_names()
    code = access.invitation if scorer else None
    known, devices = _device_or_address(), context.devices
    number = devices.number(known) if devices.has_number(known) else None
    return json_response(
        Me(
            scorer=scorer,
            host=host,
            access="open" if access.is_open else "code",
            code=code,
            join_url=addresses.join(code, request.host) if code else None,
            url=addresses.url,
            local_url=addresses.local_url,
            name=named.name,
            player=named.player,
            signs=named.signs or (default_phone_name(number) if number else None),
            lang=context.words.lang,
            page=context.assets.digest,
            sudo=context.sudo,
            first_host="open" if first.is_open else "late" if first.is_late else None,
            wifi=wifi.login if scorer and wifi and wifi.is_on else None,
            asks_time=host and context.asks_time(),
        )
    )


def _caller(known: str) -> Caller:
    """Return the device *known* with the name and tokens of the current request."""
    return Caller(known, own_names().signs, cookie(SCORER_COOKIE), cookie(HOST_COOKIE))


def _granted(context: Context, right: str, *, host: bool) -> Response:
    """Grant the requesting device the *right*, a cookie name, and return its new Me. Assigns it a
    number and ends the right of the first host."""
    known = device() or new_device()
    context.first_host.close()
    context.devices.number(known)
    caller = _caller(known)
    if right == HOST_COOKIE:
        token = context.access.host_token(known)
        caller = caller._replace(host_token=token)
    else:
        token = context.access.scorer_token(known)
        caller = caller._replace(scorer_token=token)
    context.connected.note(caller, trusted=True)
    response = set_cookie(describe_me(context, host=host), DEVICE_COOKIE, known)
    return set_cookie(response, right, token)


def add_join(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/me``, ``/api/v1/join`` and ``/api/v1/code``."""
    access = context.access

    @routes.get("/api/v1/me", "Describe the requesting device.", Me)
    def me() -> Response:
        return describe_me(context, scorer=context.may_score, host=context.is_host)

    @routes.put("/api/v1/me", "Name the requesting device.", Me, errors=(422,), role=Role.SCORER)
    def name_me(body: NameRequest) -> Response:
        now = own_names()
        named = OwnNames(
            _chosen(body.name, now.name, MAX_NAME),
            _chosen(body.player, now.player, MAX_NAME_LENGTH),
        )
        response = describe_me(context, host=context.is_host, named=named)
        set_cookie(response, NAME_COOKIE, quote(named.name or ""))
        return set_cookie(response, PLAYER_COOKIE, quote(named.player or ""))

    @routes.post("/api/v1/join", "Join with the code to become a scorer.", Me, errors=(429,))
    def join(body: JoinRequest) -> Response:
        guest = device() if context.is_host else None
        right = access.is_code(body.code)
        check_guess(context.code_guesses, body.code, WRONG_CODE, right=right, guest=guest)
        if not access.has_joined(device(), cookie(SCORER_COOKIE)):
            check_pace(context.joins, request.remote_addr or "")
        return _granted(context, SCORER_COOKIE, host=context.is_host)

    @routes.post(
        "/api/v1/code",
        "Make a new join code; revokes all scorers except the requesting device.",
        Me,
        errors=(503,),
        role=Role.HOST,
    )
    def renew(body: EmptyRequest) -> Response:
        with saving():
            access.renew()
        return _granted(context, SCORER_COOKIE, host=True)


def _chosen(asked: str | msgspec.UnsetType | None, now: str | None, most: int) -> str | None:
    """Return *asked* as a tidy name; *now* if it is unset. Raises HttpError 422."""
    if asked is msgspec.UNSET or asked is None:
        return now if asked is msgspec.UNSET else None
    tidy = tidy_name(asked, most)
    if tidy is None:
        sentence = en(
            "A name needs 1 to {most} visible letters and can’t be that of a phone or "
            "keypad; {name} isn’t allowed."
        )
        raise HttpError(422, "bad_value", sentence, most=most, name=shown(asked))
    return tidy


def add_host(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/host`` and ``/api/v1/setup/first-host``."""
    access = context.access

    @routes.post(
        "/api/v1/setup/first-host", "Become host of a fresh machine, as its first phone.", Me
    )
    def setup_first_host(body: EmptyRequest) -> Response:
        if not context.first_host.take():
            sentence = en(
                "Without the PIN, a phone can become host only on a fresh machine: in its "
                "first 15 minutes, and before anyone joins or plays. Enter the host’s PIN."
            )
            raise HttpError(403, "may_not", sentence)
        return _granted(context, HOST_COOKIE, host=True)

    @routes.post("/api/v1/host", "Become host with the PIN.", Me, errors=(429,))
    def become_host(body: PinRequest) -> Response:
        guest = device() if access.has_joined(device(), cookie(SCORER_COOKIE)) else None
        right = access.is_pin(body.pin)
        check_guess(context.pin_guesses, body.pin, WRONG_PIN, right=right, guest=guest)
        return _granted(context, HOST_COOKIE, host=True)

    @routes.delete("/api/v1/host", "Give up host rights.", Me, role=Role.HOST)
    def leave_host(body: EmptyRequest) -> Response:
        scorer = access.may_score(device(), cookie(SCORER_COOKIE))
        response = describe_me(context, scorer=scorer, host=False)
        for name in (HOST_COOKIE, cookie_name(HOST_COOKIE)):
            response.delete_cookie(name, httponly=True, samesite="Lax")
        return response


DeviceRole: TypeAlias = Literal["host", "scorer", "watcher"]


class DeviceStatus(msgspec.Struct, frozen=True, kw_only=True):
    """A device. ``here``: it has an open stream; ``seconds``: time since its last request;
    ``name``: null for an unnamed watcher."""

    name: str | None
    role: DeviceRole
    here: bool
    seconds: int
    you: bool


class DevicesResponse(msgspec.Struct, frozen=True):
    """Devices, first those with open streams, then by last request; ``more`` is the number omitted.
    For the host: ``guesses``, the wrong codes and PINs in the last hour, and ``backup``, the fault
    of the journal's backup."""

    devices: tuple[DeviceStatus, ...]
    more: int
    guesses: int | None
    backup: str | None


def add_devices(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/devices``, and record the device of every request."""

    @routes.app.before_request
    def note_device() -> None:
        if known := device():
            caller = _caller(known)
            context.connected.note(caller, trusted=_role(context, caller) != "watcher")

    @routes.get("/api/v1/devices", "List connected devices.", DevicesResponse, role=Role.SCORER)
    def devices() -> Response:
        statuses = [
            DeviceStatus(
                name=_shown_name(context, caller),
                role=_role(context, caller),
                here=context.streams.is_open(f"table {caller.device}"),
                seconds=int(ago),
                you=caller.device == device(),
            )
            for caller, ago in context.connected.devices()
        ]
        statuses.sort(key=lambda status: not status.here)
        guesses, backup = None, None
        if context.is_host:
            limiters = (context.code_guesses, context.pin_guesses)
            guesses = sum(limiter.wrong_in_an_hour() for limiter in limiters)
            fault = context.table.backup_fault
            backup = context.words.fault(fault) if fault else None
        listed = tuple(statuses[:MAX_LISTED])
        return json_response(DevicesResponse(listed, len(statuses) - len(listed), guesses, backup))


def _shown_name(context: Context, caller: Caller) -> str | None:
    """Return the name of a device in the log; None for an unnamed watcher."""
    words, devices = context.words, context.devices
    if caller.name:
        return words.scorer(caller.name)
    if _role(context, caller) == "watcher":
        return None
    if devices.has_number(caller.device):
        return words.say("Phone\u00a0{number}", number=devices.number(caller.device))
    return words.say(en("a phone"))  # It has made no entry yet.


def _role(context: Context, caller: Caller) -> DeviceRole:
    """Return the role of *caller*, whose tokens may have been revoked since its last request."""
    if context.access.is_host(caller.device, caller.host_token):
        return "host"
    return "scorer" if context.access.may_score(caller.device, caller.scorer_token) else "watcher"
