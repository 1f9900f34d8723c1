"""Responses that hold the whole state of the table, some of it encoded already."""

from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, Raw

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
    """The table after a key: the outcome, the version it led to or found, and why it was refused,
    where a sentence can tell."""

    heard: KeyResult
    entry: int
    why: str | None


class StaleResponse(msgspec.Struct, frozen=True):
    """A refused action: somebody else was faster. Who it was, and the table as it is now."""

    code: str
    refused: str
    by: str
    snapshot: SnapshotResponse


def encoded(response: SnapshotResponse) -> bytes:
    """Return *response* as JSON: the fields of its own class first, those of the state last."""
    return to_json(
        {
            key: value
            for name, key in _keys(type(response))
            if (value := getattr(response, name)) is not UNSET
        }
    )


@cache
def _keys(kind: type[SnapshotResponse]) -> tuple[tuple[str, str], ...]:
    """Return the fields and their JSON keys in the order of the contract."""
    keys = tuple(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    state = len(State.__struct_fields__)
    age = slice(state, state + 1)
    return (*keys[state + 1 :], *keys[age], *keys[:state])


def encoded_fields(state: State) -> dict[str, Any]:
    """Return the fields of *state*, each encoded as Raw, to construct any of these responses."""
    fields = ((name, getattr(state, name)) for name in state.__struct_fields__)
    return {name: Raw(to_json(value)) for name, value in fields if value is not UNSET}
