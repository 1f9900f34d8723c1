"""The route by which phones share what they are in the middle of at the show."""

from typing import Annotated

import msgspec
from flask import Response
from msgspec.structs import replace

from scorekeeper.game.analysis.claim_check import is_only_checked
from scorekeeper.game.live import (
    NOTHING_AT_SHOW,
    Lesson,
    LiveChanges,
    MugginsSheet,
    UnfinishedCount,
    Writer,
)
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game
from web.auth.session import signature
from web.context import Context
from web.http.operations import Role, Routes
from web.http.response import json_bytes
from web.live.responses import SnapshotResponse
from web.live.view import counting_of


class AtShowRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Request: the phone ``writer`` has typed this ``count``, has come to a line of a ``lesson`` or
    ended it, or has these ``sheets`` open."""

    writer: Writer
    count: UnfinishedCount | None = None
    lesson: Lesson | None = None
    sheets: Annotated[tuple[MugginsSheet, ...], msgspec.Meta(max_length=8)] | None = None


def add_at_show(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/show``."""

    @routes.put(
        "/api/v1/show",
        "Share what this phone is in the middle of at the show. Where another phone types cards, "
        "the answer has those.",
        SnapshotResponse,
        role=Role.SCORER,
    )
    def at_show(body: AtShowRequest) -> Response:
        by = signature(context)
        context.table.change_live(lambda now: _changes(now, body, by))
        return json_bytes(context.snapshots.json(context.table.now, context.words.lang))


def _changes(now: Snapshot, asked: AtShowRequest, by: str) -> LiveChanges:
    shown, writer = now.live.at_show or NOTHING_AT_SHOW, asked.writer
    if asked.count:
        typed = replace(asked.count, writer=writer, by=by)
        shown = replace(shown, count=unfinished(shown.count, typed, now.game))
    if asked.lesson and shown.lesson and shown.lesson.writer == writer:
        shown = replace(shown, lesson=replace(asked.lesson, writer=writer))
    if asked.sheets is not None:
        others = tuple(one for one in shown.sheets if one.writer != writer)
        own = tuple(replace(one, writer=writer) for one in asked.sheets)
        shown = replace(shown, sheets=others + own)
    return {"at_show": shown.kept(now.game, now.version, now.open_claims)}


def unfinished(
    known: UnfinishedCount | None, typed: UnfinishedCount, game: Game
) -> UnfinishedCount | None:
    """Return the count after a phone has *typed*: as it was *known* if *game* asks for another one,
    or while another phone types cards, unless those are taken over as they are."""
    counting = counting_of(game)
    if counting is None or not typed.is_of(game):
        return known
    wanted = counting.size if known and known.again else counting.missing
    is_others = known and typed.writer != known.writer and typed.cards != known.cards
    if known and is_others and 0 < len(known.cards) < wanted:
        return known
    assert game.rules
    return typed if is_only_checked(game.rules) else replace(typed, missed=None)
