"""Who asks, what they may, and how a phone gets the right to keep score."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote, unquote

import msgspec
from flask import Flask, Response, request

from scorekeeper.words import en
from scorekeeper.words.values import shown
from web.devices import LONGEST_NAME, fit_name
from web.site import DEVICE, MARK, NAME, Site, body_as, device, json, new_device
from web.turned_away import TurnedAway

YEAR: Final = 365 * 24 * 3600
"""A phone that joined once need not join again next week."""


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The join code as it was shown, letter for letter."""

    code: str


class Naming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What this phone wants to be called."""

    name: str


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """What the device that asks may do; the code and the address to join are for scorers only."""

    scorer: bool
    host: bool
    access: str
    code: str | None
    join_url: str | None
    url: str
    local_url: str | None
    name: str | None
    lang: str
    page: str


def add_joining(app: Flask, site: Site) -> None:
    """``/api/v1/me`` and ``/api/v1/join``."""

    @app.get("/api/v1/me")
    def me() -> Response:
        return json(_me(site, scorer=site.may_score, name=own_name()))

    @app.put("/api/v1/me")
    def name_me() -> Response:
        site.scorers_only()
        asked = body_as(Naming).name
        name = fit_name(asked)
        if name is None:
            raise TurnedAway(
                422,
                "bad_value",
                en("A name has 1 to {most} letters; {name} does not do."),
                most=LONGEST_NAME,
                name=shown(asked),
            )
        response = json(_me(site, scorer=True, name=name))
        return _remember(response, NAME, quote(name))

    @app.post("/api/v1/join")
    def join() -> Response:
        _check_code(site, body_as(Join).code)
        known = device() or new_device()
        response = json(_me(site, scorer=True, name=own_name()))
        _remember(response, DEVICE, known)
        return _remember(response, MARK, site.access.mark(known))


def own_name() -> str | None:
    """What the device that asks calls itself."""
    return fit_name(unquote(request.cookies.get(NAME, "")))


def _check_code(site: Site, code: str) -> None:
    address = request.remote_addr or ""
    if not site.attempts.allowed(address):
        raise TurnedAway(
            429, "too_many", en("Too many wrong codes: wait a minute, then try again."), retry=60
        )
    if not site.access.admits(code):
        site.attempts.failed(address)
        raise TurnedAway(
            403, "wrong_code", en("{typed} is not the code of this table."), typed=shown(code)
        )


def _me(site: Site, *, scorer: bool, name: str | None) -> Me:
    code = site.access.invitation if scorer else None
    return Me(
        scorer=scorer,
        host=False,
        access="open" if site.access.is_open else "code",
        code=code,
        join_url=site.addresses.join(code, request.host) if code else None,
        url=site.addresses.url,
        local_url=site.addresses.local_url,
        name=name,
        lang=site.words.lang,
        page=site.assets.digest,
    )


def _remember(response: Response, cookie: str, value: str) -> Response:
    response.set_cookie(cookie, value, max_age=YEAR, httponly=True, samesite="Lax")
    return response
