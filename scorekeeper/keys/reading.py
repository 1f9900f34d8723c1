"""What keys mean, one after the other: a half-typed entry, a whole one, or nothing at all.

Where the program asks for a card, one key is one entry. Hands, claims and points are typed and
stand with OK. OK held says that something else than what is asked is to come.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
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
    Start,
    Starter,
)
from scorekeeper.game.state import Game, Phase, Window
from scorekeeper.keys.half import Half, What
from scorekeeper.keys.key import Key, Keys, before_ok
from scorekeeper.keys.points import Typing, pegged
from scorekeeper.keys.showing import shown
from scorekeeper.rules import RULES

Reading: TypeAlias = Half | Asked | None

MORE: Final[Mapping[Key, Asked]] = MappingProxyType(
    {
        Key.GO: Go(all=True),
        Key.ACE: Redo(),
        Key.FOUR: Show(),
        Key.FIVE: Deal(),
        Key.SIX: Misdeal(),
        Key.SEVEN: Abandon(),
    }
)
"""What a key does after OK was held, while a game is on; two and three begin to type points."""


STEPS: Final = frozenset({Key.NEXT, Key.GO})
"""Keys that step through the games; who has three buttons has no others."""


def read(game: Game, keys: Keys) -> Reading:
    """What *keys*, at least one, mean in *game*."""
    if keys[0] is Key.NEXT:
        return stepped(game, keys)
    if keys[0] is Key.HELD:
        return begun(game, keys[1:]) if is_idle(game) else more(game, keys[1:])
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
    match keys:
        case ():
            return Half(what=What.MORE)
        case (Key.TWO, *typed):
            return points_by_hand(game, tuple(typed))
        case (Key.THREE, *typed):
            return called(game, tuple(typed))
        case (key,):
            return MORE.get(key)
        case _:
            return None


def begun(game: Game, keys: Keys) -> Reading:
    """Which game to begin, by its number in the list or by steps; then, if it need not be drawn
    for, the seat that deals."""
    rows, steps = tuple(RULES), len(tuple(takewhile(STEPS.__contains__, keys)))
    match keys[max(steps - 1, 0) :]:
        case (key, *then):
            chosen = (steps - 1) % len(rows) if steps else place(key, len(rows))
            return None if chosen is None else seated(game, rows[chosen], tuple(then))
        case _:
            return Half(what=What.GAME)


def seated(game: Game, rules: str, keys: Keys) -> Reading:
    """The game is chosen; perhaps a dealer is too."""
    keys, whole = before_ok(keys)
    players = RULES[rules].players
    seats = [place(key, players) for key in keys]
    if len(seats) > 1 or None in seats:
        return None
    dealer = seats[0] if seats else None
    if whole:
        return Start(rules=rules, players=names(game, players), dealer=dealer)
    return Half(what=What.GAME, rules=rules, dealer=dealer)


def place(key: Key, of: int) -> int | None:
    """The place in a list of so many that a key names, from 0; None where it names none."""
    return key.card.rank - 1 if key.card and key.card.rank <= of else None


def names(game: Game, players: int) -> tuple[str, ...]:
    """Those of the last game, if as many played; else the numbers of the seats."""
    if len(game.players) == players:
        return game.players
    return tuple(str(seat) for seat in range(1, players + 1))


def points_by_hand(game: Game, keys: Keys) -> Reading:
    """Points without cards, forward or, after the jack, back."""
    return pegged(keys, Typing(What.PEG, by_turn(game), back=Key.JACK))


def called(game: Game, keys: Keys) -> Reading:
    """Points that another team's claim has missed."""
    return pegged(keys, Typing(What.MUGGINS, callers(game)))


def stepped(game: Game, keys: Keys) -> Reading:
    """Points of somebody with three buttons: one for every NEXT; OK held is for the next team."""
    if is_idle(game) or not set(keys) <= {Key.NEXT, Key.HELD, Key.OK}:
        return None
    teams, points = by_turn(game), keys.count(Key.NEXT)
    team = teams[keys.count(Key.HELD) % len(teams)]
    if keys[-1] is Key.OK:
        return Peg(team=team, points=points)
    return Half(what=What.PEG, team=team, points=points, ghost=points)


def by_turn(game: Game) -> tuple[int, ...]:
    """The teams: the one whose turn it is first, then the others as they sit."""
    first = game.team_of(game.turn) if game.turn is not None else 0
    return tuple((first + step) % len(game.pegs) for step in range(len(game.pegs)))


def callers(game: Game) -> tuple[int, ...]:
    """The teams that may still call the latest claim of another team; none where none is open."""
    latest: dict[int, Window] = {}
    for window in reversed(game.windows):
        for team in game.others(game.team_of(window.seat)):
            latest.setdefault(team, window)
    return tuple(team for team, window in latest.items() if team not in window.called)
