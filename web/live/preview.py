"""What putting an entry right would change, told before it stands. Nothing is written here."""

from __future__ import annotations

import msgspec
from flask import Response
from msgspec import UNSET, UnsetType

from scorekeeper.game.actions import Amend, Team
from scorekeeper.game.answer import facts_of
from scorekeeper.game.state import Game, Phase
from scorekeeper.table import Preview
from scorekeeper.words import Words
from web.context import Site, json
from web.http.operations import Routes, Who


class Previewing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An amend that is only thought about."""

    action: Amend


class Kept(msgspec.Struct, frozen=True):
    """An entry that would be told otherwise than it ``was``."""

    entry: int
    was: str
    say: str


class Gone(msgspec.Struct, frozen=True):
    """An entry that would be dropped."""

    entry: int
    say: str


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """What an amend would lead to, were it entered at ``version``: the scores as they are and as
    they would be, what would then be asked, the entries that would be told otherwise and those that
    would be dropped. Nothing of it where ``withheld``: it would tell what is not public.
    """

    version: int
    withheld: bool
    before: tuple[int, ...] | UnsetType = UNSET
    scores: tuple[int, ...] | UnsetType = UNSET
    pegs: tuple[tuple[int, int], ...] | UnsetType = UNSET
    phase: Phase | UnsetType = UNSET
    winner: Team | UnsetType | None = UNSET
    prompt: str | UnsetType = UNSET
    changed: tuple[Kept, ...] | UnsetType = UNSET
    dropped: tuple[Gone, ...] | UnsetType = UNSET


def add_previewing(routes: Routes, site: Site) -> None:
    """``/api/v1/preview``, for scorers only: it thinks about the whole game."""

    @routes.add(
        "post",
        "/api/v1/preview",
        "What an amend would lead to; nothing is written.",
        Thought,
        body=Previewing,
        wrong=(422,),
        who=Who.SCORERS,
    )
    def preview(asked: Previewing) -> Response:
        return json(_thought(site.table.preview(asked.action), site.words))


def _thought(preview: Preview, words: Words) -> Thought:
    before, after = preview.before, preview.game
    if before is None or after is None:
        return Thought(version=preview.version, withheld=True)
    facts = facts_of(after)
    return Thought(
        version=preview.version,
        withheld=False,
        before=before.scores,
        scores=facts.scores,
        pegs=facts.pegs,
        phase=facts.phase,
        winner=facts.winner,
        prompt=words.prompt(after),
        changed=_changed(preview, before, after, words),
        dropped=tuple(Gone(one.entry, words.entry(one, before)) for one in preview.dropped),
    )


def _changed(preview: Preview, before: Game, after: Game, words: Words) -> tuple[Kept, ...]:
    """Those that read otherwise; where only the peg stands elsewhere the scores tell enough."""
    told = (
        Kept(now.entry, words.entry(was, before), words.entry(now, after))
        for was, now in preview.changed
    )
    return tuple(one for one in told if one.was != one.say)
