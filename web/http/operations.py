"""How a route is written: who may ask, what it reads and what it answers stand right above it.

The gate before it and its description both come from these lines, so neither can be forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from functools import wraps
from typing import Any, Literal, NamedTuple, TypeAlias, assert_never

from flask import Flask, Response

from web.context import Site, body_as
from web.http.request import Query

Method: TypeAlias = Literal["get", "post", "put", "delete"]

Handler: TypeAlias = Callable[..., Response]
"""Is handed the body that was read, if there is one, and the parts of the path by name."""


class Who(Enum):
    """Who may ask for something."""

    ANYBODY = auto()
    SCORERS = auto()
    HOST = auto()


class Operation(NamedTuple):
    """One thing that programs can ask. ``answer`` is a type, or a format that is no JSON; ``wrong``
    are the statuses of its own with which it may end, beside those that follow from the rest."""

    method: Method
    path: str
    what: str
    answer: Any
    status: int
    body: Any
    wrong: tuple[int, ...]
    query: tuple[Query, ...]
    who: Who

    @property
    def ends_badly(self) -> frozenset[int]:
        """Every status but the good one."""
        host = {421}
        writes = {400, 403, 413, 415} if self.method != "get" else set()
        right = {403} if self.who is not Who.ANYBODY else set()
        part = {404} if "<" in self.path else set()
        asked = {status for query in self.query for status in query.wrong}
        return frozenset(host | writes | right | part | asked | set(self.wrong))


class Routes:
    """The routes of *app*, and in ``operations`` what was said of those that programs may ask."""

    def __init__(self, app: Flask, site: Site) -> None:
        self.app, self._site = app, site
        self.operations: list[Operation] = []

    def add(
        self,
        method: Method,
        path: str,
        what: str,
        answer: Any,
        *,
        status: int = 200,
        body: Any = None,
        wrong: tuple[int, ...] = (),
        query: tuple[Query, ...] = (),
        who: Who = Who.ANYBODY,
    ) -> Callable[[Handler], Handler]:
        """Have what is decorated answer the Operation made of these.

        Whoever may not ask is turned away before anything is read.
        """
        operation = Operation(method, path, what, answer, status, body, wrong, query, who)

        def added(handler: Handler) -> Handler:
            self.operations.append(operation)
            self.app.add_url_rule(
                operation.path,
                view_func=self._guarded(operation, handler),
                methods=[operation.method.upper()],
            )
            return handler

        return added

    def _guarded(self, operation: Operation, handler: Handler) -> Handler:
        @wraps(handler)
        def guarded(**path: str) -> Response:
            self._admit(operation.who)
            body = () if operation.body is None else (body_as(operation.body),)
            return handler(*body, **path)

        return guarded

    def _admit(self, who: Who) -> None:
        match who:
            case Who.ANYBODY:
                return
            case Who.SCORERS:
                self._site.scorers_only()
            case Who.HOST:
                self._site.host_only()
            case _:
                assert_never(who)
