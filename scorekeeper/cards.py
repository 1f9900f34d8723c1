"""Playing cards for cribbage: the rank is always known, the suit only if given."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from functools import cache, lru_cache
from typing import Final, TypeAlias, final


class Rank(IntEnum):
    """The ranks, ace low, in the order used for cuts and runs."""

    ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN = range(1, 8)
    EIGHT, NINE, TEN, JACK, QUEEN, KING = range(8, 14)

    @property
    def pips(self) -> int:
        """The value of the card in fifteens and in the running count."""
        return min(self, 10)

    @property
    def symbol(self) -> str:
        """The symbol of the rank: ``A``, ``2`` … ``10``, ``J``, ``Q`` or ``K``."""
        return SYMBOLS[self - 1]


class Suit(Enum):
    """The four suits, by letter."""

    CLUBS, DIAMONDS, HEARTS, SPADES = "CDHS"


SYMBOLS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RANKS: Final = {symbol: Rank(n) for n, symbol in enumerate(SYMBOLS, 1)} | {"T": Rank.TEN}
SUITS: Final = {suit.value: suit for suit in Suit} | dict(zip("♣♦♥♠", Suit, strict=True))


@final
class Card:
    """A card; immutable. ``suit`` is None if unknown.

    Equal cards are the same object.
    """

    __slots__ = ("_text", "pips", "rank", "suit")

    rank: Rank
    suit: Suit | None
    pips: int
    _text: str

    def __new__(cls, rank: Rank, suit: Suit | None = None) -> Card:
        """Return the card of this rank and suit."""
        return _one_of_each(rank, suit)

    @staticmethod
    def parse(text: str) -> Card:
        """Parse a card such as ``5H``, ``10``, ``tc`` or ``J♦``. Raises NotACard."""
        if not isinstance(text, str):
            raise NotACard(text)
        return _read(text)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cards are immutable: cannot set {name!r} of {self}")

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Card.parse({self._text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Card.parse, (self._text,)


@lru_cache(maxsize=512)
def _read(text: str) -> Card:
    word = text.strip().upper()
    suit = SUITS.get(word[-1:])
    rank = RANKS.get(word[:-1] if suit else word)
    if rank is None:
        raise NotACard(text)
    return Card(rank, suit)


@cache
def _one_of_each(rank: Rank, suit: Suit | None) -> Card:
    card = object.__new__(Card)
    put = super(Card, card).__setattr__
    put("rank", rank)
    put("suit", suit)
    put("pips", rank.pips)
    put("_text", rank.symbol + (suit.value if suit else ""))
    return card


class NotACard(ValueError):
    """``text`` is not a card."""

    def __init__(self, text: object) -> None:
        super().__init__(
            f"not a card: {text!r} (a card is A 2…10 J Q K, then C D H S where the suit is "
            "known, such as 5H, 10 or JD)"
        )
        self.text = text


Cards: TypeAlias = tuple[Card, ...]

DECK: Final[Cards] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)


def read_cards(words: Iterable[str]) -> Cards:
    """Parse words as cards; NotACard names the first invalid one."""
    return tuple(Card.parse(word) for word in words)
