"""Responses that hold the whole state of the table, which is encoded already."""

from typing import Any

import msgspec

from scorekeeper.game.codec import to_json
from scorekeeper.table import KeyResult
from web.live.view import State


class SnapshotResponse(State, frozen=True, kw_only=True):
    """The table; ``age_ms``, at most a minute, is how long ago its latest line was entered."""

    age_ms: int


class EntryResponse(SnapshotResponse, frozen=True, kw_only=True):
    """The table after an entry; ``entry`` is the version of that entry."""

    entry: int


class KeyResponse(SnapshotResponse, frozen=True, kw_only=True):
    """The table after a key: the outcome, the version it led to or found, why it was refused,
    where a sentence can tell, and for how long all keys are refused that begin an entry."""

    heard: KeyResult
    entry: int
    why: str | None
    locked_ms: int


class StaleResponse(msgspec.Struct, frozen=True):
    """A refused action: somebody else was faster. Who it was, and the table as it is now."""

    code: str
    refused: str
    by: str
    snapshot: SnapshotResponse


def response_json(state: bytes, **own: Any) -> bytes:
    """Return *state*, which is JSON already, as a response with its *own* fields, first of all."""
    return to_json(own)[:-1] + b"," + state[1:]
