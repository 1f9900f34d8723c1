"""Routes of scorers that change the table: actions, keys and the entry mode."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from flask import Response
from msgspec.structs import replace

from scorekeeper.game.actions import Asked, Start
from scorekeeper.game.at_show import NOTHING_AT_SHOW, Lesson, Writer
from scorekeeper.game.entry_mode import EntryMode
from scorekeeper.game.live import LiveChanges
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.journal import JournalFault
from scorekeeper.keypad.key import Key
from scorekeeper.keypad.rejection import Rejection
from scorekeeper.table import KeyOutcome, SeenState, Table, set_entry_mode
from scorekeeper.words import Words
from web.auth.session import signature
from web.context import Context
from web.http.operations import Role, Routes
from web.http.response import json_bytes, json_response
from web.live.responses import EntryResponse, KeyResponse
from web.settings.store import save_start


class ActionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action, the version its sender saw, and a key that makes it safe to send twice.

    ``entry_mode``, with a start, is that of the match. ``lesson``, with a count, is the
    phone that will go through it line by line.
    """

    action: Asked
    seen: int | None = None
    key: str | None = None
    entry_mode: EntryMode | None = None
    lesson: Writer | None = None


class KeyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key by its label, the version its sender saw, whether an entry was pending there, and an id
    that makes it safe to send twice."""

    key: Key
    seen: int | None = None
    pending: bool | None = None
    once: str | None = None


def add_actions(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/actions``."""

    @routes.post(
        "/api/v1/actions",
        "Enter an action, undo, redo or amend.",
        EntryResponse,
        status=201,
        errors=(409, 422, 503),
        role=Role.SCORER,
    )
    def actions(body: ActionRequest) -> Response:
        before = context.table.now.version
        with _lesson(context.table, body.lesson):
            receipt = context.table.submit(
                body.action, seen=body.seen, key=body.key, by=signature(context)
            )
        # A start that is sent again starts nothing: the entry mode may have changed since.
        if isinstance(body.action, Start) and receipt.version > before:
            set_entry_mode(context.table, body.entry_mode)
            if body.entry_mode:
                save_start(context.settings, body.action, body.entry_mode)
        snapshot, lang = context.table.now, context.words.lang
        state = context.snapshots.json(snapshot, lang, entry=receipt.version)
        return json_bytes(state, 201)


@contextmanager
def _lesson(table: Table, writer: str | None) -> Iterator[None]:
    """Have the phone *writer* go line by line through the entry that is made meanwhile; it is known
    before the entry, or other phones would tell all of it at once."""
    before = table.now

    def change(lesson: Lesson | None) -> None:
        def changed(now: Snapshot) -> LiveChanges:
            return {"at_show": replace(now.live.at_show or NOTHING_AT_SHOW, lesson=lesson)}

        table.change_live(changed)

    if writer:
        change(Lesson(before.version + 1, writer))
    try:
        yield
    finally:
        if writer and table.now.version == before.version:
            change(before.live.at_show.lesson if before.live.at_show else None)


def add_keys(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/keys`` and ``/api/v1/habits``."""

    @routes.post(
        "/api/v1/keys",
        "Press a key: a rank, GO, UNDO or OK; HELD is OK held. NEXT is the first of three buttons: "
        "it adds a point, or steps through games and dealers.",
        KeyResponse,
        errors=(422,),
        role=Role.SCORER,
    )
    def keys(body: KeyRequest) -> Response:
        seen = SeenState(body.seen, body.pending)
        came = context.keys.take(body.key, signature(context), seen=seen, once=body.once)
        snapshot, words = context.table.now, context.words
        state = context.snapshots.json(
            snapshot,
            words.lang,
            result=came.result,
            entry=came.version,
            why=_why(came, context, words),
        )
        return json_bytes(state)

    @routes.put(
        "/api/v1/habits",
        "Set the entry mode: who counts and what is entered.",
        EntryMode,
        role=Role.SCORER,
    )
    def entry_mode(body: EntryMode) -> Response:
        set_entry_mode(context.table, body)
        return json_response(body)


def _why(came: KeyOutcome, context: Context, words: Words) -> str | None:
    """Return why the key was refused, where a sentence can tell."""
    if came.why is None:
        return None
    if isinstance(came.why, Rejection):
        return words.rejection(came.why)
    if isinstance(came.why, JournalFault):
        return words.fault(came.why)
    return words.refusal(came.why, context.table.now.game)
