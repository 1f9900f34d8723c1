"""Who is connected, for those who keep score: names and rights, and nothing that would give one."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from flask import Response, request

from scorekeeper.words.game.people import nameless
from web.auth.session import own_name
from web.connected import Caller
from web.context import HOST, MARK, Site, device, json
from web.http.events import What, holder
from web.http.operations import Routes, Who

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
    return site.words.scorer(nameless(site.devices.number(name)))


def _role(site: Site, caller: Caller) -> Role:
    """What a device may do by the marks that it shows; they are worth what they are worth now."""
    if site.access.is_host(caller.device, caller.host_mark):
        return "host"
    return "scorer" if site.access.may_score(caller.device, caller.mark) else "watcher"
