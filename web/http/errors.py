"""Errors that end a request, and their responses: a status, a code and a message."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final

import msgspec
from flask import Flask, Response, request
from msgspec import UNSET, UnsetType
from werkzeug.exceptions import HTTPException

from scorekeeper.game.codec import Unreadable
from scorekeeper.game.refusal import Code
from scorekeeper.journal import JournalFault
from scorekeeper.scoring import ImpossibleSuitClaim
from scorekeeper.words import Fault, en
from web.http.request import MAX_BODY, InvalidInput, Site
from web.http.response import json_response

ERRORS: Final = {
    400: ("bad_request", en("The request is invalid.")),
    404: ("not_found", en("{path} not found.")),
    405: ("wrong_method", en("{method} is not allowed for {path}.")),
    413: ("too_large", en("That is too long: the limit is {most} bytes.")),
    500: ("broken", en("Something went wrong here. Everything saved is safe.")),
}
"""Codes and messages by status; any other status is treated as 400."""

LOGGED: Final = frozenset({"wrong_code", "wrong_pin", "too_many", "wrong_host", "foreign_origin"})
"""The codes of errors that are logged as possible attacks."""

log = logging.getLogger(__name__)


class HttpError(Exception):
    """Ends a request with a *status*, a *code* for programs and a message for people.

    *sentence*: the message, marked with ``en``; *retry*: seconds for Retry-After.
    """

    def __init__(
        self, status: int, code: str, sentence: str, *, retry: int | None = None, **values: Any
    ) -> None:
        super().__init__(code)
        self.status, self.code, self.retry = status, code, retry
        self.fault = Fault(sentence, **values)


class NotSaved(Fault):
    """A change could not be saved and was discarded."""

    def __init__(self, error: OSError) -> None:
        reason = error.strerror or error
        super().__init__(en("That couldn’t be saved, so nothing changed: {reason}."), reason=reason)


@contextmanager
def saving() -> Iterator[None]:
    """Context manager: raise NotSaved for an OSError."""
    try:
        yield
    except OSError as error:
        raise NotSaved(error) from None


class ErrorResponse(msgspec.Struct, frozen=True, kw_only=True):
    """Why a request failed. ``entry``: the entry that an amend would make invalid."""

    code: str
    refused: str
    entry: int | UnsetType = UNSET


def error_response(
    status: int, code: str, refused: str, entry: int | UnsetType = UNSET
) -> Response:
    """Return an error response: a *code* for programs and a message for people."""
    return json_response(ErrorResponse(code=code, refused=refused, entry=entry), status)


class RefusalLog:
    """Logs refused requests, at most one line a second, so that the log cannot fill the disk."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._due, self._more = clock, clock(), 0

    def note(self, code: str) -> None:
        """Log a refusal, and the number of refusals not logged since the last line."""
        now = self._clock()
        if now < self._due:
            self._more += 1
            return
        self._due = now + 1.0
        more, self._more = self._more, 0
        log.warning("refused %s: %s (and %d more)", request.remote_addr, code, more)


def add_error_handlers(app: Flask, site: Site) -> None:
    """Handle all exceptions of a request, and log refused requests."""
    refusals = RefusalLog()

    @app.errorhandler(HttpError)
    def http_error(error: HttpError) -> Response:
        if error.code in LOGGED:
            refusals.note(error.code)
        response = error_response(error.status, error.code, site.words.fault(error.fault))
        if error.retry is not None:
            response.headers["Retry-After"] = str(error.retry)
        return response

    @app.errorhandler(Unreadable)
    @app.errorhandler(InvalidInput)
    def unreadable(error: Unreadable | InvalidInput) -> Response:
        return error_response(400, "unreadable", site.words.fault(error))

    @app.errorhandler(Fault)
    @app.errorhandler(ImpossibleSuitClaim)
    def bad_value(error: Fault | ImpossibleSuitClaim) -> Response:
        return error_response(422, Code.BAD_VALUE, site.words.fault(error))

    @app.errorhandler(NotSaved)
    @app.errorhandler(JournalFault)
    def not_kept(error: JournalFault | NotSaved) -> Response:
        return error_response(503, "not_kept", site.words.fault(error))

    @app.errorhandler(HTTPException)
    def other(error: HTTPException) -> Response:
        status = error.code or 500
        code, sentence = ERRORS.get(status, ERRORS[400])
        values = {"path": request.path, "method": request.method, "most": MAX_BODY}
        response = error_response(status, code, site.words.say(sentence, **values))
        if status == 405:
            response.headers["Allow"] = error.get_response().headers["Allow"]
        return response
