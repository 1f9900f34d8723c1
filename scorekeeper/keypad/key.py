"""The keys: thirteen ranks, Go, Undo, OK and OK held; digits, and reasons for rejecting a key."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.cards import RANKS, Card


class Key(StrEnum):
    """A key, named by its label. NEXT is on a box with three buttons: next, OK and undo."""

    ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN = "A", "2", "3", "4", "5", "6", "7"
    EIGHT, NINE, TEN, JACK, QUEEN, KING = "8", "9", "10", "J", "Q", "K"
    GO, UNDO, OK = "GO", "UNDO", "OK"
    HELD = "HELD"
    """OK, held for ``HOLD_SECONDS``."""
    NEXT = "NEXT"

    @property
    def card(self) -> Card | None:
        """The card of this key's rank, without a suit; None for other keys."""
        return CARDS.get(self)

    @property
    def digit(self) -> int | None:
        """The digit of this key: the ace is 1, the 10 is 0."""
        return DIGITS.get(self)


CARDS: Final[Mapping[Key, Card]] = {key: Card(RANKS[key]) for key in Key if key in RANKS}
KEYS: Final[Mapping[Card, Key]] = {card: key for key, card in CARDS.items()}
DIGITS: Final[Mapping[Key, int]] = {
    key: card.rank % 10 for key, card in CARDS.items() if card.rank <= 10
}

SIXTEEN: Final = (*CARDS, Key.GO, Key.UNDO, Key.OK)
"""The sixteen keys in the order of the keypad, row by row."""

Keys: TypeAlias = tuple[Key, ...]
"""Keys in the order in which they were pressed."""


def split_ok(keys: Keys) -> tuple[Keys, bool]:
    """Return *keys* without a final OK, and whether there was one, which completes an entry."""
    return (keys[:-1], True) if keys[-1:] == (Key.OK,) else (keys, False)


class Reason(StrEnum):
    """The reason why a key was rejected. The codes are stored in game files."""

    CARDS_MISSING = "cards_missing"
    """The hand or crib is incomplete."""
    SUITS_ADD_NOTHING = "suits_add_nothing"
    NO_POINTS = "no_points"
    TWO_DIGITS = "two_digits"
    TOO_MANY = "too_many"
    """Above the highest possible score of the hand."""
    NO_CLAIM = "no_claim"
    NOTHING_TO_REDO = "nothing_to_redo"
    HALF_TYPED = "half_typed"
    """OK was held in the middle of an entry."""
    CAME_BETWEEN = "came_between"
    """Another entry invalidated the pending one."""
    LEFT_ALONE = "left_alone"
    """The pending entry timed out."""
    ANOTHER_TYPES = "another_types"
    """There is a pending entry that the sender of the key has not seen."""
    NOT_AGREED = "not_agreed"
    """The player's agreement could not be stored, or the game is no longer on the table."""
    DROPPED = "dropped"
    """The pending entry that the sender of the key has seen no longer exists."""
    RELEASED = "released"
    """A key without a function after OK was held has cancelled the hold."""


class Rejection(NamedTuple):
    """A reason with values: ``cards`` missing, or ``points`` typed and the ``most`` possible."""

    code: Reason
    cards: int = 0
    points: int = 0
    most: int = 0


MAX_DIGITS: Final = 2
"""Maximum number of digits, without leading zeros: no hand scores more than 29."""


def number(keys: Keys) -> int | Rejection | None:
    """Return the number that *keys* spell; a Rejection if empty or too long, None if not digits."""
    digits = [key.digit for key in keys]
    if not digits:
        return Rejection(Reason.NO_POINTS)
    if None in digits:
        return None
    text = "".join(map(str, digits)).lstrip("0")
    return Rejection(Reason.TWO_DIGITS) if len(text) > MAX_DIGITS else int(text or "0")


def index_of(key: Key, of: int) -> int | None:
    """Return the index from 0 that a rank key selects among *of* items; None if it selects none."""
    return key.card.rank - 1 if key.card and key.card.rank <= of else None


HOLD_SECONDS: Final = 0.8


class HoldDetector:
    """Distinguishes OK from OK held: converts button events at time *now* into keys.

    A key counts when its button goes down, but OK when its button comes up, or just before another
    key that goes down in the meantime, since fast fingers overlap. If held for *after* seconds, it
    becomes OK held.
    """

    def __init__(self, after: float = HOLD_SECONDS) -> None:
        self._after = after
        self._since: float | None = None

    def down(self, key: Key, now: float) -> Keys:
        """Return the keys produced when a button goes down."""
        released = self.up(Key.OK, now)
        if key is not Key.OK:
            return (*released, key)
        self._since = now
        return released

    def up(self, key: Key, now: float) -> Keys:
        """Return the keys produced when a button comes up."""
        if key is not Key.OK or self._since is None:
            return ()
        held, self._since = now - self._since >= self._after, None
        return (Key.HELD if held else Key.OK,)

    def still(self, now: float) -> Keys:
        """Return OK held, once, when the button has been down long enough."""
        if self._since is None or now - self._since < self._after:
            return ()
        self._since = None
        return (Key.HELD,)

    def wait(self, now: float) -> float | None:
        """Return the seconds until ``still`` is due; None if OK is not down."""
        return None if self._since is None else max(self._since + self._after - now, 0.0)
