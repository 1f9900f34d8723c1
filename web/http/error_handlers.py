"""Every error of a request as a response: a status, a code and one sentence in its language."""

import logging
from collections.abc import Callable
from time import monotonic
from typing import Final

from flask import Flask, Response, request
from msgspec import UNSET, UnsetType
from werkzeug.exceptions import HTTPException

from scorekeeper.game.codec import Unreadable
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.journal import JournalFault
from scorekeeper.rules.options import UnknownRules
from scorekeeper.scoring.suits import ImpossibleSuitClaim
from scorekeeper.words import Fault, en
from web.context import Context
from web.http.context import HttpContext
from web.http.errors import ErrorResponse, HttpError
from web.http.request import MAX_BODY, InvalidInput
from web.http.response import json_response
from web.live.responses import StaleResponse
from web.settings.store import NotSaved

log = logging.getLogger(__name__)

ERRORS: Final = {
    400: ("bad_request", en("That request makes no sense here.")),
    404: ("not_found", en("There is nothing here called {path}.")),
    405: ("wrong_method", en("{method} is not allowed for {path}.")),
    413: ("too_large", en("That is too long: at most {most} bytes can be sent.")),
    500: ("broken", en("Something went wrong here. Everything saved is safe.")),
}
"""Every other status is answered as 400 is."""


REFUSED: Final = frozenset({"wrong_code", "wrong_pin", "too_many", "wrong_host", "foreign_origin"})
"""The codes of errors that somebody who looks after the table wants to read of."""
LOG_SECONDS: Final = 1.0


class RefusalLog:
    """Logs refused devices, at most one a second: nobody fills a disk by trying."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._due, self._more = clock, clock(), 0

    def note(self, code: str) -> None:
        """Log that the device that asks was refused, and how many were since the last line."""
        now = self._clock()
        if now < self._due:
            self._more += 1
            return
        self._due = now + LOG_SECONDS
        more, self._more = self._more, 0
        log.warning("refused %s: %s (and %d more)", request.remote_addr, code, more)


def add_error_handlers(app: Flask, site: HttpContext) -> None:
    """Answer every exception that a request of any site may raise, and log refused devices."""
    refusals = RefusalLog()

    @app.errorhandler(HttpError)
    def http_error(error: HttpError) -> Response:
        if error.code in REFUSED:
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


def add_refusals(app: Flask, context: Context) -> None:
    """Answer what the table refuses."""

    @app.errorhandler(UnknownRules)
    def unknown_rules(error: UnknownRules) -> Response:
        return error_response(422, Code.NO_SUCH, context.words.fault(error))

    @app.errorhandler(Refusal)
    def refused(error: Refusal) -> Response:
        return _refused(error, context)


def _refused(error: Refusal, context: Context) -> Response:
    snapshot, words = context.table.now, context.words
    refused = words.refusal(error, snapshot.game)
    if error.code is not Code.STALE:
        return error_response(
            422, error.code, refused, UNSET if error.entry is None else error.entry
        )
    stale = StaleResponse(
        code=error.code,
        refused=refused,
        by=words.scorer(error.facts.get("by", "")),
        snapshot=context.snapshots.nested(snapshot, words.lang),
    )
    return json_response(stale, 409)


def error_response(
    status: int, code: str, refused: str, entry: int | UnsetType = UNSET
) -> Response:
    """Return an error: a *code* for programs, and one sentence for people."""
    return json_response(ErrorResponse(code=code, refused=refused, entry=entry), status)
