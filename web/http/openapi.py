"""The OpenAPI 3.1 description, made from the operations and the structs that they read and send."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec
from flask import Response

from scorekeeper.cards import Card
from scorekeeper.words import LANGUAGES
from web.context import Context, program_version
from web.http.errors import ErrorResponse
from web.http.operations import Operation, Role, Routes
from web.http.request import HOST_COOKIE, SCORER_COOKIE, Query, cookie_name
from web.http.response import Encoded
from web.live.responses import StaleResponse

JSON: Final = "application/json"

CARD: Final = {
    "type": "string",
    "title": "Card",
    "description": "A rank A 2…10 J Q K, then the suit C D H S where it is known.",
    "pattern": "^ *([Aa2-9JjQqKkTt]|10)[CDHScdhs♣♦♥♠]? *$",
    "examples": ["5H", "10", "JD"],
}

ERRORS: Final = {
    400: "Bad request: the body or a parameter cannot be read",
    403: "Forbidden: needs the scorer or host role",
    404: "Not found",
    409: "Conflict: the table has changed since `seen`",
    413: "Body larger than 16 kB",
    415: "Not JSON",
    421: "Unknown host name",
    422: "Not allowed now; nothing changed",
    429: "Too many wrong codes or PINs",
    503: "No free stream, or the change cannot be saved; nothing changed",
}

SECURITY: Final = {Role.ANYONE: (), Role.SCORER: ("scorer", "host"), Role.HOST: ("host",)}
"""The cookies, any of which gives the role."""

LANG: Final = Query(
    "lang", {"type": "string", "examples": list(LANGUAGES)}, "language of the response"
)
"""A parameter of every operation."""


def add_openapi(routes: Routes, context: Context | None = None) -> None:
    """Add ``/api/v1/openapi.json``."""

    @cache
    def encoded() -> Encoded:
        return Encoded.of(described(routes.operations))

    @routes.get("/api/v1/openapi.json", "Describe this API.", dict[str, Any])
    def openapi() -> Response:
        return encoded().response()


def described(operations: Sequence[Operation]) -> dict[str, Any]:
    """Return the whole description."""
    kinds = [ErrorResponse, StaleResponse]
    kinds += [kind for one in operations for kind in (one.answer, one.body) if _is_type(kind)]
    schemas, components = msgspec.json.schema_components(
        kinds, schema_hook=_card, ref_template="#/components/schemas/{name}"
    )
    named = dict(zip(map(id, kinds), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in operations:
        paths.setdefault(_path(one), {})[one.method] = _operation(one, named)
    cookies = {
        role: {"type": "apiKey", "in": "cookie", "name": name}
        for role, name in (
            ("scorer", cookie_name(SCORER_COOKIE)),
            ("host", cookie_name(HOST_COOKIE)),
        )
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Cribble", "version": program_version()},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": cookies},
    }


def _is_type(kind: Any) -> bool:
    return kind is not None and not isinstance(kind, str)


def _card(kind: type) -> dict[str, Any]:
    if kind is Card:
        return CARD
    raise NotImplementedError(f"{kind.__name__} has no schema")


def _operation(one: Operation, named: dict[int, Any]) -> dict[str, Any]:
    if _is_type(one.answer):
        content = {JSON: {"schema": named[id(one.answer)]}}
    else:
        content = {one.answer: {}}
    description: dict[str, Any] = {
        "summary": one.summary,
        "parameters": [*_in_path(one.path), *map(_parameter, (LANG, *one.query))],
        "responses": {
            str(one.status): {"description": "OK", "content": content},
            **{str(status): _error(status, named) for status in sorted(one.error_statuses)},
        },
    }
    if one.body is not None:
        schema = named[id(one.body)]
        description["requestBody"] = {"required": True, "content": {JSON: {"schema": schema}}}
    if cookies := SECURITY[one.role]:
        description["security"] = [{cookie: []} for cookie in cookies]
    return description


def _path(one: Operation) -> str:
    """Return the path as OpenAPI writes it, with its variable parts in braces."""
    return re.sub(r"<(\w+)>", r"{\1}", one.path)


def _in_path(path: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"<(\w+)>", path)
    ]


def _parameter(query: Query) -> dict[str, Any]:
    name, schema, description, _ = query
    return {"name": name, "in": "query", "description": description, "schema": schema}


def _error(status: int, named: dict[int, Any]) -> dict[str, Any]:
    kind = StaleResponse if status == 409 else ErrorResponse
    return {"description": ERRORS[status], "content": {JSON: {"schema": named[id(kind)]}}}
