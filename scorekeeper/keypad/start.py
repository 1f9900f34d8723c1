"""The start of a match by keys: which game, and who deals."""

from itertools import takewhile
from typing import Final

from scorekeeper.game.actions import Start
from scorekeeper.game.live import EntryKind, PendingEntry
from scorekeeper.game.state import Game
from scorekeeper.keypad.key import Key, Keys, split_ok
from scorekeeper.rules.variants import RULES

STEP_KEYS: Final = frozenset({Key.NEXT, Key.GO})
"""Keys that step through the games; three buttons have no others."""


def choose_game(game: Game, keys: Keys) -> PendingEntry | Start | None:
    """Return the chosen game; then, if it need not be drawn for, the seat that deals."""
    if not keys:
        return PendingEntry(kind=EntryKind.GAME)
    rules, then = (by_steps if keys[0] in STEP_KEYS else by_number)(keys)
    return None if rules is None else choose_dealer(game, rules, then)


def by_number(keys: Keys) -> tuple[str | None, Keys]:
    """Return the game with that number in the list, and the keys after it."""
    number = index_of(keys[0], len(RULES))
    return None if number is None else tuple(RULES)[number], keys[1:]


def by_steps(keys: Keys) -> tuple[str | None, Keys]:
    """Return the game that many steps down the list, round and round, and the keys after them."""
    steps = len(tuple(takewhile(STEP_KEYS.__contains__, keys)))
    return tuple(RULES)[(steps - 1) % len(RULES)], keys[steps:]


def choose_dealer(game: Game, rules: str, keys: Keys) -> PendingEntry | Start | None:
    """Return the game with its dealer, if one is chosen."""
    keys, complete = split_ok(keys)
    players = RULES[rules].players
    seats = [index_of(key, players) for key in keys]
    if len(seats) > 1 or None in seats:
        return None
    dealer = seats[0] if seats else None
    if complete:
        return Start(rules=rules, players=player_names(game, players), dealer=dealer)
    return PendingEntry(kind=EntryKind.GAME, rules=rules, dealer=dealer)


def index_of(key: Key, of: int) -> int | None:
    """Return the index in a list of *of* that a key names; None if it names none."""
    return key.card.rank - 1 if key.card and key.card.rank <= of else None


def player_names(game: Game, players: int) -> tuple[str, ...]:
    """Return the names of the last game, if as many played; else the numbers of the seats."""
    if len(game.players) == players:
        return game.players
    return tuple(str(seat) for seat in range(1, players + 1))
