"""How a phone becomes the host's, and how the host takes the others' right to score back."""

from __future__ import annotations

from typing import Final

import msgspec
from flask import Response, request

from scorekeeper.words import en
from web.auth.rate_limit import PINS, Attempts
from web.auth.session import Me, WrongGuess, check_guess, mark_of, me_of, own_name, remember
from web.connected import Caller
from web.context import DEVICE, HOST, MARK, Site, device, json, new_device
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
