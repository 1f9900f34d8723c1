"""What an amend would change, thought about and not done; silent where it would tell too much."""

from __future__ import annotations

import msgspec

from scorekeeper.game.actions import Amend
from scorekeeper.game.snapshot import Entry
from scorekeeper.game.state import Game
from scorekeeper.table.moves import Signed, amend, find
from scorekeeper.table.standing import Standing


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """``game`` as it would be, with the ``record`` of its deal; the entries that would be
    ``changed``, as they would then be; the numbers of those ``dropped``.

    All empty where ``withheld``: while a claim may still be called, or where the amend goes on from
    where the table is, an answer would tell what people have yet to find out for themselves.
    """

    withheld: bool = False
    game: Game | None = None
    record: tuple[Entry, ...] = ()
    changed: tuple[Entry, ...] = ()
    dropped: tuple[int, ...] = ()


WITHHELD = Preview(withheld=True)


def preview(standing: Standing, asked: Amend) -> Preview:
    """What *asked* would lead to. Refused as the amend would be, where that may be told."""
    found, later = find(standing, asked.entry)
    if standing.game.windows:
        return WITHHELD
    move = amend(standing, asked, Signed(0, "", ""))
    place = move.after.place
    assert place
    if place.game.windows or _reach(place.game) > _reach(standing.game):
        return WITHHELD
    return Preview(
        game=place.game,
        record=place.deal,
        changed=_changed((found.entry, *later), move.kept),
        dropped=tuple(entry.entry for entry in later[len(move.kept) - 1 :]),
    )


def _changed(were: tuple[Entry, ...], are: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return tuple(
        new
        for old, new in zip(were, are, strict=False)
        if (old.actions, old.events) != (new.actions, new.events)
    )


def _reach(game: Game) -> tuple[int, ...]:
    """How far a match has come: games, deals, cards on the table, hands counted."""
    deal = game.deal
    return (game.number, deal.number, len(game.known()), deal.shown) if deal else (game.number,)
