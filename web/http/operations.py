"""Routes as they are declared: role, request, response and description stand above each handler.

The check of rights and the OpenAPI description both come from these lines.
"""

from collections.abc import Callable
from enum import Enum, auto
from functools import partial, wraps
from typing import Any, Literal, NamedTuple, TypeAlias, assert_never

from flask import Flask, Response

from web.http.context import HttpContext
from web.http.request import Query, body_as

Method: TypeAlias = Literal["get", "post", "put", "delete"]
Handler: TypeAlias = Callable[..., Response]
"""Takes the body, if the operation has one, and the parts of the path by name."""


class Role(Enum):
    """The role that an operation requires."""

    ANYONE = auto()
    SCORER = auto()
    HOST = auto()


class Operation(NamedTuple):
    """An operation of the API. ``answer`` is a type, or a media type other than JSON; ``errors``
    are the statuses that do not follow from its other fields."""

    method: Method
    path: str
    summary: str
    answer: Any
    status: int
    body: Any
    errors: tuple[int, ...]
    query: tuple[Query, ...]
    role: Role

    @property
    def error_statuses(self) -> frozenset[int]:
        """Every status of a response that is an error."""
        host = {421}
        writes = {400, 403, 413, 415} if self.method != "get" else set()
        right = {403} if self.role is not Role.ANYONE else set()
        part = {404} if "<" in self.path else set()
        asked = {status for query in self.query for status in query.errors}
        return frozenset(host | writes | right | part | asked | set(self.errors))


class Routes:
    """The routes of *app*; ``operations`` are those of the API."""

    def __init__(self, app: Flask, site: HttpContext) -> None:
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
        """Decorate the handler of an Operation, whose parameter ``body`` says what is sent. The
        role is checked before the body is read."""

        def added(handler: Handler) -> Handler:
            body = handler.__annotations__.get("body")
            operation = Operation(method, path, summary, answer, status, body, errors, query, role)
            self.operations.append(operation)
            self.app.add_url_rule(
                path, view_func=self._guarded(operation, handler), methods=[method.upper()]
            )
            return handler

        return added

    def _guarded(self, operation: Operation, handler: Handler) -> Handler:
        @wraps(handler)
        def guarded(**path: str) -> Response:
            self._require(operation.role)
            body = () if operation.body is None else (body_as(operation.body),)
            return handler(*body, **path)

        return guarded

    def _require(self, role: Role) -> None:
        match role:
            case Role.ANYONE:
                return
            case Role.SCORER:
                self._site.require_scorer()
            case Role.HOST:
                self._site.require_host()
            case _:
                assert_never(role)
