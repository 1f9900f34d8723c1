"""How a phone becomes the host's, and how the host takes the others' right to score back."""

from __future__ import annotations

from typing import Final

import msgspec
from flask import Flask, Response, request

from scorekeeper.words import en
from web.connected import Shown
from web.joining import Told, check_guess, mark_of, me_of, own_name, remember
from web.settings import NotKept
from web.site import DEVICE, HOST, MARK, Site, body_as, device, json, new_device

WRONG_PIN: Final = Told(
    "wrong_pin",
    en("That is not the host's PIN. On the machine of the table, cribble pin shows it."),
    en("Too many wrong PINs: wait five minutes, then try again."),
)


class Crowning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's PIN as it was shown, digit for digit."""

    pin: str


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to say."""


def add_host(app: Flask, site: Site) -> None:
    """``/api/v1/host`` and ``/api/v1/code``."""

    @app.post("/api/v1/host")
    def crown() -> Response:
        typed = body_as(Crowning).pin
        right = site.access.crowns(typed)
        check_guess(site.pin_attempts, right=right, typed=typed, told=WRONG_PIN)
        known = device() or new_device()
        mark = site.access.host_mark(known)
        site.connected.heard(
            Shown(known, own_name(), request.cookies.get(MARK), mark), trusted=True
        )
        response = json(me_of(site, scorer=True, host=True, name=own_name()))
        remember(response, DEVICE, known)
        return remember(response, HOST, mark)

    @app.delete("/api/v1/host")
    def abdicate() -> Response:
        site.host_only()
        body_as(Nothing)
        may = site.access.may_score(device(), request.cookies.get(MARK))
        response = json(me_of(site, scorer=may, host=False, name=own_name()))
        response.delete_cookie(HOST, httponly=True, samesite="Lax")
        return response

    @app.post("/api/v1/code")
    def renew() -> Response:
        site.host_only()
        body_as(Nothing)
        try:
            site.access.renew()
        except OSError as fault:
            raise NotKept(fault.strerror or fault) from None
        known = device() or ""
        response = json(me_of(site, scorer=True, host=True, name=own_name()))
        return remember(response, MARK, mark_of(site, known))
