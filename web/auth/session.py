"""The device that asks: its name, its signature in the journal, and the cookies it keeps."""

from typing import Final, NamedTuple
from urllib.parse import unquote

import msgspec
from flask import Response, request

from scorekeeper.game.refusal import LONGEST_NAME
from scorekeeper.machine import WifiLogin
from scorekeeper.words import en
from scorekeeper.words.errors import shown
from scorekeeper.words.game.people import default_phone_name, players_phone
from web.auth.devices import Caller, tidy_name
from web.auth.rate_limit import RateLimiter, Verdict
from web.context import Context
from web.http.errors import HttpError
from web.http.request import (
    HOST_COOKIE,
    NAME_COOKIE,
    PLAYER_COOKIE,
    SCORER_COOKIE,
    cookie,
    cookie_name,
    device,
)

YEAR: Final = 365 * 24 * 3600
"""Seconds. A phone that joined once need not join again next week."""


class OwnNames(NamedTuple):
    """The name that a device gave itself, and that of the player who has it."""

    name: str | None
    player: str | None

    @property
    def signs(self) -> str | None:
        """Its signature in the journal; None if it is known by its number."""
        return self.name or (players_phone(self.player) if self.player else None)


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """The rights of the device that asks; the code, the URL to join and the login of the table's
    own Wi-Fi, while it is on, are for scorers only.
    ``signs`` is the signature of its entries, as the journal keeps it; ``player`` is the name of
    the player who has it, wherever that one sits; ``url`` and ``join_url`` are null while there is
    no network; ``sudo``: commands that show codes need it before them."""

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
    wifi: WifiLogin | None = None


def describe_me(context: Context, *, scorer: bool, host: bool, named: OwnNames | None = None) -> Me:
    """Return what a device with these rights may know; *named* is by default as it is."""
    named = named or own_names()
    code = context.access.invitation if scorer else None
    return Me(
        scorer=scorer,
        host=host,
        access="open" if context.access.is_open else "code",
        code=code,
        join_url=context.addresses.join(code, request.host) if code else None,
        url=context.addresses.url,
        local_url=context.addresses.local_url,
        name=named.name,
        player=named.player,
        signs=named.signs or _numbered_signature(context),
        lang=context.words.lang,
        page=context.assets.digest,
        sudo=context.sudo,
        wifi=context.wifi.login if scorer and context.wifi and context.wifi.is_on else None,
    )


def own_names() -> OwnNames:
    """Return the name that the device gave itself, and the player who has it."""
    name, player = (unquote(cookie(key) or "") for key in (NAME_COOKIE, PLAYER_COOKIE))
    return OwnNames(tidy_name(name), tidy_name(player, LONGEST_NAME))


def signature(context: Context) -> str:
    """Return the name of the device, else its number as the journal keeps it in any language."""
    return own_names().signs or default_phone_name(context.devices.number(_device_or_address()))


def _numbered_signature(context: Context) -> str | None:
    """The signature of a device without a name, once it has entered something."""
    known, devices = _device_or_address(), context.devices
    return default_phone_name(devices.number(known)) if devices.has_number(known) else None


def _device_or_address() -> str:
    return device() or request.remote_addr or ""


def caller_of(device: str) -> Caller:
    """Return *device* with the name and the tokens that its request carries."""
    return Caller(device, own_names().signs, cookie(SCORER_COOKIE), cookie(HOST_COOKIE))


def grant_scorer(context: Context, device: str) -> str:
    """Note *device* as a scorer, number it, and return its token; the machine cannot be claimed
    any more."""
    context.claim.close()
    context.devices.number(device)
    token = context.access.scorer_token(device)
    context.connected.note(caller_of(device)._replace(scorer_token=token), trusted=True)
    return token


def grant_host(context: Context, device: str) -> str:
    """Note *device* as the host's, number it, and return its token; the machine cannot be claimed
    any more."""
    context.claim.close()
    context.devices.number(device)
    token = context.access.host_token(device)
    context.connected.note(caller_of(device)._replace(host_token=token), trusted=True)
    return token


def set_cookie(response: Response, name: str, value: str) -> Response:
    """Have the device keep *value* for a year, for this table only and hidden from scripts."""
    response.set_cookie(cookie_name(name), value, max_age=YEAR, httponly=True, samesite="Lax")
    return response


class GuessMessages(NamedTuple):
    """A code for programs, and the sentences for a wrong guess and for too many of them."""

    code: str
    wrong: str
    too_many: str


WRONG_CODE: Final = GuessMessages(
    "wrong_code",
    en("{typed} isn’t this table’s code."),
    en("Too many wrong codes: wait a minute, then try again."),
)
WRONG_PIN: Final = GuessMessages(
    "wrong_pin",
    en("That’s not the host’s PIN. Run cribble pin where Cribble runs to see it."),
    en("Too many wrong PINs: wait five minutes, then try again."),
)


class Guess(NamedTuple):
    """A code or PIN as it was typed, its verdict, and the device if it has a right already."""

    typed: str
    right: bool
    guest: str | None


def check_guess(limiter: RateLimiter, guess: Guess, messages: GuessMessages) -> None:
    """Raise HttpError 403 after a wrong guess, 429 after too many."""
    match limiter.judge(request.remote_addr or "", right=guess.right, guest=guess.guest):
        case Verdict.RIGHT:
            return
        case Verdict.WRONG:
            raise HttpError(403, messages.code, messages.wrong, typed=shown(guess.typed))
        case Verdict.TOO_MANY:
            raise HttpError(429, "too_many", messages.too_many, retry=limiter.limit.seconds)


def check_pace(limiter: RateLimiter, who: str) -> None:
    """Raise HttpError 429 if *who* did the same too often just now."""
    if limiter.judge(who, right=False) is Verdict.TOO_MANY:
        raise HttpError(
            429,
            "too_many",
            en("Too many attempts: try again in {minutes} min."),
            minutes=limiter.limit.seconds // 60,
            retry=limiter.limit.seconds,
        )
