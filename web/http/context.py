"""A site: what every set of routes needs, be it those of a table or those of a hub."""

from collections.abc import Callable, Mapping
from typing import Protocol

from flask import request

from scorekeeper.words import LANGUAGES, Words, from_accept_language
from web.http.addresses import Addresses
from web.http.assets import Assets
from web.http.request import LANGUAGE_COOKIE, cookie


class HttpContext(Protocol):
    """The collaborators of all routes of a site, and the rights of a request."""

    @property
    def addresses(self) -> Addresses:
        """The addresses at which it is asked."""

    @property
    def assets(self) -> Assets:
        """The files of its pages."""

    @property
    def words_for(self) -> Callable[[str], Words]:
        """Words by language."""

    @property
    def words(self) -> Words:
        """The words for this request."""

    @property
    def letters(self) -> str:
        """The letters on the cards, where somebody chose them."""

    @property
    def pace(self) -> Mapping[str, int]:
        """The times of its pages, in milliseconds."""

    @property
    def is_captive(self) -> bool:
        """True while phones are in a Wi-Fi of its own, where every name leads here."""

    def require_scorer(self) -> None:
        """Raise HttpError 403 unless the device that asks may enter results."""

    def require_host(self) -> None:
        """Raise HttpError 403 unless the device that asks may change everything."""


def request_words(words_for: Callable[[str], Words], default: str | None = None) -> Words:
    """Return the words for this request: by ``?lang=``, the cookie, *default*, or the
    Accept-Language of the browser, in this order."""
    asked = request.args.get("lang") if request.query_string else None
    for lang in (asked, cookie(LANGUAGE_COOKIE), default):
        if lang in LANGUAGES:
            return words_for(lang)
    return words_for(from_accept_language(request.headers.get("Accept-Language", "")))
