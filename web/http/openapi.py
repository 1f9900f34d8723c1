"""What programs can ask of the table: OpenAPI 3.1 from the structs that are read and sent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any, Final

import msgspec
from flask import Response

from scorekeeper.cards import Card
from scorekeeper.words import LANGUAGES
from web.context import HOST, MARK, Site, json
from web.http.operations import Operation, Routes, Who
from web.http.request import Query
from web.live import responses

JSON: Final = "application/json"

A_CARD: Final = {
    "type": "string",
    "title": "Card",
    "description": "A rank A 2…10 J Q K, then the suit C D H S where it is known.",
    "pattern": "^ *([Aa2-9JjQqKkTt]|10)[CDHScdhs♣♦♥♠]? *$",
    "examples": ["5H", "10", "JD"],
}

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


MARKS: Final = {Who.ANYBODY: (), Who.SCORERS: ("scorer", "host"), Who.HOST: ("host",)}
"""Any of which gives the right."""

LANG: Final = Query(
    "lang", {"type": "string", "examples": list(LANGUAGES)}, "the language to answer in, if known"
)
"""Any request may say it."""


def add_openapi(routes: Routes, site: Site) -> None:
    """``/api/v1/openapi.json``."""

    @routes.add("get", "/api/v1/openapi.json", "This description.", dict[str, Any])
    def openapi() -> Response:
        return json(described(routes.operations))


def described(every: Sequence[Operation]) -> dict[str, Any]:
    """The whole description."""
    kinds = [responses.Wrong, responses.Stale]
    kinds += [kind for one in every for kind in (one.answer, one.body) if _is_type(kind)]
    schemas, components = msgspec.json.schema_components(
        kinds, schema_hook=_card, ref_template="#/components/schemas/{name}"
    )
    named = dict(zip(map(id, kinds), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in every:
        paths.setdefault(_path(one), {})[one.method] = _operation(one, named)
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
        "parameters": [*_in_path(one.path), *map(_parameter, (LANG, *one.query))],
        "responses": {
            str(one.status): good,
            **{str(status): _wrong(status, named) for status in sorted(one.ends_badly)},
        },
    }
    if one.body is not None:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": named[id(one.body)]}}}
    if marks := MARKS[one.who]:
        told["security"] = [{mark: []} for mark in marks]
    return told


def _path(one: Operation) -> str:
    """As OpenAPI writes it, with a part that varies in braces."""
    return re.sub(r"<(\w+)>", r"{\1}", one.path)


def _in_path(path: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"<(\w+)>", path)
    ]


def _parameter(query: Query) -> dict[str, Any]:
    return {"name": query.name, "in": "query", "description": query.what, "schema": query.schema}


def _wrong(status: int, named: dict[int, Any]) -> dict[str, Any]:
    kind = responses.Stale if status == 409 else responses.Wrong
    return {"description": WRONG[status], "content": {JSON: {"schema": named[id(kind)]}}}
