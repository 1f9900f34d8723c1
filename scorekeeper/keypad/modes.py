"""What keys mean where no card is asked for: people peg points, and say who deals.

What is entered at the table decides; with OK held it can be chosen, before a match and while it
lasts.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from scorekeeper.game.actions import Amend, Deal, Seat, Show, Start
from scorekeeper.game.entry_mode import Entered
from scorekeeper.game.pending_entry import Confirmable, EntryKind, PendingEntry
from scorekeeper.game.snapshot import Entry, Snapshot
from scorekeeper.game.state import Game
from scorekeeper.keypad.key import Key, Keys, before_ok
from scorekeeper.keypad.parse import Reading, is_idle, points_by_hand, read, sure
from scorekeeper.keypad.rejection import NotNow, Reason
from scorekeeper.keypad.start import STEPS, begun, place

ENTERED: Final[Mapping[Key, Entered]] = MappingProxyType(
    {Key.EIGHT: Entered.CARDS, Key.NINE: Entered.HANDS, Key.TEN: Entered.POINTS}
)
"""What is entered from then on, by the key after OK was held or a game was chosen."""


class Chosen(NamedTuple):
    """What is entered from now on, and the match that begins so, if one does."""

    enters: Entered
    start: Start | None = None


Meaning: TypeAlias = Reading | Chosen


def meaning(snapshot: Snapshot, keys: Keys) -> Meaning:
    """What *keys*, at least one, mean at the table of *snapshot*."""
    game, enters = snapshot.game, snapshot.entered
    if keys[0] is Key.HELD and is_idle(game) and keys[1:2] in ((), (Key.HELD,)):
        return again(snapshot, keys[1:])
    if keys[0] is Key.HELD:
        return chosen(game, keys[1:], enters)
    if start := snapshot.start_without_dealer:
        return dealt(game, keys, start)
    if snapshot.is_pegged_by_hand and keys[0] is not Key.NEXT:
        return gone_on(enters) if keys == (Key.OK,) else points_by_hand(game, keys)
    return read(game, keys)


def chosen(game: Game, keys: Keys, before: Entered) -> Meaning:
    """After OK was held; what was entered *before* is so in the next match too, but where three
    buttons begin it: they have no cards."""
    if not is_idle(game):
        return from_now(game, keys)
    game_keys = max(len(tuple(takewhile(STEPS.__contains__, keys))), 1)
    said = [ENTERED[key] for key in keys[game_keys:] if key in ENTERED]
    if Key.NEXT in keys and not said:
        said = [Entered.POINTS]
    others = (key for key in keys[game_keys:] if key not in ENTERED)
    meant = begun(game, (*keys[:game_keys], *others))
    match meant:
        case PendingEntry(rules=str()) if said or before is not Entered.CARDS:
            return replace(meant, entered=said[-1] if said else before)
        case Start() if said:
            return Chosen(said[-1], meant)
        case _:
            return meant


def from_now(game: Game, keys: Keys) -> Meaning:
    """While a game is on: what is entered from now on stands with OK, as no undo takes it back."""
    match keys:
        case (key,) if key in ENTERED:
            return PendingEntry(kind=EntryKind.SURE, entered=ENTERED[key])
        case (key, Key.OK) if key in ENTERED:
            return Chosen(ENTERED[key])
        case _:
            return read(game, (Key.HELD, *keys))


def again(snapshot: Snapshot, keys: Keys) -> Reading:
    """OK was held where no game is on, and perhaps held again: as the ace would be a game, that is
    how to redo."""
    if not keys:
        return PendingEntry(
            kind=EntryKind.GAME, confirms=Confirmable.REDO if snapshot.redo else None
        )
    return sure(Confirmable.REDO, keys[1:]) if snapshot.redo else NotNow(Reason.NOTHING_TO_REDO)


def gone_on(enters: Entered) -> Show | Deal:
    """OK alone: whoever enters hands goes to the show, whoever enters points deals anew."""
    return Show() if enters is Entered.HANDS else Deal()


def dealt(game: Game, keys: Keys, start: Entry) -> Reading:
    """Who deals: by the number of the seat, or by steps and OK."""
    if keys[0] is not Key.NEXT:
        seat = place(keys[0], len(game.players))
        return None if seat is None else deals(game, seat, start)
    steps, whole = before_ok(keys)
    if set(steps) != {Key.NEXT}:
        return None
    seat = (len(steps) - 1) % len(game.players)
    return deals(game, seat, start) if whole else PendingEntry(kind=EntryKind.DEALER, dealer=seat)


def deals(game: Game, seat: Seat, start: Entry) -> Amend:
    """The match began with *seat* as its dealer, and what was drawn for it is forgotten."""
    (began,) = start.actions
    assert isinstance(began, Start)
    actions = (replace(began, dealer=seat),)
    return Amend(entry=start.entry, actions=actions, drop_rest=any(game.drawn) or None)
