"""What keys mean where no game is on: which one to begin, and who deals."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from scorekeeper.game.actions import Start
from scorekeeper.game.pending_entry import EntryKind, PendingEntry
from scorekeeper.game.state import Game
from scorekeeper.keypad.key import Key, Keys, before_ok
from scorekeeper.rules.variants import RULES

STEPS: Final = frozenset({Key.NEXT, Key.GO})
"""Keys that step through the games; who has three buttons has no others."""


def begun(game: Game, keys: Keys) -> PendingEntry | Start | None:
    """Which game to begin; then, if it need not be drawn for, the seat that deals."""
    if not keys:
        return PendingEntry(kind=EntryKind.GAME)
    rules, then = (by_steps if keys[0] in STEPS else by_number)(keys)
    return None if rules is None else seated(game, rules, then)


def by_number(keys: Keys) -> tuple[str | None, Keys]:
    """The game with that number in the list, and the keys behind it."""
    number = place(keys[0], len(RULES))
    return None if number is None else tuple(RULES)[number], keys[1:]


def by_steps(keys: Keys) -> tuple[str | None, Keys]:
    """The game to which that many steps lead, round and round; and the keys behind them."""
    steps = len(tuple(takewhile(STEPS.__contains__, keys)))
    return tuple(RULES)[(steps - 1) % len(RULES)], keys[steps:]


def seated(game: Game, rules: str, keys: Keys) -> PendingEntry | Start | None:
    """The game is chosen; perhaps a dealer is too."""
    keys, whole = before_ok(keys)
    players = RULES[rules].players
    seats = [place(key, players) for key in keys]
    if len(seats) > 1 or None in seats:
        return None
    dealer = seats[0] if seats else None
    if whole:
        return Start(rules=rules, players=names(game, players), dealer=dealer)
    return PendingEntry(kind=EntryKind.GAME, rules=rules, dealer=dealer)


def place(key: Key, of: int) -> int | None:
    """The place in a list of so many that a key names, from 0; None where it names none."""
    return key.card.rank - 1 if key.card and key.card.rank <= of else None


def names(game: Game, players: int) -> tuple[str, ...]:
    """Those of the last game, if as many played; else the numbers of the seats."""
    if len(game.players) == players:
        return game.players
    return tuple(str(seat) for seat in range(1, players + 1))
