"""What programs can ask of the table: OpenAPI 3.1 from the structs that are read and sent."""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import Any, Final, NamedTuple

import msgspec
from flask import Flask, Response

from scorekeeper.board.drawing import WAYS
from scorekeeper.cards import Card
from scorekeeper.words import LANGUAGES
from web import answers
from web.board import OF, BoardTold
from web.chosen import Wanted
from web.habits import Habits
from web.host import Crowning, Nothing
from web.host_devices import Connections
from web.joining import Join, Me, Naming
from web.past import JSON_LINES, GameTold, PlayersTold, RulesSheet
from web.previewing import Previewing, Thought
from web.quiz import Quiz
from web.record import Record
from web.replaying import Showing, Shown
from web.settings_route import InForce
from web.site import HOST, MARK, Site, json
from web.state import Sent
from web.variants import Variants
from web.writing import Entering

JSON: Final = "application/json"

A_CARD: Final = {
    "type": "string",
    "title": "Card",
    "description": "A rank A 2…10 J Q K, then the suit C D H S where it is known.",
    "pattern": "^ *([Aa2-9JjQqKkTt]|10)[CDHScdhs♣♦♥♠]? *$",
    "examples": ["5H", "10", "JD"],
}

READ: Final = (421,)
WRITE: Final = (400, 403, 413, 415, 421)

WRONG: Final = {
    400: "cannot be read",
    403: "may not",
    409: "somebody was faster",
    404: "there is none",
    413: "more than 16 kB",
    415: "not JSON",
    421: "no table of that name",
    422: "not allowed now; nothing changed",
    429: "too many wrong codes or PINs",
    503: "too many streams, or it cannot be written down; nothing changed",
}


class Query(NamedTuple):
    """Something that may stand behind the question mark."""

    name: str
    schema: dict[str, Any]
    what: str


LANG: Final = Query(
    "lang", {"type": "string", "examples": list(LANGUAGES)}, "the language to answer in, if known"
)
WHOLE: Final = {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}


LIMIT: Final = Query("limit", WHOLE, "how many at most; never more than 500")
DEAL: Final = Query("deal", WHOLE, "which deal of the game; 0 is the one that is on")
AFTER: Final = Query("after", WHOLE, "the version after which to begin")
BEFORE: Final = Query(
    "before",
    {"type": "string", "pattern": "^[0-9]{1,15}[.][0-9]{1,15}$"},
    "match.place of the last game that was listed already",
)


OF_WHAT: Final = Query(
    "of",
    {"type": "string", "enum": list(OF)},
    "the board of the page, built or proposed by the game; or the one that the strip lights",
)
GAME: Final = Query(
    "game", {"type": "string"}, "a finished game, match.place, in place of the one on the table"
)
WAY: Final = Query("way", {"type": "string", "enum": list(WAYS)}, "how the board lies")


class Operation(NamedTuple):
    """One thing that can be asked; ``answer`` is a type, or a format that is no JSON."""

    method: str
    path: str
    what: str
    answer: Any
    status: int = 200
    body: Any = None
    wrong: tuple[int, ...] = READ
    query: tuple[Query, ...] = (LANG,)
    scorers: bool = False
    host: bool = False


def operations(site: Site) -> tuple[Operation, ...]:
    """Everything that programs can ask."""
    return (
        Operation("get", "/api/v1/state", "The table as it is.", Sent),
        Operation(
            "get",
            "/api/v1/stream",
            "The table each time it changes, as server-sent events with the id journal.pulse.",
            "text/event-stream",
            wrong=(*READ, 503),
            query=(LANG, Query("after", {"type": "string"}, "the id that was seen last")),
        ),
        Operation(
            "post",
            "/api/v1/actions",
            "Enter an action, undo, redo or amend.",
            answers.Entered,
            status=201,
            body=Entering,
            wrong=(*WRITE, 409, 422, 503),
            scorers=True,
        ),
        Operation(
            "post",
            "/api/v1/preview",
            "What an amend would lead to; nothing is written.",
            Thought,
            body=Previewing,
            wrong=(*WRITE, 422),
            scorers=True,
        ),
        Operation(
            "put",
            "/api/v1/habits",
            "Tell every phone who counts and what is entered.",
            Habits,
            body=Habits,
            wrong=WRITE,
            scorers=True,
        ),
        Operation(
            "get",
            "/api/v1/journal",
            "What happened, line by line.",
            answers.Lines,
            wrong=(400, *READ),
            query=(LANG, AFTER, LIMIT),
        ),
        Operation(
            "get",
            "/api/v1/record",
            "The game on the table deal by deal, and the entries of one deal as they stand.",
            Record,
            wrong=(400, 404, *READ),
            query=(LANG, DEAL),
        ),
        Operation(
            "get",
            "/api/v1/games",
            "Finished games, newest first.",
            answers.Games,
            wrong=(400, *READ),
            query=(LANG, BEFORE, LIMIT),
        ),
        Operation(
            "get",
            "/api/v1/games/{name}",
            "A finished game deal by deal: its name is match.place.",
            GameTold,
            wrong=(404, *READ),
        ),
        Operation(
            "get",
            "/api/v1/games/{name}/{entry}",
            "The table as it was after an entry of a finished game, from 1.",
            Sent,
            wrong=(404, *READ),
        ),
        Operation(
            "get",
            "/api/v1/games/{name}/export",
            "A finished game as JSON lines, which cribble replay plays.",
            JSON_LINES,
            wrong=(403, 404, *READ),
            scorers=True,
        ),
        Operation(
            "get",
            "/api/v1/export",
            "The journal as JSON lines, as cribble export writes it.",
            JSON_LINES,
            wrong=(403, *READ),
            scorers=True,
        ),
        Operation(
            "get",
            "/api/v1/players",
            "Everybody who finished a game: wins, skunks, hands, cribs and pegging.",
            PlayersTold,
            wrong=(400, *READ),
            query=(LANG, LIMIT),
        ),
        Operation("get", "/api/v1/quiz", "Hands of tonight, and what they were worth.", Quiz),
        Operation(
            "put",
            "/api/v1/replay",
            "Show a finished game on the strip while nobody plays, or the table again.",
            Shown,
            body=Showing,
            wrong=(*WRITE, 404, 422),
            scorers=True,
        ),
        Operation(
            "get",
            "/api/v1/board",
            "The holes of the board, for drawing, and how the game on the table fits it.",
            BoardTold,
            wrong=(400, 404, *READ),
            query=(LANG, OF_WHAT, WAY, GAME),
        ),
        Operation(
            "get",
            "/api/v1/strip",
            "What the strip shows each time it changes, as server-sent events.",
            "text/event-stream",
            wrong=(*READ, 503),
        ),
        Operation("get", "/api/v1/rules", "Every variant and option.", Variants),
        Operation(
            "get", "/api/v1/rules/sheet", "The rules on the table in short sentences.", RulesSheet
        ),
        Operation(
            "post",
            "/api/v1/count",
            "Count a hand.",
            site.counter.answer,
            body=site.counter.asked,
            wrong=(*WRITE, 422),
        ),
        Operation("get", "/api/v1/me", "What the device that asks may do.", Me),
        Operation(
            "put",
            "/api/v1/me",
            "Name the device that asks.",
            Me,
            body=Naming,
            wrong=(*WRITE, 422),
            scorers=True,
        ),
        Operation(
            "post",
            "/api/v1/join",
            "Show the join code, and keep score from then on.",
            Me,
            body=Join,
            wrong=(*WRITE, 429),
        ),
        Operation(
            "post",
            "/api/v1/host",
            "Show the host's PIN, and be the host's from then on.",
            Me,
            body=Crowning,
            wrong=(*WRITE, 429),
        ),
        Operation(
            "delete",
            "/api/v1/host",
            "Be the host's no more.",
            Me,
            body=Nothing,
            wrong=WRITE,
            host=True,
        ),
        Operation(
            "post",
            "/api/v1/code",
            "Make another join code; only the device that asks keeps the right to score.",
            Me,
            body=Nothing,
            wrong=(*WRITE, 503),
            host=True,
        ),
        Operation(
            "get",
            "/api/v1/devices",
            "Who is connected.",
            Connections,
            wrong=(403, *READ),
            scorers=True,
        ),
        Operation("get", "/api/v1/settings", "What is set.", InForce),
        Operation(
            "put",
            "/api/v1/settings",
            "Change what is set; whatever is left out stays, null is as before any change.",
            InForce,
            body=Wanted,
            wrong=(*WRITE, 422, 503),
            host=True,
        ),
        Operation("get", "/healthz", "How the program is.", answers.Health),
        Operation("get", "/api/v1/openapi.json", "This description.", dict[str, Any]),
    )


def add_openapi(app: Flask, site: Site) -> None:
    """``/api/v1/openapi.json``."""

    @app.get("/api/v1/openapi.json")
    def openapi() -> Response:
        return json(described(operations(site)))


def described(every: tuple[Operation, ...]) -> dict[str, Any]:
    """The whole description."""
    kinds = [answers.Wrong, answers.Stale]
    kinds += [kind for one in every for kind in (one.answer, one.body) if _is_type(kind)]
    schemas, components = msgspec.json.schema_components(
        kinds, schema_hook=_card, ref_template="#/components/schemas/{name}"
    )
    named = dict(zip(map(id, kinds), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in every:
        paths.setdefault(one.path, {})[one.method] = _operation(one, named)
    cookies = {
        right: {"type": "apiKey", "in": "cookie", "name": name}
        for right, name in (("scorer", MARK), ("host", HOST))
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Cribble", "version": version("cribble")},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": cookies},
    }


def _is_type(kind: Any) -> bool:
    return kind is not None and not isinstance(kind, str)


def _card(kind: type) -> dict[str, Any]:
    if kind is Card:
        return A_CARD
    raise NotImplementedError(f"{kind.__name__} has no schema")


def _operation(one: Operation, named: dict[int, Any]) -> dict[str, Any]:
    if _is_type(one.answer):
        content = {JSON: {"schema": named[id(one.answer)]}}
    else:
        content = {one.answer: {}}
    good = {"description": "well", "content": content}
    told: dict[str, Any] = {
        "summary": one.what,
        "parameters": [*_in_path(one.path), *(_parameter(query) for query in one.query)],
        "responses": {
            str(one.status): good,
            **{str(status): _wrong(status, named) for status in one.wrong},
        },
    }
    if one.body is not None:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": named[id(one.body)]}}}
    if one.scorers:
        told["security"] = [{"scorer": []}, {"host": []}]
    if one.host:
        told["security"] = [{"host": []}]
    return told


def _in_path(path: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", path)
    ]


def _parameter(query: Query) -> dict[str, Any]:
    return {"name": query.name, "in": "query", "description": query.what, "schema": query.schema}


def _wrong(status: int, named: dict[int, Any]) -> dict[str, Any]:
    kind = answers.Stale if status == 409 else answers.Wrong
    return {"description": WRONG[status], "content": {JSON: {"schema": named[id(kind)]}}}
