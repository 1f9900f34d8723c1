"""Preview an amend without performing it; withheld if it would reveal secrets."""

from typing import NamedTuple

import msgspec

from scorekeeper.game.actions import Amend, Play
from scorekeeper.game.record import RecordNode, TableState
from scorekeeper.game.snapshot import Entry
from scorekeeper.game.state import Game
from scorekeeper.journal.history import History
from scorekeeper.table.commands import EntryMeta, amend, find, match_of


class ChangedEntry(NamedTuple):
    """An entry before and after the amend."""

    was: Entry
    now: Entry


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """The ``game`` that ``before`` would become, with the ``record`` of its deal; the entries that
    would be ``changed`` or ``dropped``, and the ``version`` of the table.

    Everything is empty if ``withheld``: while muggins may still be called, or if the amend would
    continue from the current state, an answer would reveal what players have yet to find out.
    """

    version: int = 0
    withheld: bool = False
    before: Game | None = None
    game: Game | None = None
    record: tuple[Entry, ...] = ()
    changed: tuple[ChangedEntry, ...] = ()
    dropped: tuple[Entry, ...] = ()


WITHHELD = Preview(withheld=True)


def preview(state: TableState, asked: Amend, history: History) -> Preview:
    """Return the effect of *asked* on its match. Raises the amend's Refusal, unless withheld."""
    match = match_of(state, asked.entry, history)
    target, later = find(match, asked.entry)
    if match.game.windows:
        return WITHHELD
    result = amend(state, asked, EntryMeta(0, "", ""), history)
    node = result.earlier[1].record if result.earlier else result.after.record
    assert node
    if node.game.windows or _looks_ahead(match.game, node, target.entry):
        return WITHHELD
    return Preview(
        before=match.game,
        game=node.game,
        record=node.deal,
        changed=tuple(
            ChangedEntry(old, new)
            for old, new in zip((target.entry, *later), result.decided, strict=False)
            if (old.actions, old.events) != (new.actions, new.events)
        ),
        dropped=tuple(later[len(result.decided) - 1 :]),
    )


def _looks_ahead(before: Game, node: RecordNode, was: Entry) -> bool:
    """True if more would be known at *node* than *before*, after an amend of the entry *was*.

    A forgotten card covered by later cards is no look ahead: its score was visible to all.
    """
    then, now = _reach(before), _reach(node.game)
    if now[:-1] != then[:-1]:
        return now[:-1] > then[:-1]
    return now > then and not _is_covered(node, was)


def _reach(game: Game) -> tuple[int, ...]:
    """Return how far a match has progressed: games, deals, hands counted, cards on the table."""
    deal = game.deal
    return (game.number, deal.number, deal.shown, len(game.known())) if deal else (game.number,)


def _is_covered(node: RecordNode, was: Entry) -> bool:
    """True if a card was laid after the new cards of the entry *was*."""
    for later in node.walk():
        if later.entry.entry == was.entry:
            last = later.entry.actions[-1:]
            return last == was.actions[-1:] and any(isinstance(action, Play) for action in last)
        if any(isinstance(action, Play) for action in later.entry.actions):
            return True
    return False
