"""What an amend would change, thought about and not done; silent where it would tell too much."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from scorekeeper.game.actions import Amend, Play
from scorekeeper.game.record import Place, Standing
from scorekeeper.game.snapshot import Entry
from scorekeeper.game.state import Game
from scorekeeper.table.commands import Signed, amend, find


class Changed(NamedTuple):
    """An entry as it is, and as it would be."""

    was: Entry
    now: Entry


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What would become of ``before``: ``game``, with the ``record`` of its deal; the entries that
    would be ``changed``, and those ``dropped``. ``version`` is the table's that was thought about.

    All empty where ``withheld``: while a claim may still be called, or where the amend goes on from
    where the table is, an answer would tell what people have yet to find out for themselves.
    """

    version: int = 0
    withheld: bool = False
    before: Game | None = None
    game: Game | None = None
    record: tuple[Entry, ...] = ()
    changed: tuple[Changed, ...] = ()
    dropped: tuple[Entry, ...] = ()


WITHHELD = Preview(withheld=True)


def preview(standing: Standing, asked: Amend) -> Preview:
    """What *asked* would lead to. Refused as the amend would be, where that may be told."""
    found, later = find(standing, asked.entry)
    if standing.game.windows:
        return WITHHELD
    move = amend(standing, asked, Signed(0, "", ""))
    place = move.after.place
    assert place
    if place.game.windows or _looks_ahead(standing.game, place, asked.entry):
        return WITHHELD
    return Preview(
        before=standing.game,
        game=place.game,
        record=place.deal,
        changed=_changed((found.entry, *later), move.kept),
        dropped=tuple(later[len(move.kept) - 1 :]),
    )


def _changed(were: tuple[Entry, ...], are: tuple[Entry, ...]) -> tuple[Changed, ...]:
    return tuple(
        Changed(old, new)
        for old, new in zip(were, are, strict=False)
        if (old.actions, old.events) != (new.actions, new.events)
    )


def _looks_ahead(before: Game, place: Place, number: int) -> bool:
    """Whether more would be known in *place* than *before*, after an amend of entry *number*.

    A forgotten card that others cover by now is no look ahead: everybody saw what it scored.
    """
    was, now = _reach(before), _reach(place.game)
    if now[:-1] != was[:-1]:
        return now[:-1] > was[:-1]
    return now > was and not _is_covered(place, number)


def _reach(game: Game) -> tuple[int, ...]:
    """How far a match has come: games, deals, hands counted, cards on the table."""
    deal = game.deal
    return (game.number, deal.number, deal.shown, len(game.known())) if deal else (game.number,)


def _is_covered(place: Place, number: int) -> bool:
    """Whether a card was laid after entry *number*."""
    for one in place.down():
        if one.entry.entry == number:
            break
        if any(isinstance(action, Play) for action in one.entry.actions):
            return True
    return False
