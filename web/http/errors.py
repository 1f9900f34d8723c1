"""Errors that end a request: an exception to raise, and the body that is sent."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from scorekeeper.words import Fault


class HttpError(Exception):
    """Ends a request with a *status*, a *code* for programs and a sentence for people.

    *sentence* is marked with ``en``; *retry* is sent as Retry-After, in seconds.
    """

    def __init__(
        self, status: int, code: str, sentence: str, *, retry: int | None = None, **values: Any
    ) -> None:
        super().__init__(code)
        self.status, self.code, self.retry = status, code, retry
        self.fault = Fault(sentence, **values)


class ErrorResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The reason for which a request failed. ``entry`` names the entry on which an amend broke."""

    code: str
    refused: str
    entry: int | UnsetType = UNSET
