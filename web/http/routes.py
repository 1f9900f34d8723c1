"""Route declarations: role, request, response and description are stated above each handler.

They are the source of both the access checks and the OpenAPI 3.1 description.
"""

import re
from collections.abc import Callable
from enum import Enum
from functools import cache, partial, wraps
from typing import Any, Final, Literal, NamedTuple, TypeAlias, assert_never

import msgspec
from flask import Flask, Response, request

from scorekeeper.cards import Card
from scorekeeper.words import LANGUAGES
from web.context import program_version
from web.http.errors import ErrorResponse
from web.http.request import HOST_COOKIE, SCORER_COOKIE, Query, Site, cookie_name, parse_body
from web.http.response import JSON, Encoded
from web.live.state import StaleResponse

CARD: Final = {
    "type": "string",
    "title": "Card",
    "description": "A rank A 2…10 J Q K, then the suit C D H S if known.",
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

LANG: Final = Query(
    "lang", {"type": "string", "examples": list(LANGUAGES)}, "language of the response"
)
"""A query parameter of every operation."""

Method: TypeAlias = Literal["get", "post", "put", "delete"]
Handler: TypeAlias = Callable[..., Response]
"""A route handler: takes the body, if the operation has one, and path parameters by name."""


class Role(Enum):
    """The role required by an operation. The value lists the cookies, any of which is
    sufficient."""

    ANYONE = ()
    SCORER = ("scorer", "host")
    HOST = ("host",)


class Operation(NamedTuple):
    """An operation of the API. ``answer``: response type, or a media type other than JSON;
    ``errors``: statuses not implied by the other fields."""

    method: Method
    path: str
    summary: str
    answer: Any
    status: int
    body: Any
    errors: tuple[int, ...]
    query: tuple[Query, ...]
    role: Role

    def described(self, schema_of: Callable[[Any], Any]) -> dict[str, Any]:
        """Return the OpenAPI operation; *schema_of* returns the schema of a type."""

        def json(kind: Any) -> dict[str, Any]:
            return {JSON: {"schema": schema_of(kind)}}

        parts = re.findall(r"<(\w+)>", self.path)
        errors = {421, *self.errors}
        errors.update({400, 403, 413, 415} if self.method != "get" else ())
        errors.update({403} if self.role is not Role.ANYONE else ())
        errors.update({404} if parts else ())
        errors.update(status for query in self.query for status in query.errors)
        description: dict[str, Any] = {
            "summary": self.summary,
            "parameters": [
                *(
                    {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
                    for name in parts
                ),
                *(
                    {"name": name, "in": "query", "description": about, "schema": schema}
                    for name, schema, about, _ in (LANG, *self.query)
                ),
            ],
            "responses": {
                str(self.status): {
                    "description": "OK",
                    "content": {self.answer: {}}
                    if isinstance(self.answer, str)
                    else json(self.answer),
                },
                **{
                    str(status): {
                        "description": ERRORS[status],
                        "content": json(StaleResponse if status == 409 else ErrorResponse),
                    }
                    for status in sorted(errors)
                },
            },
        }
        if self.body is not None:
            description["requestBody"] = {"required": True, "content": json(self.body)}
        if self.role.value:
            description["security"] = [{cookie: []} for cookie in self.role.value]
        return description


class Routes:
    """The routes of *app*; ``operations`` are those of the API."""

    def __init__(self, app: Flask, site: Site) -> None:
        self.app, self._site = app, site
        self.operations: list[Operation] = []
        self.get, self.post = partial(self.add, "get"), partial(self.add, "post")
        self.put, self.delete = partial(self.add, "put"), partial(self.add, "delete")

    def add(
        self,
        method: Method,
        path: str,
        summary: str,
        answer: Any,
        *,
        status: int = 200,
        errors: tuple[int, ...] = (),
        query: tuple[Query, ...] = (),
        role: Role = Role.ANYONE,
    ) -> Callable[[Handler], Handler]:
        """Decorate the handler of an operation. The annotation of its parameter ``body`` is the
        request type. The role is checked before the body is parsed."""

        def added(handler: Handler) -> Handler:
            kind = handler.__annotations__.get("body")
            self.operations.append(
                Operation(method, path, summary, answer, status, kind, errors, query, role)
            )

            @wraps(handler)
            def guarded(**parts: str) -> Response:
                match role:
                    case Role.ANYONE:
                        pass
                    case Role.SCORER:
                        self._site.require_scorer()
                    case Role.HOST:
                        self._site.require_host()
                    case _:
                        assert_never(role)
                if kind is None:
                    return handler(**parts)
                return handler(parse_body(request.get_data(cache=False), kind), **parts)

            self.app.add_url_rule(path, view_func=guarded, methods=[method.upper()])
            return handler

        return added

    def describe(self) -> None:
        """Add ``/api/v1/openapi.json``, the description of all operations added so far."""

        @cache
        def encoded() -> Encoded:
            return Encoded.of(_described(self.operations))

        @self.get("/api/v1/openapi.json", "Describe this API.", dict[str, Any])
        def openapi() -> Response:
            return encoded().response()


def _described(operations: list[Operation]) -> dict[str, Any]:
    """Return the OpenAPI document."""
    kinds: list[Any] = [ErrorResponse, StaleResponse]
    for operation in operations:
        both = (operation.answer, operation.body)
        kinds += [kind for kind in both if kind is not None and not isinstance(kind, str)]
    schemas, components = msgspec.json.schema_components(
        kinds, schema_hook=_card, ref_template="#/components/schemas/{name}"
    )
    named = dict(zip(map(id, kinds), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        path = re.sub(r"<(\w+)>", r"{\1}", operation.path)
        described = operation.described(lambda kind: named[id(kind)])
        paths.setdefault(path, {})[operation.method] = described
    cookies = {
        role: {"type": "apiKey", "in": "cookie", "name": cookie_name(name)}
        for role, name in (("scorer", SCORER_COOKIE), ("host", HOST_COOKIE))
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Cribble", "version": program_version()},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": cookies},
    }


def _card(kind: type) -> dict[str, Any]:
    if kind is Card:
        return CARD
    raise NotImplementedError(f"{kind.__name__} has no schema")
