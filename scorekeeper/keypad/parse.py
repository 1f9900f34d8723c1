"""The parser of keys: a pending entry, a completed one, or nothing at all.

Where the program asks for a card, one key is one entry. Hands, claims and points are typed and end
with OK. OK held announces something else than what is asked; what no slip of a finger should do
ends with OK too.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from scorekeeper.game.actions import (
    Abandon,
    Asked,
    Deal,
    Draw,
    Go,
    Misdeal,
    Next,
    Peg,
    Play,
    Redo,
    Show,
    Starter,
)
from scorekeeper.game.live import Confirmable, EntryKind, PendingEntry
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game, Phase, Window
from scorekeeper.keypad.key import Key, Keys
from scorekeeper.keypad.points import PointsEntry, parse_points
from scorekeeper.keypad.rejection import Rejection
from scorekeeper.keypad.show import parse_show
from scorekeeper.keypad.start import index_of

Parsed: TypeAlias = PendingEntry | Asked | Rejection | None
"""A pending entry, a completed one, or None; a Rejection if a sentence can tell why not."""

CONFIRMED: Final[Mapping[Confirmable, Asked]] = {
    Confirmable.SHOW: Show(),
    Confirmable.DEAL: Deal(),
    Confirmable.MISDEAL: Misdeal(),
    Confirmable.ABANDON: Abandon(),
    Confirmable.OUT: Go(out=True),
    Confirmable.REDO: Redo(),
}


def parse(snapshot: Snapshot, keys: Keys) -> Parsed:
    """Return the meaning of *keys*, at least one, where cards are entered; after OK held, a game is
    on."""
    game = snapshot.game
    if keys[0] is Key.NEXT:
        return three_buttons(game, keys)
    if keys[0] is Key.HELD:
        return after_hold(snapshot, keys[1:])
    if game.phase is Phase.SHOW:
        return parse_show(game, keys)
    return single_key(game, keys[0])


def is_idle(game: Game) -> bool:
    """True if no game is on."""
    return game.phase in (Phase.IDLE, Phase.OVER)


def single_key(game: Game, key: Key) -> Parsed:
    """Return the entry of one key, where a card or a go is asked for."""
    match game.phase, key, key.card:
        case Phase.DRAW, _, card if card:
            return Draw(seat=game.drawing[0], card=card)
        case Phase.CUT, _, card if card:
            return Starter(card=card)
        case Phase.PLAY, _, card if card:
            return Play(card=card)
        case Phase.PLAY, Key.GO, _:
            return Go()
        case Phase.OVER, Key.OK, _:
            return Next()
        case _:
            return None


def after_hold(snapshot: Snapshot, keys: Keys) -> Parsed:
    """Return the meaning of *keys* after OK was held: something that was not asked for."""
    if not keys:
        return PendingEntry(kind=EntryKind.MORE)
    row, then = HOLD_ACTIONS.get(keys[0]), keys[1:]
    if row is Confirmable.OUT and snapshot.is_pegged_by_hand:
        return None
    if isinstance(row, Confirmable):
        return confirm(row, then)
    if callable(row):
        return row(snapshot, then)
    return None if then else row


def confirm(action: Confirmable, keys: Keys) -> Parsed:
    """Return the action once OK confirms it."""
    match keys:
        case ():
            return PendingEntry(kind=EntryKind.SURE, confirms=action)
        case (Key.OK,):
            return CONFIRMED[action]
        case _:
            return None


def deal_by(snapshot: Snapshot, keys: Keys) -> Parsed:
    """Return the next deal once OK confirms it, by the dealer whose seat is named, if one is."""
    if not keys or keys[0] is Key.OK:
        return confirm(Confirmable.DEAL, keys)
    dealer = index_of(keys[0], len(snapshot.game.players))
    if dealer is None:
        return None
    if keys[1:] == (Key.OK,):
        return Deal(dealer=dealer)
    sure = PendingEntry(kind=EntryKind.SURE, confirms=Confirmable.DEAL, dealer=dealer)
    return None if keys[1:] else sure


def points_by_hand(snapshot: Snapshot, keys: Keys) -> Parsed:
    """Return points without cards, forward or, after the jack, back."""
    teams = by_turn(snapshot.game)
    return parse_points(keys, PointsEntry(EntryKind.PEG, teams, back=Key.JACK))


def missed_points(snapshot: Snapshot, keys: Keys) -> Parsed:
    """Return the points that another team's claim has missed."""
    return parse_points(keys, PointsEntry(EntryKind.MUGGINS, callers(snapshot)))


HOLD_ACTIONS: Final[Mapping[Key, Asked | Confirmable | Callable[[Snapshot, Keys], Parsed]]] = {
    Key.ACE: Redo(),
    Key.TWO: points_by_hand,
    Key.THREE: missed_points,
    Key.FOUR: Confirmable.SHOW,
    Key.FIVE: deal_by,
    Key.SIX: Confirmable.MISDEAL,
    Key.SEVEN: Confirmable.ABANDON,
    Key.QUEEN: Confirmable.OUT,
    Key.GO: Go(all=True),
}
"""The meaning of a key after OK was held during a game: immediate, with OK, or with more keys."""


def three_buttons(game: Game, keys: Keys) -> Parsed:
    """Return the points typed on three buttons: one for every NEXT; OK held is the next team."""
    if is_idle(game) or not set(keys) <= {Key.NEXT, Key.HELD, Key.OK}:
        return None
    teams, points = by_turn(game), keys.count(Key.NEXT)
    team = teams[keys.count(Key.HELD) % len(teams)]
    if keys[-1] is Key.OK:
        return Peg(team=team, points=points)
    return PendingEntry(kind=EntryKind.PEG, team=team, points=points, ghost=points)


def by_turn(game: Game) -> tuple[int, ...]:
    """Return the teams: the one whose turn it is first, then the others as they sit."""
    first = game.team_of(game.turn) if game.turn is not None else 0
    return tuple((first + step) % len(game.pegs) for step in range(len(game.pegs)))


def callers(snapshot: Snapshot) -> tuple[int, ...]:
    """Return the teams that may still call the latest claim of another team."""
    claims = claims_to_call(snapshot.game, snapshot.open_claims)
    return tuple(team for team, claim in claims.items() if team not in claim.called)


def claims_to_call(game: Game, claims: Sequence[Window]) -> dict[int, Window]:
    """Return which of the open *claims* each team would call: the latest of another team."""
    latest: dict[int, Window] = {}
    for window in reversed(claims):
        for team in game.others(game.team_of(window.seat)):
            latest.setdefault(team, window)
    return latest
