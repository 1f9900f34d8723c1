"""What keys mean, one after the other: a half-typed entry, a whole one, or nothing at all.

Where the program asks for a card, one key is one entry. Hands, claims and points are typed and
stand with OK. OK held says that something else than what is asked is to come; of that, what no slip
of a finger should do stands with OK too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
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
from scorekeeper.game.pending_entry import Confirmable, EntryKind, PendingEntry
from scorekeeper.game.state import Game, Phase, Window
from scorekeeper.keypad.key import Key, Keys
from scorekeeper.keypad.points import Typing, pegged
from scorekeeper.keypad.rejection import NotNow
from scorekeeper.keypad.show import shown

Reading: TypeAlias = PendingEntry | Asked | NotNow | None
"""What keys are: half an entry, a whole one, or no entry; then it may be known why."""

DEEDS: Final[Mapping[Confirmable, Asked]] = MappingProxyType(
    {
        Confirmable.SHOW: Show(),
        Confirmable.DEAL: Deal(),
        Confirmable.MISDEAL: Misdeal(),
        Confirmable.ABANDON: Abandon(),
        Confirmable.REDO: Redo(),
    }
)


def read(game: Game, keys: Keys) -> Reading:
    """What *keys*, at least one, mean in *game*; where OK was held, one is on."""
    if keys[0] is Key.NEXT:
        return stepped(game, keys)
    if keys[0] is Key.HELD:
        return more(game, keys[1:])
    if game.phase is Phase.SHOW:
        return shown(game, keys)
    return asked(game, keys[0])


def is_idle(game: Game) -> bool:
    """Whether no game is on."""
    return game.phase in (Phase.IDLE, Phase.OVER)


def asked(game: Game, key: Key) -> Reading:
    """One key is one entry, where a card or a go is asked for."""
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


def more(game: Game, keys: Keys) -> Reading:
    """What is to be done that was not asked for."""
    if not keys:
        return PendingEntry(kind=EntryKind.MORE)
    row, then = MORE.get(keys[0]), keys[1:]
    if isinstance(row, Confirmable):
        return sure(row, then)
    if callable(row):
        return row(game, then)
    return None if then else row


def sure(deed: Confirmable, keys: Keys) -> Reading:
    """Nothing is done before OK."""
    match keys:
        case ():
            return PendingEntry(kind=EntryKind.SURE, confirms=deed)
        case (Key.OK,):
            return DEEDS[deed]
        case _:
            return None


def points_by_hand(game: Game, keys: Keys) -> Reading:
    """Points without cards, forward or, after the jack, back."""
    return pegged(keys, Typing(EntryKind.PEG, by_turn(game), back=Key.JACK))


def called(game: Game, keys: Keys) -> Reading:
    """Points that another team's claim has missed."""
    return pegged(keys, Typing(EntryKind.MUGGINS, callers(game)))


MORE: Final[Mapping[Key, Asked | Confirmable | Callable[[Game, Keys], Reading]]] = MappingProxyType(
    {
        Key.ACE: Redo(),
        Key.TWO: points_by_hand,
        Key.THREE: called,
        Key.FOUR: Confirmable.SHOW,
        Key.FIVE: Confirmable.DEAL,
        Key.SIX: Confirmable.MISDEAL,
        Key.SEVEN: Confirmable.ABANDON,
        Key.GO: Go(all=True),
    }
)
"""What a key does after OK was held, while a game is on: at once, with OK, or with what follows."""


def stepped(game: Game, keys: Keys) -> Reading:
    """Points of somebody with three buttons: one for every NEXT; OK held is for the next team."""
    if is_idle(game) or not set(keys) <= {Key.NEXT, Key.HELD, Key.OK}:
        return None
    teams, points = by_turn(game), keys.count(Key.NEXT)
    team = teams[keys.count(Key.HELD) % len(teams)]
    if keys[-1] is Key.OK:
        return Peg(team=team, points=points)
    return PendingEntry(kind=EntryKind.PEG, team=team, points=points, ghost=points)


def by_turn(game: Game) -> tuple[int, ...]:
    """The teams: the one whose turn it is first, then the others as they sit."""
    first = game.team_of(game.turn) if game.turn is not None else 0
    return tuple((first + step) % len(game.pegs) for step in range(len(game.pegs)))


def callers(game: Game) -> tuple[int, ...]:
    """The teams that may still call the latest claim of another team; none where none is open."""
    claims = claims_to_call(game)
    return tuple(team for team, claim in claims.items() if team not in claim.called)


def claims_to_call(game: Game) -> dict[int, Window]:
    """The claim that each team would call: the latest of another team's that is open."""
    latest: dict[int, Window] = {}
    for window in reversed(game.windows):
        for team in game.others(game.team_of(window.seat)):
            latest.setdefault(team, window)
    return latest
