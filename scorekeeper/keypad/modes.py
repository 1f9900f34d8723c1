"""The meaning of keys when no card is asked for: people peg points, and name the dealer.

The entry mode decides. It can be changed with OK held, before a match and during it.
"""

from collections.abc import Mapping
from itertools import takewhile
from typing import Final, TypeAlias

from msgspec.structs import replace

from scorekeeper.game.actions import (
    Amend,
    Deal,
    Entered,
    EntryModeChange,
    Seat,
    SetMode,
    Show,
    Start,
    default_mode,
)
from scorekeeper.game.live import Confirmable, EntryKind, PendingEntry
from scorekeeper.game.snapshot import Entry, Snapshot
from scorekeeper.game.state import Game
from scorekeeper.keypad.agreement import Agreement, agree_by_keys, seats_to_agree
from scorekeeper.keypad.key import Key, Keys, split_ok
from scorekeeper.keypad.parse import Parsed, confirm, is_idle, parse, points_by_hand
from scorekeeper.keypad.rejection import Reason, Rejection
from scorekeeper.keypad.start import STEP_KEYS, choose_game, index_of
from scorekeeper.rules.variants import RULES

MODE_KEYS: Final[Mapping[Key, Entered]] = {
    Key.EIGHT: Entered.CARDS,
    Key.NINE: Entered.HANDS,
    Key.TEN: Entered.POINTS,
}
"""What is entered after a key, once OK was held or a game was chosen."""

Meaning: TypeAlias = Parsed | Agreement


def meaning(snapshot: Snapshot, keys: Keys) -> Meaning:
    """Return the meaning of *keys*, at least one, at the table of *snapshot*."""
    game, entered = snapshot.game, snapshot.entered
    if keys[0] is not Key.HELD and seats_to_agree(snapshot):
        return agree_by_keys(snapshot, keys)
    if keys[0] is Key.HELD and is_idle(game) and keys[1:2] in ((), (Key.HELD,)):
        return redo_or_game(snapshot, keys[1:])
    if keys[0] is Key.HELD:
        return mode_or_game(snapshot, keys[1:])
    if start := snapshot.start_without_dealer:
        return name_dealer(game, keys, start)
    if snapshot.is_pegged_by_hand and keys[0] is not Key.NEXT:
        return ok_alone(entered) if keys == (Key.OK,) else points_by_hand(snapshot, keys)
    return parse(snapshot, keys)


def mode_or_game(snapshot: Snapshot, keys: Keys) -> Meaning:
    """Return the meaning of *keys* after OK was held. The next match keeps the entry mode of the
    last one, but three buttons have no cards."""
    game, before = snapshot.game, snapshot.entered
    if not is_idle(game):
        return mode_change(snapshot, keys)
    game_keys = max(len(tuple(takewhile(STEP_KEYS.__contains__, keys))), 1)
    chosen = [MODE_KEYS[key] for key in keys[game_keys:] if key in MODE_KEYS]
    if Key.NEXT in keys and not chosen:
        chosen = [Entered.POINTS]
    others = (key for key in keys[game_keys:] if key not in MODE_KEYS)
    meant = choose_game(game, (*keys[:game_keys], *others))
    match meant:
        case PendingEntry(rules=str()) if chosen or before is not Entered.CARDS:
            return replace(meant, entered=chosen[-1] if chosen else before)
        case Start():
            mode = replace(game.entry_mode, entered=chosen[-1]) if chosen else game.entry_mode
            default = default_mode(muggins=RULES[meant.rules].muggins)
            if not game.rules:
                mode = replace(mode, counted_by=default.counted_by)
            change = EntryModeChange(
                counted_by=None if mode.counted_by is default.counted_by else mode.counted_by,
                entered=None if mode.entered is default.entered else mode.entered,
            )
            return meant if change == EntryModeChange() else replace(meant, entry_mode=change)
        case _:
            return meant


def draws_for_deal(pending: PendingEntry) -> bool:
    """True if the dealer of the match that is typed will be drawn for with cards."""
    return pending.dealer is None and pending.entered in (None, Entered.CARDS)


def mode_change(snapshot: Snapshot, keys: Keys) -> Meaning:
    """Return the meaning of a mode key during a game; OK confirms it."""
    match keys:
        case (key,) if key in MODE_KEYS:
            return PendingEntry(kind=EntryKind.SURE, entered=MODE_KEYS[key])
        case (key, Key.OK) if key in MODE_KEYS:
            return SetMode(entry_mode=EntryModeChange(entered=MODE_KEYS[key]))
        case _:
            return parse(snapshot, (Key.HELD, *keys))


def redo_or_game(snapshot: Snapshot, keys: Keys) -> Parsed:
    """Return the meaning of OK held when no game is on, and perhaps held again: as the ace would be
    a game, that is how to redo."""
    if not keys:
        redo = Confirmable.REDO if snapshot.redo else None
        return PendingEntry(kind=EntryKind.GAME, confirms=redo)
    if snapshot.redo is None:
        return Rejection(Reason.NOTHING_TO_REDO)
    return confirm(Confirmable.REDO, keys[1:])


def ok_alone(entered: Entered) -> Show | Deal:
    """Return the meaning of OK alone: to the show for hands, the next deal for points."""
    return Show() if entered is Entered.HANDS else Deal()


def name_dealer(game: Game, keys: Keys, start: Entry) -> Parsed:
    """Return the dealer, by the number of the seat, or by steps and OK."""
    if keys[0] is not Key.NEXT:
        seat = index_of(keys[0], len(game.players))
        return None if seat is None else amended_start(game, seat, start)
    steps, complete = split_ok(keys)
    if set(steps) != {Key.NEXT}:
        return None
    seat = (len(steps) - 1) % len(game.players)
    if complete:
        return amended_start(game, seat, start)
    return PendingEntry(kind=EntryKind.DEALER, dealer=seat)


def amended_start(game: Game, seat: Seat, start: Entry) -> Amend:
    """Return the start with *seat* as its dealer; cards drawn for it are dropped, but not the entry
    mode that was set meanwhile."""
    (began,) = start.actions
    assert isinstance(began, Start)
    actions = (replace(began, dealer=seat, entry_mode=game.entry_mode.change),)
    return Amend(entry=start.entry, actions=actions, drop_rest=any(game.drawn) or None)
