"""The keys: thirteen ranks, Go, Undo and OK, or OK held; digits, and why a key was rejected."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.cards import RANKS, Card


class Key(StrEnum):
    """A key by what is printed on it. NEXT is on a box with three buttons: next, OK and undo."""

    ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN = "A", "2", "3", "4", "5", "6", "7"
    EIGHT, NINE, TEN, JACK, QUEEN, KING = "8", "9", "10", "J", "Q", "K"
    GO, UNDO, OK = "GO", "UNDO", "OK"
    HELD = "HELD"
    """OK, kept down for ``HOLD_SECONDS``."""
    NEXT = "NEXT"

    @property
    def card(self) -> Card | None:
        """The card of that rank; None for other keys."""
        return CARDS.get(self)

    @property
    def digit(self) -> int | None:
        """The digit for points: the ace is 1, the 10 is 0."""
        return DIGITS.get(self)


CARDS: Final[Mapping[Key, Card]] = {key: Card(RANKS[key]) for key in Key if key in RANKS}
KEYS: Final[Mapping[Card, Key]] = {card: key for key, card in CARDS.items()}
DIGITS: Final[Mapping[Key, int]] = {
    key: card.rank % 10 for key, card in CARDS.items() if card.rank <= 10
}

SIXTEEN: Final = (*CARDS, Key.GO, Key.UNDO, Key.OK)
"""As they lie on the keypad, row by row."""

Keys: TypeAlias = tuple[Key, ...]
"""Pressed one after the other."""


def split_ok(keys: Keys) -> tuple[Keys, bool]:
    """Return *keys* without an OK at their end, and True if there was one: it ends an entry."""
    return (keys[:-1], True) if keys[-1:] == (Key.OK,) else (keys, False)


class Reason(StrEnum):
    """The reason why a key was rejected. The codes occur in remembered games."""

    CARDS_MISSING = "cards_missing"
    """A hand or the crib is not whole yet."""
    SUITS_ADD_NOTHING = "suits_add_nothing"
    NO_POINTS = "no_points"
    TWO_DIGITS = "two_digits"
    TOO_MANY = "too_many"
    """Above the highest possible score of the hand."""
    NO_CLAIM = "no_claim"
    NOTHING_TO_REDO = "nothing_to_redo"
    HALF_TYPED = "half_typed"
    """OK was held while an entry was half typed."""
    CAME_BETWEEN = "came_between"
    """Another entry made the pending one void."""
    LEFT_ALONE = "left_alone"
    """The pending entry was dropped after a while without a key."""
    ANOTHER_TYPES = "another_types"
    """An entry is pending that the sender of the key did not see."""
    NOT_AGREED = "not_agreed"
    """That a player agrees could not be kept, or the game is not on the table any more."""
    DROPPED = "dropped"
    """The pending entry that the sender of the key saw is gone."""
    RELEASED = "released"
    """A key that does nothing after OK was held has ended that."""


class Rejection(NamedTuple):
    """The reason, and what it is about: how many ``cards`` are missing, or the ``points`` that are
    more than the ``most`` there can be."""

    code: Reason
    cards: int = 0
    points: int = 0
    most: int = 0


MOST_DIGITS: Final = 2
"""No hand is worth more than 29, and no peg moves a hundred by hand. Leading zeros do not count."""


def number(keys: Keys) -> int | Rejection | None:
    """Return the number that *keys* spell; else a Rejection, or None for keys without a digit."""
    digits = [key.digit for key in keys]
    if not digits:
        return Rejection(Reason.NO_POINTS)
    if None in digits:
        return None
    text = "".join(map(str, digits)).lstrip("0")
    return Rejection(Reason.TWO_DIGITS) if len(text) > MOST_DIGITS else int(text or "0")


def index_of(key: Key, of: int) -> int | None:
    """Return the index in a list of *of* that a key names; None if it names none."""
    return key.card.rank - 1 if key.card and key.card.rank <= of else None


HOLD_SECONDS: Final = 0.8


class HoldDetector:
    """Tells OK from OK held: turns buttons that go down and up at a second *now* into keys.

    Every key counts when it goes down, but OK when it comes up, or just before another key that
    goes down meanwhile: quick fingers overlap. Kept down for *after* seconds it is OK held.
    """

    def __init__(self, after: float = HOLD_SECONDS) -> None:
        self._after = after
        self._since: float | None = None

    def down(self, key: Key, now: float) -> Keys:
        """Return the keys that a button going down makes, in their order."""
        released = self.up(Key.OK, now)
        if key is not Key.OK:
            return (*released, key)
        self._since = now
        return released

    def up(self, key: Key, now: float) -> Keys:
        """Return the keys that a button going up makes."""
        if key is not Key.OK or self._since is None:
            return ()
        held, self._since = now - self._since >= self._after, None
        return (Key.HELD if held else Key.OK,)

    def still(self, now: float) -> Keys:
        """Return OK held, once, as soon as the button has been down long enough."""
        if self._since is None or now - self._since < self._after:
            return ()
        self._since = None
        return (Key.HELD,)

    def wait(self, now: float) -> float | None:
        """Return the seconds until ``still`` is due; None if no OK is down."""
        return None if self._since is None else max(self._since + self._after - now, 0.0)
