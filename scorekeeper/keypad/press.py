"""Handle a key press: the pure core of the keypad.

``press(snapshot, buffer, key)`` takes one key. The buffer is just the list of keys, so undo simply
drops the last one, and their meaning depends only on the snapshot.

If the game asks for a card, one key is one entry. Hands, claims and points are typed and end with
OK. Holding OK comes before anything the game does not ask for; entries that must not happen by
mistake also end with OK.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Final, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from scorekeeper.game import actions as a
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.live import ARMED, Confirmable, EntryKind, PendingEntry
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.snapshot import Entry, Snapshot
from scorekeeper.game.state import Game, Phase, Window
from scorekeeper.keypad.key import KEYS, Key, Keys, Reason, Rejection, index_of, number, split_ok
from scorekeeper.keypad.show import parse_show
from scorekeeper.rules.variants import RULES

MAX_KEYS: Final = 64
"""Maximum number of keys in an entry, without the final OK; Go could be repeated indefinitely."""


class KeyBuffer(msgspec.Struct, frozen=True):
    """The keys of a pending entry and the version of the table at which it was begun; ``restored``
    if an undo put the keys back."""

    version: int = -1
    keys: Keys = ()
    restored: bool = False


class Agreement(NamedTuple):
    """The player at ``seat`` agrees with the result ``place``."""

    place: str
    seat: a.Seat


class PressResult(NamedTuple):
    """The buffer after a key, the action that it completes, and who ``agrees`` with a result. If
    the key is ``refused``, ``why`` is the reason, or None."""

    buffer: KeyBuffer
    action: a.Asked | None = None
    refused: bool = False
    why: Rejection | Refusal | None = None
    agrees: Agreement | None = None


Parsed: TypeAlias = PendingEntry | a.Asked | Rejection | None
"""A pending entry or a completed one; for invalid keys, a Rejection with the reason, or None."""

Meaning: TypeAlias = Parsed | Agreement

CONFIRMED: Final[Mapping[Confirmable, a.Action | a.Redo]] = {
    Confirmable.SHOW: a.Show(),
    Confirmable.DEAL: a.Deal(),
    Confirmable.MISDEAL: a.Misdeal(),
    Confirmable.ABANDON: a.Abandon(),
    Confirmable.OUT: a.Go(out=True),
    Confirmable.REDO: a.Redo(),
}

MODE_KEYS: Final[Mapping[Key, a.Entered]] = {
    Key.EIGHT: a.Entered.CARDS,
    Key.NINE: a.Entered.HANDS,
    Key.TEN: a.Entered.POINTS,
}
"""The entry mode that a key selects after holding OK, or after a game is chosen."""

STEP_KEYS: Final = frozenset({Key.NEXT, Key.GO})
"""Keys that step through the list of games: NEXT on a three-button box, Go on a keypad."""


def press(snapshot: Snapshot, buffer: KeyBuffer, key: Key) -> PressResult:
    """Handle *key*, pressed after those in *buffer*. A refused key leaves the buffer unchanged, but
    cancels a pending OK hold; holding OK again restarts it. An entry begun at another version of
    the table is dropped together with the key."""
    fresh = KeyBuffer(snapshot.version)
    if buffer.restored and buffer.version != snapshot.version:
        buffer = fresh
    if buffer.keys and buffer.version != snapshot.version:
        return PressResult(fresh, refused=True, why=Rejection(Reason.CAME_BETWEEN))
    if key is Key.UNDO and buffer.keys:
        return PressResult(replace(fresh, keys=buffer.keys[:-1]))
    if key is Key.UNDO:
        return PressResult(fresh, a.Undo()) if snapshot.undo else PressResult(fresh, refused=True)
    if key is Key.HELD and (buffer.restored or is_armed(snapshot, buffer)):
        buffer = fresh
    keys = (*buffer.keys, key)
    room = len(keys) <= MAX_KEYS or key is Key.OK
    match meaning(snapshot, keys) if room else None:
        case None | Rejection() as why:
            return _refused(snapshot, buffer, key, why)
        case PendingEntry() as pending:
            cannot = _cannot(snapshot, pending)
            buffer = disarm(snapshot, buffer) if cannot else replace(fresh, keys=keys)
            return PressResult(buffer, refused=cannot is not None, why=cannot)
        case Agreement() as agrees:
            return PressResult(fresh, agrees=agrees)
        case action:
            return PressResult(fresh, action)


def _cannot(snapshot: Snapshot, pending: PendingEntry) -> Refusal | None:
    action = CONFIRMED.get(pending.confirms) if pending.confirms else None
    if pending.kind is EntryKind.SURE and action and not isinstance(action, a.Redo):
        try:
            apply(snapshot.game, action)
        except Refusal as why:
            return why
    return None


def _refused(snapshot: Snapshot, buffer: KeyBuffer, key: Key, why: Rejection | None) -> PressResult:
    left = disarm(snapshot, buffer)
    if key is Key.HELD and left.keys and not (why and why.code is Reason.NOTHING_TO_REDO):
        why = Rejection(Reason.HALF_TYPED)
    return PressResult(left, refused=True, why=why)


def restored_count(before: Snapshot, now: Snapshot) -> KeyBuffer:
    """Return the buffer after an undo that led from *before* to *now*: the cards of an undone count
    are put back as keys, if keys can type them."""
    fresh = KeyBuffer(now.version)
    match before.undo and before.undo.entry.actions:
        case (a.Count(cards=cards) | a.Crib(cards=cards),) if cards:
            keys = tuple(KEYS[card] for card in cards if card in KEYS)
            restored = replace(fresh, keys=keys, restored=True)
            shown = pending_entry(now, restored)
            return restored if shown and shown.cards == cards else fresh
        case _:
            return fresh


def disarm(snapshot: Snapshot, buffer: KeyBuffer) -> KeyBuffer:
    """Return the buffer after a refused key: empty if armed, so the next key confirms nothing."""
    return replace(buffer, keys=()) if is_armed(snapshot, buffer) else buffer


def is_armed(snapshot: Snapshot, buffer: KeyBuffer) -> bool:
    """True if OK was held, and the next key may do something that the game did not ask for."""
    shown = pending_entry(snapshot, buffer)
    return shown is not None and shown.kind in ARMED


def pending_entry(snapshot: Snapshot, buffer: KeyBuffer) -> PendingEntry | None:
    """Return the pending entry as shown on all devices; None if there is none at this version."""
    if not buffer.keys or buffer.version != snapshot.version:
        return None
    meant = meaning(snapshot, buffer.keys)
    return meant if isinstance(meant, PendingEntry) else None


def meaning(snapshot: Snapshot, keys: Keys) -> Meaning:  # noqa: C901 - one flat case a phase
    """Parse *keys*, at least one, in the context of *snapshot*."""
    game, key = snapshot.game, keys[0]
    if key is Key.HELD:
        return _after_hold(snapshot, keys[1:])
    if seats_to_agree(snapshot):
        return _agree(snapshot, keys)
    if start := snapshot.start_without_dealer:
        return _name_dealer(game, keys, start)
    if key is Key.NEXT:
        return _three_buttons(game, keys)
    if snapshot.is_pegged_by_hand:
        to_next = a.Show() if snapshot.entered is a.Entered.HANDS else a.Deal()
        return to_next if keys == (Key.OK,) else _points_by_hand(snapshot, keys)
    match game.phase, key, key.card:
        case Phase.SHOW, _, _:
            return parse_show(game, keys)
        case Phase.DRAW, _, card if card:
            return a.Draw(seat=game.drawing[0], card=card)
        case Phase.CUT, _, card if card:
            return a.Starter(card=card)
        case Phase.PLAY, _, card if card:
            return a.Play(card=card)
        case Phase.PLAY, Key.GO, _:
            return a.Go()
        case Phase.OVER, Key.OK, _:
            return a.Next()
        case _:
            return None


def is_idle(game: Game) -> bool:
    """True if no game is in progress."""
    return game.phase in (Phase.IDLE, Phase.OVER)


def _after_hold(snapshot: Snapshot, keys: Keys) -> Parsed:
    if is_idle(snapshot.game):
        return _choose_match(snapshot, keys)
    match keys:
        case ():
            return PendingEntry(kind=EntryKind.MORE)
        case (key,) if key in MODE_KEYS:
            return PendingEntry(kind=EntryKind.SURE, entered=MODE_KEYS[key])
        case (key, Key.OK) if key in MODE_KEYS:
            return a.SetMode(entry_mode=a.EntryModeChange(entered=MODE_KEYS[key]))
    row, then = HOLD_ACTIONS.get(keys[0]), keys[1:]
    if row is Confirmable.OUT and snapshot.is_pegged_by_hand:
        return None
    if isinstance(row, Confirmable):
        return _confirm(row, then)
    if callable(row):
        return row(snapshot, then)
    return None if then else row


def _confirm(action: Confirmable, keys: Keys) -> Parsed:
    """Return the action if OK confirms it, otherwise the pending confirmation."""
    match keys:
        case ():
            return PendingEntry(kind=EntryKind.SURE, confirms=action)
        case (Key.OK,):
            return CONFIRMED[action]
        case _:
            return None


def _choose_match(snapshot: Snapshot, keys: Keys) -> Parsed:
    """Return the match selected by *keys*: the game by its number in the list or by steps, the
    dealer's seat if players do not draw for the deal, and the entry mode.

    Since the ace selects a game here, holding OK again means redo. The next match keeps the
    previous entry mode, but a three-button box has no cards.
    """
    game = snapshot.game
    if not keys:
        redo = Confirmable.REDO if snapshot.redo else None
        return PendingEntry(kind=EntryKind.GAME, confirms=redo)
    if keys[0] is Key.HELD:
        nothing = Rejection(Reason.NOTHING_TO_REDO)
        return nothing if snapshot.redo is None else _confirm(Confirmable.REDO, keys[1:])
    steps = len(tuple(takewhile(STEP_KEYS.__contains__, keys)))
    place = (steps - 1) % len(RULES) if steps else index_of(keys[0], len(RULES))
    if place is None:
        return None
    rules, then = tuple(RULES)[place], keys[max(steps, 1) :]
    modes = [MODE_KEYS[key] for key in then if key in MODE_KEYS]
    entered = modes[-1] if modes else a.Entered.POINTS if Key.NEXT in keys else None
    then, complete = split_ok(tuple(key for key in then if key not in MODE_KEYS))
    players = RULES[rules].players
    seats = [index_of(key, players) for key in then]
    if len(seats) > 1 or None in seats:
        return None
    dealer = seats[0] if seats else None
    if complete:
        return _start(game, rules, dealer, entered)
    kept = None if snapshot.entered is a.Entered.CARDS else snapshot.entered
    return PendingEntry(kind=EntryKind.GAME, rules=rules, dealer=dealer, entered=entered or kept)


def _start(game: Game, rules: str, dealer: a.Seat | None, entered: a.Entered | None) -> a.Start:
    default = a.default_mode(muggins=RULES[rules].muggins)
    counted_by = game.entry_mode.counted_by if game.rules else default.counted_by
    entered = entered or game.entry_mode.entered
    change = a.EntryModeChange(
        counted_by=None if counted_by is default.counted_by else counted_by,
        entered=None if entered is default.entered else entered,
    )
    return a.Start(
        rules=rules,
        players=player_names(game, RULES[rules].players),
        dealer=dealer,
        entry_mode=None if change == a.EntryModeChange() else change,
    )


def player_names(game: Game, players: int) -> tuple[str, ...]:
    """Return the names of the last game if it had as many players; otherwise the seat numbers."""
    if len(game.players) == players:
        return game.players
    return tuple(str(seat) for seat in range(1, players + 1))


def draws_for_deal(pending: PendingEntry) -> bool:
    """True if players will draw for the deal in the match being typed."""
    return pending.dealer is None and pending.entered in (None, a.Entered.CARDS)


def _name_dealer(game: Game, keys: Keys, start: Entry) -> Parsed:
    """Return the *start* with a dealer, by seat number or by steps and OK. Cards already drawn are
    dropped; an entry mode set in the meantime is kept."""
    steps, complete = split_ok(keys)
    if keys[0] is not Key.NEXT:
        seat = index_of(keys[0], len(game.players))
    else:
        seat = (len(steps) - 1) % len(game.players) if {*steps} == {Key.NEXT} else None
        if seat is not None and not complete:
            return PendingEntry(kind=EntryKind.DEALER, dealer=seat)
    if seat is None:
        return None
    (began,) = start.actions
    assert isinstance(began, a.Start)
    actions = (replace(began, dealer=seat, entry_mode=game.entry_mode.change),)
    return a.Amend(entry=start.entry, actions=actions, drop_rest=any(game.drawn) or None)


def seats_to_agree(snapshot: Snapshot) -> tuple[a.Seat, ...]:
    """Return the seats whose players have not yet agreed with the result of a game on a club night;
    empty if agreement is not required."""
    assignment = snapshot.live.assignment
    if snapshot.game.phase is not Phase.OVER or assignment is None:
        return ()
    if not (assignment.asks and assignment.place):
        return ()
    agreed = dict(enumerate(assignment.agreed))
    return tuple(seat for seat in range(len(snapshot.game.players)) if not agreed.get(seat))


def _agree(snapshot: Snapshot, keys: Keys) -> PendingEntry | Agreement | None:
    """Parse *keys* as a player's agreement, by seat number or by steps on a three-button box. OK
    confirms it, because it cannot be undone; OK alone is no agreement."""
    steps, complete = split_ok(keys)
    seats, assignment = seats_to_agree(snapshot), snapshot.live.assignment
    seat: a.Seat | None = None
    if {*steps} == {Key.NEXT}:
        seat = seats[(len(steps) - 1) % len(seats)]
    elif len(steps) == 1:
        seat = index_of(steps[0], len(snapshot.game.players))
    if seat is None or seat not in seats:
        return None
    if not complete:
        return PendingEntry(kind=EntryKind.SURE, confirms=Confirmable.AGREE, seat=seat)
    assert assignment and assignment.place
    return Agreement(assignment.place, seat)


def _deal_by(snapshot: Snapshot, keys: Keys) -> Parsed:
    if not keys or keys[0] is Key.OK:
        return _confirm(Confirmable.DEAL, keys)
    dealer = index_of(keys[0], len(snapshot.game.players))
    if dealer is None:
        return None
    if keys[1:] == (Key.OK,):
        return a.Deal(dealer=dealer)
    sure = PendingEntry(kind=EntryKind.SURE, confirms=Confirmable.DEAL, dealer=dealer)
    return None if keys[1:] else sure


def _points_by_hand(snapshot: Snapshot, keys: Keys) -> Parsed:
    """Return points pegged by hand; the jack makes them negative."""
    return _points(keys, EntryKind.PEG, by_turn(snapshot.game), back=Key.JACK)


def _missed_points(snapshot: Snapshot, keys: Keys) -> Parsed:
    teams = callers(snapshot)
    return _points(keys, EntryKind.MUGGINS, teams) if teams else Rejection(Reason.NO_CLAIM)


def _points(
    keys: Keys, kind: EntryKind, teams: Sequence[a.Team], back: Key | None = None
) -> Parsed:
    """Return the points typed in *keys*, completed by OK, for the first of *teams* or, with Go, a
    later one. The key *back* makes them negative."""
    keys, complete = split_ok(keys)
    team = teams[keys.count(Key.GO) % len(teams)]
    is_back = back is not None and keys.count(back) % 2 == 1
    digits = tuple(key for key in keys if key not in (Key.GO, back))
    if not digits and not complete:
        return PendingEntry(kind=kind, team=team, back=is_back)
    points = number(digits)
    if not isinstance(points, int):
        return points
    points = -points if is_back else points
    if complete:
        return (a.Peg if kind is EntryKind.PEG else a.Muggins)(team=team, points=points)
    return PendingEntry(kind=kind, team=team, points=points, back=is_back, ghost=points)


HOLD_ACTIONS: Final[Mapping[Key, a.Asked | Confirmable | Callable[[Snapshot, Keys], Parsed]]] = {
    Key.ACE: a.Redo(),
    Key.TWO: _points_by_hand,
    Key.THREE: _missed_points,
    Key.FOUR: Confirmable.SHOW,
    Key.FIVE: _deal_by,
    Key.SIX: Confirmable.MISDEAL,
    Key.SEVEN: Confirmable.ABANDON,
    Key.QUEEN: Confirmable.OUT,
    Key.GO: a.Go(all=True),
}
"""The action of each key after OK held during a game: immediate, confirmed by OK, or typed."""


def _three_buttons(game: Game, keys: Keys) -> Parsed:
    """Return points typed with three buttons: one per NEXT; holding OK selects the next team."""
    if is_idle(game) or not set(keys) <= {Key.NEXT, Key.HELD, Key.OK}:
        return None
    teams, points = by_turn(game), keys.count(Key.NEXT)
    team = teams[keys.count(Key.HELD) % len(teams)]
    if keys[-1] is Key.OK:
        return a.Peg(team=team, points=points)
    return PendingEntry(kind=EntryKind.PEG, team=team, points=points, ghost=points)


def by_turn(game: Game) -> tuple[a.Team, ...]:
    """Return the teams in seat order, starting with the one whose turn it is."""
    first = game.team_of(game.turn) if game.turn is not None else 0
    return tuple((first + step) % len(game.pegs) for step in range(len(game.pegs)))


def callers(snapshot: Snapshot) -> tuple[a.Team, ...]:
    """Return the teams that may call muggins on another team's latest claim."""
    claims = claims_to_call(snapshot.game, snapshot.open_claims)
    return tuple(team for team, claim in claims.items() if team not in claim.called)


def claims_to_call(game: Game, claims: Sequence[Window]) -> dict[a.Team, Window]:
    """Return the claim that each team could call muggins on: another team's latest."""
    latest: dict[a.Team, Window] = {}
    for window in reversed(claims):
        for team in game.others(game.team_of(window.seat)):
            latest.setdefault(team, window)
    return latest
