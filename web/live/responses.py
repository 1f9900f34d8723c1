"""Responses that hold the whole state of the table, which is encoded already."""

from typing import Any

import msgspec

from scorekeeper.game.codec import to_json
from scorekeeper.table import KeyResult
from web.live.view import State


class SnapshotResponse(State, frozen=True, kw_only=True):
    """The table; ``age_ms``, at most a minute, is how long ago its latest line was entered.
    For ``locked_ms`` more, all keys that begin an entry are refused; ``locked_why`` says why in a
    sentence, null where none is."""

    age_ms: int
    locked_ms: int = 0
    locked_why: str | None = None


class EntryResponse(SnapshotResponse, frozen=True, kw_only=True):
    """The table after an entry; ``entry`` is the version of that entry."""

    entry: int


class KeyResponse(SnapshotResponse, frozen=True, kw_only=True):
    """The table after a key: the outcome, the version it led to or found, and why it was
    refused, where a sentence can tell."""

    result: KeyResult
    entry: int
    why: str | None


class StaleResponse(msgspec.Struct, frozen=True):
    """A refused action: somebody else was faster. Who it was, and the table as it is now."""

    code: str
    refused: str
    by: str
    snapshot: SnapshotResponse


def response_json(state: bytes, **own: Any) -> bytes:
    """Return *state*, which is JSON already, as a response with its *own* fields, first of all."""
    return to_json(own)[:-1] + b"," + state[1:]
