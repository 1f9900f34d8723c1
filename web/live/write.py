"""Routes of scorers that change the table, or preview a change."""

from typing import Annotated, cast

import msgspec
from flask import Response
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import replace

from scorekeeper.game.actions import Amend, Asked, Count, Crib, Team
from scorekeeper.game.analysis.claim_check import ClaimCheck, check_claim
from scorekeeper.game.codec import facts_of
from scorekeeper.game.live import (
    NOTHING_AT_SHOW,
    Assignment,
    Lesson,
    LiveChanges,
    Matter,
    MugginsSheet,
    UnfinishedCount,
    Writer,
)
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Phase
from scorekeeper.journal import JournalFault
from scorekeeper.keypad.key import Key, Rejection
from scorekeeper.rules.options import UnknownName
from scorekeeper.table import SeenState
from scorekeeper.words import en
from web.auth.session import signature
from web.context import Context
from web.http.errors import HttpError, error_response, saving
from web.http.response import json_bytes, json_response
from web.http.routes import Role, Routes
from web.live.state import EntryResponse, KeyResponse, SnapshotResponse, StaleResponse


class ActionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action, the version seen by the sender, and an idempotency key.

    ``lesson``, for a count: the phone that will go through it line by line.
    """

    action: Asked
    seen: int | None = None
    key: str | None = None
    lesson: Writer | None = None


class KeyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key by label, the version and pending state seen by the sender, and an idempotency key."""

    key: Key
    seen: int | None = None
    pending: bool | None = None
    once: str | None = None


def add_entries(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/actions`` and ``/api/v1/keys``."""
    table, snapshots = context.table, context.snapshots

    @routes.post(
        "/api/v1/actions",
        "Enter an action, undo, redo or amend.",
        EntryResponse,
        status=201,
        errors=(409, 422, 503),
        role=Role.SCORER,
    )
    def actions(body: ActionRequest) -> Response:
        def lesson(now: Snapshot) -> LiveChanges:
            """Start the phone's lesson about the newest entry."""
            assert body.lesson
            shown = now.live.at_show or NOTHING_AT_SHOW
            return {"at_show": replace(shown, lesson=Lesson(now.version, body.lesson))}

        receipt = table.submit(
            body.action,
            seen=body.seen,
            key=body.key,
            by=signature(context),
            live=lesson if body.lesson else None,
        )
        state = snapshots.json(table.now, context.words.lang, entry=receipt.version)
        return json_bytes(state, 201)

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
        outcome = context.keys.take(body.key, signature(context), seen=seen, once=body.once)
        snapshot, words = table.now, context.words
        match outcome.why:
            case None:
                why = None
            case Rejection():
                why = words.rejection(outcome.why)
            case JournalFault():
                why = words.fault(outcome.why)
            case Refusal():
                why = words.refusal(outcome.why, snapshot.game)
        state = snapshots.json(
            snapshot, words.lang, result=outcome.result, entry=outcome.version, why=why
        )
        return json_bytes(state)


def add_refusals(routes: Routes, context: Context) -> None:
    """Add error handlers for refusals of the table."""

    @routes.app.errorhandler(UnknownName)
    def unknown_name(error: UnknownName) -> Response:
        return error_response(422, Code.NO_SUCH, context.words.fault(error))

    @routes.app.errorhandler(Refusal)
    def refused(error: Refusal) -> Response:
        snapshot, words = context.table.now, context.words
        sentence = words.refusal(error, snapshot.game)
        if error.code is not Code.STALE:
            entry = UNSET if error.entry is None else error.entry
            return error_response(422, error.code, sentence, entry)
        stale = StaleResponse(
            code=error.code,
            refused=sentence,
            by=words.scorer(error.facts.get("by", "")),
            snapshot=cast(SnapshotResponse, Raw(context.snapshots.json(snapshot, words.lang))),
        )
        return json_response(stale, 409)


class PreviewRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The amend to preview. Nothing is saved."""

    action: Amend


class ChangedEntry(msgspec.Struct, frozen=True):
    """An entry whose text would change: ``was`` before, ``say`` after."""

    entry: int
    was: str
    say: str


class DroppedEntry(msgspec.Struct, frozen=True):
    """An entry that would be dropped."""

    entry: int
    say: str


class PreviewResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of an amend at ``version``: scores ``before`` and after, the next prompt, and the
    entries that would be changed or dropped.

    If ``withheld``, all of it is omitted, as it would reveal hidden information.
    """

    version: int
    withheld: bool
    before: tuple[int, ...] | UnsetType = UNSET
    scores: tuple[int, ...] | UnsetType = UNSET
    pegs: tuple[tuple[int, int], ...] | UnsetType = UNSET
    phase: Phase | UnsetType = UNSET
    winner: Team | UnsetType | None = UNSET
    prompt: str | UnsetType = UNSET
    changed: tuple[ChangedEntry, ...] | UnsetType = UNSET
    dropped: tuple[DroppedEntry, ...] | UnsetType = UNSET


class ClaimCheckRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The count with the claim to check, and the suits ``asked`` about. Not saved."""

    action: Count | Crib
    asked: Annotated[tuple[Matter, ...], msgspec.Meta(max_length=8)] = ()


def add_checks(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/preview`` and ``/api/v1/check``, which save nothing."""

    @routes.post(
        "/api/v1/preview",
        "Preview an amend; nothing is saved.",
        PreviewResponse,
        errors=(422,),
        role=Role.SCORER,
    )
    def preview(body: PreviewRequest) -> Response:
        preview, words = context.table.preview(body.action), context.words
        earlier, after = preview.before, preview.game
        if earlier is None or after is None:
            return json_response(PreviewResponse(version=preview.version, withheld=True))
        facts = facts_of(after)
        texts = (
            ChangedEntry(now.entry, words.entry(was, earlier), words.entry(now, after))
            for was, now in preview.changed
        )
        return json_response(
            PreviewResponse(
                version=preview.version,
                withheld=False,
                before=earlier.scores,
                scores=facts.scores,
                pegs=facts.pegs,
                phase=facts.phase,
                winner=facts.winner,
                prompt=words.prompt(after),
                # Entries that differ only in scores are omitted.
                changed=tuple(text for text in texts if text.was != text.say),
                dropped=tuple(
                    DroppedEntry(entry.entry, words.entry(entry, earlier))
                    for entry in preview.dropped
                ),
            )
        )

    @routes.post(
        "/api/v1/check",
        "Check a claim; nothing is saved.",
        ClaimCheck,
        errors=(422,),
        role=Role.SCORER,
    )
    def check(body: ClaimCheckRequest) -> Response:
        return json_response(check_claim(context.table.now.game, body.action, body.asked))


class AtShowRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Activity of the phone ``writer``: its unfinished ``count``, its position in a ``lesson``, or
    its open ``sheets``."""

    writer: Writer
    count: UnfinishedCount | None = None
    lesson: Lesson | None = None
    sheets: Annotated[tuple[MugginsSheet, ...], msgspec.Meta(max_length=8)] | None = None


class AgreementRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Agreement of the player at ``seat`` with the result of the game at ``place``."""

    place: str
    seat: int


def add_at_show(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/show``, by which phones share their activity at the show, and
    ``/api/v1/agreements``."""

    @routes.put(
        "/api/v1/show",
        "Share the activity of this phone at the show. While another phone types cards, "
        "the response has those.",
        SnapshotResponse,
        role=Role.SCORER,
    )
    def at_show(body: AtShowRequest) -> Response:
        by, writer = signature(context), body.writer

        def changes(now: Snapshot) -> LiveChanges:
            shown = now.live.at_show or NOTHING_AT_SHOW
            if body.count:
                typed = replace(body.count, writer=writer, by=by)
                shown = shown.with_count(typed, now.game)
            if body.lesson and shown.lesson and shown.lesson.writer == writer:
                shown = replace(shown, lesson=replace(body.lesson, writer=writer))
            if body.sheets is not None:
                others = tuple(sheet for sheet in shown.sheets if sheet.writer != writer)
                own = tuple(replace(sheet, writer=writer) for sheet in body.sheets)
                shown = replace(shown, sheets=others + own)
            return {"at_show": shown.kept(now.game, now.version, now.open_claims)}

        context.table.change_live(changes)
        return json_bytes(context.snapshots.json(context.table.now, context.words.lang))

    @routes.post(
        "/api/v1/agreements",
        "Agree with the result of the game on the table, as a night requires.",
        Assignment,
        errors=(422, 503),
        role=Role.SCORER,
    )
    def agree(body: AgreementRequest) -> Response:
        with saving():
            agreed = context.agree is not None and context.agree(body.place, body.seat)
        assignment = context.table.now.live.assignment
        if not agreed or assignment is None:
            sentence = en("That game is no longer the one on the table.")
            raise HttpError(422, "not_on_table", sentence)
        return json_response(assignment)
