"""Routes of scorers that change the table: actions and keys."""

import msgspec
from flask import Response
from msgspec.structs import replace

from scorekeeper.game.actions import Asked, Start
from scorekeeper.game.live import NOTHING_AT_SHOW, Lesson, LiveChanges, Writer
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.journal import JournalFault
from scorekeeper.keypad.key import Key
from scorekeeper.keypad.rejection import Rejection
from scorekeeper.table import KeyOutcome, LiveChange, SeenState
from scorekeeper.words import Words
from web.auth.session import signature
from web.context import Context
from web.http.operations import Role, Routes
from web.http.response import json_bytes
from web.live.responses import EntryResponse, KeyResponse
from web.settings.store import save_start


class ActionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action, the version its sender saw, and an idempotency key.

    ``lesson``, with a count, is the phone that will go through it line by line.
    """

    action: Asked
    seen: int | None = None
    key: str | None = None
    lesson: Writer | None = None


class KeyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key by its label, the version its sender saw, whether an entry was pending there, and an
    idempotency key."""

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
        receipt = context.table.submit(
            body.action,
            seen=body.seen,
            key=body.key,
            by=signature(context),
            live=_lesson(body.lesson) if body.lesson else None,
        )
        # A repeated start is no later than what the family did since.
        if isinstance(body.action, Start) and receipt.version > before:
            save_start(context.settings, body.action)
        snapshot, lang = context.table.now, context.words.lang
        state = context.snapshots.json(snapshot, lang, entry=receipt.version)
        return json_bytes(state, 201)


def _lesson(writer: str) -> LiveChange:
    """Return the change by which the phone *writer* goes line by line through the newest entry."""

    def decide(now: Snapshot) -> LiveChanges:
        shown = now.live.at_show or NOTHING_AT_SHOW
        return {"at_show": replace(shown, lesson=Lesson(now.version, writer))}

    return decide


def add_keys(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/keys``."""

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


def _why(came: KeyOutcome, context: Context, words: Words) -> str | None:
    """Return why the key was refused, where a sentence can tell."""
    if came.why is None:
        return None
    if isinstance(came.why, Rejection):
        return words.rejection(came.why)
    if isinstance(came.why, JournalFault):
        return words.fault(came.why)
    return words.refusal(came.why, context.table.now.game)
