"""Who asks, what they may, and how a phone gets the right to keep score."""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import quote, unquote

import msgspec
from flask import Response, request

from scorekeeper.words import en
from scorekeeper.words.errors import shown
from scorekeeper.words.game.people import default_phone_name
from web.auth.devices import LONGEST_NAME, Caller, fit_name
from web.auth.rate_limit import CODES, Attempts, Verdict
from web.context import DEVICE, HOST, MARK, NAME, Site, device, json, new_device
from web.http.errors import TurnedAway
from web.http.operations import Routes, Who

YEAR: Final = 365 * 24 * 3600
"""A phone that joined once need not join again next week."""


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The join code as it was shown, letter for letter."""

    code: str


class Naming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What this phone wants to be called."""

    name: str


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """What the device that asks may do; the code and the address to join are for scorers only.
    ``signs`` is what its entries are signed with, as the journal keeps it."""

    scorer: bool
    host: bool
    access: str
    code: str | None
    join_url: str | None
    url: str
    local_url: str | None
    name: str | None
    signs: str | None
    lang: str
    page: str


def add_joining(routes: Routes, site: Site) -> None:
    """``/api/v1/me`` and ``/api/v1/join``."""
    attempts = Attempts(CODES, site.clock)

    @routes.add("get", "/api/v1/me", "What the device that asks may do.", Me)
    def me() -> Response:
        return json(me_of(site, scorer=site.may_score, host=site.is_host, name=own_name()))

    @routes.add(
        "put",
        "/api/v1/me",
        "Name the device that asks.",
        Me,
        body=Naming,
        wrong=(422,),
        who=Who.SCORERS,
    )
    def name_me(asked: Naming) -> Response:
        name = fit_name(asked.name)
        if name is None:
            raise TurnedAway(
                422,
                "bad_value",
                en("A name has 1 to {most} letters; {name} does not do."),
                most=LONGEST_NAME,
                name=shown(asked.name),
            )
        response = json(me_of(site, scorer=True, host=site.is_host, name=name))
        return remember(response, NAME, quote(name))

    @routes.add(
        "post",
        "/api/v1/join",
        "Show the join code, and keep score from then on.",
        Me,
        body=Join,
        wrong=(429,),
    )
    def join(asked: Join) -> Response:
        right = site.access.admits(asked.code)
        check_guess(attempts, right=right, typed=asked.code, told=WRONG_CODE)
        known = device() or new_device()
        response = json(me_of(site, scorer=True, host=site.is_host, name=own_name()))
        remember(response, DEVICE, known)
        return remember(response, MARK, mark_of(site, known))


def own_name() -> str | None:
    """What the device that asks calls itself."""
    return fit_name(unquote(request.cookies.get(NAME, "")))


def who_asks(site: Site) -> str:
    """The name of the phone, else its number as the journal keeps it, whatever anybody reads."""
    known = device() or request.remote_addr or ""
    return own_name() or default_phone_name(site.devices.number(known))


def _signed(site: Site) -> str | None:
    """The number of a phone without a name, once it entered something."""
    known = device() or request.remote_addr or ""
    return default_phone_name(site.devices.number(known)) if site.devices.knows(known) else None


def me_of(site: Site, *, scorer: bool, host: bool, name: str | None) -> Me:
    """What a device is told of itself."""
    code = site.access.invitation if scorer else None
    return Me(
        scorer=scorer,
        host=host,
        access="open" if site.access.is_open else "code",
        code=code,
        join_url=site.addresses.join(code, request.host) if code else None,
        url=site.addresses.url,
        local_url=site.addresses.local_url,
        name=name,
        signs=name or _signed(site),
        lang=site.words.lang,
        page=site.assets.digest,
    )


def mark_of(site: Site, known: str) -> str:
    """The mark of a scorer for *known*, who is one from now on."""
    mark = site.access.mark(known)
    caller = Caller(known, own_name(), mark, request.cookies.get(HOST))
    site.connected.heard(caller, trusted=True)
    return mark


class WrongGuess(NamedTuple):
    """What whoever guesses wrong is told, and after too many wrong guesses."""

    code: str
    wrong: str
    too_many: str


WRONG_CODE: Final = WrongGuess(
    "wrong_code",
    en("{typed} is not the code of this table."),
    en("Too many wrong codes: wait a minute, then try again."),
)


def check_guess(attempts: Attempts, *, right: bool, typed: str, told: WrongGuess) -> None:
    """Turn away whoever guessed wrong, or too often; nobody gains by an address."""
    match attempts.judge(request.remote_addr or "", right=right):
        case Verdict.RIGHT:
            return
        case Verdict.WRONG:
            raise TurnedAway(403, told.code, told.wrong, typed=shown(typed))
        case Verdict.TOO_MANY:
            raise TurnedAway(429, "too_many", told.too_many, retry=attempts.limit.seconds)


def remember(response: Response, cookie: str, value: str) -> Response:
    """Have the device that asks keep *value*; no script can read it."""
    response.set_cookie(cookie, value, max_age=YEAR, httponly=True, samesite="Lax")
    return response
