"""Every way in which a request can end badly, as a status, a code and one sentence."""

from __future__ import annotations

from typing import Any, Final

from flask import Flask, Response, request
from msgspec import Raw
from werkzeug.exceptions import HTTPException

from scorekeeper.game.codec import Unreadable
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.journal import JournalFault
from scorekeeper.rules.options import UnknownRules
from scorekeeper.words import Fault, Words
from web.context import Site, json
from web.http.errors import TurnedAway
from web.http.request import LARGEST, Unclear
from web.settings.store import NotKept

CODES: Final = {404: "not_found", 405: "wrong_method", 413: "too_large", 500: "broken"}


def answer_errors(app: Flask, site: Site) -> None:
    """Tell whoever asked, in their language, what was wrong."""

    @app.errorhandler(TurnedAway)
    def turned_away(reason: TurnedAway) -> Response:
        response = _wrong(reason.status, reason.code, site.words.fault(reason.fault))
        if reason.retry is not None:
            response.headers["Retry-After"] = str(reason.retry)
        return response

    @app.errorhandler(Unreadable)
    @app.errorhandler(Unclear)
    def unreadable(reason: Unreadable | Unclear) -> Response:
        return _wrong(400, "unreadable", site.words.fault(reason))

    @app.errorhandler(UnknownRules)
    def no_such(reason: UnknownRules) -> Response:
        return _wrong(422, Code.NO_SUCH, site.words.fault(reason))

    @app.errorhandler(Fault)
    def bad_value(reason: Fault) -> Response:
        return _wrong(422, Code.BAD_VALUE, site.words.fault(reason))

    @app.errorhandler(NotKept)
    @app.errorhandler(JournalFault)
    def not_kept(reason: JournalFault | NotKept) -> Response:
        return _wrong(503, "not_kept", site.words.fault(reason))

    @app.errorhandler(Refusal)
    def refused(reason: Refusal) -> Response:
        return _refused(reason, site)

    @app.errorhandler(HTTPException)
    def other(reason: HTTPException) -> Response:
        status = reason.code or 500
        response = _wrong(status, CODES.get(status, "bad_request"), _sentence(status, site.words))
        if status == 405:
            response.headers["Allow"] = reason.get_response().headers["Allow"]
        return response


def _refused(reason: Refusal, site: Site) -> Response:
    snapshot = site.table.now
    refused = site.words.refusal(reason, snapshot.game)
    if reason.code is not Code.STALE:
        entry = {} if reason.entry is None else {"entry": reason.entry}
        return _wrong(422, reason.code, refused, **entry)
    told = site.told.json(snapshot, site.words.lang)
    by = site.words.scorer(reason.facts.get("by", ""))
    stale = {"code": reason.code, "refused": refused, "by": by}
    return json({**stale, "snapshot": Raw(told)}, 409)


def _sentence(status: int, words: Words) -> str:
    match status:
        case 404:
            return words.say("There is nothing here called {path}.", path=request.path)
        case 405:
            return words.say(
                "{method} cannot be asked of {path}.", method=request.method, path=request.path
            )
        case 413:
            return words.say("That is too long: at most {most} bytes can be sent.", most=LARGEST)
        case 500:
            return words.say("Something went wrong here. What was kept is safe.")
        case _:
            return words.say("That request cannot be understood.")


def _wrong(status: int, code: str, refused: str, **more: Any) -> Response:
    return json({"code": code, "refused": refused, **more}, status)
