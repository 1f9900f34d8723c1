"""Become the host or leave, renew the join code, list connected phones."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from flask import Response, request

from scorekeeper.words import en
from scorekeeper.words.game.people import default_phone_name
from web.auth.devices import Caller
from web.auth.rate_limit import PINS, Attempts
from web.auth.session import Me, WrongGuess, check_guess, mark_of, me_of, own_name, remember
from web.context import DEVICE, HOST, MARK, Site, device, json, new_device
from web.http.events import What, holder
from web.http.operations import Routes, Who
from web.settings.store import NotKept

WRONG_PIN: Final = WrongGuess(
    "wrong_pin",
    en("That is not the host's PIN. On the machine of the table, cribble pin shows it."),
    en("Too many wrong PINs: wait five minutes, then try again."),
)


class Crowning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's PIN as it was shown, digit for digit."""

    pin: str


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to say."""


def add_host(routes: Routes, site: Site) -> None:
    """``/api/v1/host`` and ``/api/v1/code``."""
    attempts = Attempts(PINS, site.clock)

    @routes.add(
        "post",
        "/api/v1/host",
        "Show the host's PIN, and be the host's from then on.",
        Me,
        body=Crowning,
        wrong=(429,),
    )
    def crown(asked: Crowning) -> Response:
        right = site.access.crowns(asked.pin)
        check_guess(attempts, right=right, typed=asked.pin, told=WRONG_PIN)
        known = device() or new_device()
        mark = site.access.host_mark(known)
        site.connected.heard(
            Caller(known, own_name(), request.cookies.get(MARK), mark), trusted=True
        )
        response = json(me_of(site, scorer=True, host=True, name=own_name()))
        remember(response, DEVICE, known)
        return remember(response, HOST, mark)

    @routes.add("delete", "/api/v1/host", "Be the host's no more.", Me, body=Nothing, who=Who.HOST)
    def abdicate(asked: Nothing) -> Response:
        may = site.access.may_score(device(), request.cookies.get(MARK))
        response = json(me_of(site, scorer=may, host=False, name=own_name()))
        response.delete_cookie(HOST, httponly=True, samesite="Lax")
        return response

    @routes.add(
        "post",
        "/api/v1/code",
        "Make another join code; only the device that asks keeps the right to score.",
        Me,
        body=Nothing,
        wrong=(503,),
        who=Who.HOST,
    )
    def renew(asked: Nothing) -> Response:
        try:
            site.access.renew()
        except OSError as fault:
            raise NotKept(fault.strerror or fault) from None
        known = device() or ""
        response = json(me_of(site, scorer=True, host=True, name=own_name()))
        return remember(response, MARK, mark_of(site, known))


MOST_TOLD: Final = 60
"""Devices in one answer."""

Role: TypeAlias = Literal["host", "scorer", "watcher"]


class Connection(msgspec.Struct, frozen=True, kw_only=True):
    """A device: ``here`` while it follows the table, heard of ``seconds`` ago; ``name`` is null
    for one that only watches and has none."""

    name: str | None
    role: Role
    here: bool
    seconds: int
    you: bool


class Connections(msgspec.Struct, frozen=True):
    """Those who are here first, then the last heard of; so many ``more`` are not told."""

    devices: tuple[Connection, ...]
    more: int


def add_connections(routes: Routes, site: Site) -> None:
    """``/api/v1/devices``; and all that devices ask is noticed."""

    @routes.app.before_request
    def notice() -> None:
        if name := device():
            caller = Caller(name, own_name(), request.cookies.get(MARK), request.cookies.get(HOST))
            site.connected.heard(caller, trusted=_role(site, caller) != "watcher")

    @routes.add("get", "/api/v1/devices", "Who is connected.", Connections, who=Who.SCORERS)
    def devices() -> Response:
        known = [_told(site, caller, ago) for caller, ago in site.connected.devices()]
        known.sort(key=lambda one: not one.here)
        told = known[:MOST_TOLD]
        return json(Connections(tuple(told), len(known) - len(told)))


def _told(site: Site, caller: Caller, ago: float) -> Connection:
    role = _role(site, caller)
    return Connection(
        name=caller.name or (_number(site, caller.device) if role != "watcher" else None),
        role=role,
        here=site.streams.holds(holder(What.TABLE, caller.device)),
        seconds=int(ago),
        you=caller.device == device(),
    )


def _number(site: Site, name: str) -> str:
    """What the history calls a device without a name."""
    return site.words.scorer(default_phone_name(site.devices.number(name)))


def _role(site: Site, caller: Caller) -> Role:
    """What a device may do by the marks that it shows; they are worth what they are worth now."""
    if site.access.is_host(caller.device, caller.host_mark):
        return "host"
    return "scorer" if site.access.may_score(caller.device, caller.mark) else "watcher"
