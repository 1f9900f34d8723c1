"""The route that previews an amend. Nothing is saved."""

import msgspec
from flask import Response
from msgspec import UNSET, UnsetType

from scorekeeper.game.actions import Amend, Team
from scorekeeper.game.codec import facts_of
from scorekeeper.game.state import Game, Phase
from scorekeeper.table import Preview
from scorekeeper.words import Words
from web.context import Context
from web.http.operations import Role, Routes
from web.http.response import json_response


class PreviewRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Request: the amend to preview. Nothing is saved."""

    action: Amend


class ChangedEntry(msgspec.Struct, frozen=True):
    """An entry whose text would change from what it ``was``."""

    entry: int
    was: str
    say: str


class DroppedEntry(msgspec.Struct, frozen=True):
    """An entry that would be dropped."""

    entry: int
    say: str


class PreviewResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of an amend at ``version``: the scores ``before`` and after, the next prompt, the
    entries that would change and those that would be dropped.

    All of it is left out if ``withheld``, as it would reveal what is not public yet.
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


def add_preview(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/preview``."""

    @routes.post(
        "/api/v1/preview",
        "Preview an amend; nothing is saved.",
        PreviewResponse,
        errors=(422,),
        role=Role.SCORER,
    )
    def preview(body: PreviewRequest) -> Response:
        return json_response(_response(context.table.preview(body.action), context.words))


def _response(preview: Preview, words: Words) -> PreviewResponse:
    before, after = preview.before, preview.game
    if before is None or after is None:
        return PreviewResponse(version=preview.version, withheld=True)
    facts = facts_of(after)
    return PreviewResponse(
        version=preview.version,
        withheld=False,
        before=before.scores,
        scores=facts.scores,
        pegs=facts.pegs,
        phase=facts.phase,
        winner=facts.winner,
        prompt=words.prompt(after),
        changed=_changed(preview, before, after, words),
        dropped=tuple(DroppedEntry(one.entry, words.entry(one, before)) for one in preview.dropped),
    )


def _changed(preview: Preview, before: Game, after: Game, words: Words) -> tuple[ChangedEntry, ...]:
    """Return the entries whose text changes; a peg that merely moves shows in the scores."""
    candidates = (
        ChangedEntry(now.entry, words.entry(was, before), words.entry(now, after))
        for was, now in preview.changed
    )
    return tuple(one for one in candidates if one.was != one.say)
