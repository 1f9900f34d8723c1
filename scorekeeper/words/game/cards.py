"""Cards as players name them (the 10 of hearts, le valet de trèfle) and as they are printed."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.cards import Card, Cards, Rank, Suit
from scorekeeper.words.catalogue import Speech, en

NAMES: Final[Mapping[Rank, tuple[str, str]]] = {
    Rank.ACE: (en("ace"), en("the ace")),
    Rank.JACK: (en("jack"), en("the jack")),
    Rank.QUEEN: (en("queen"), en("the queen")),
    Rank.KING: (en("king"), en("the king")),
}
SUITS: Final[Mapping[Suit, str]] = {
    Suit.CLUBS: en("clubs"),
    Suit.DIAMONDS: en("diamonds"),
    Suit.HEARTS: en("hearts"),
    Suit.SPADES: en("spades"),
}
SYMBOLS: Final[Mapping[Suit, str]] = dict(zip(Suit, "♣♦♥♠", strict=True))

LETTERS: Final[Mapping[str, Mapping[Rank, str]]] = {
    letters: dict(zip((Rank.JACK, Rank.QUEEN, Rank.KING), letters, strict=True))
    for letters in ("JQK", "VDR")
}
"""The letters on the court cards: decks sold in Québec have either."""

LETTERS_OF: Final[Mapping[str, str]] = {"en": "JQK", "fr": "VDR"}


def rank(speech: Speech, value: Rank) -> str:
    """Return ace, 2 … 10, jack."""
    return speech.say(NAMES[value][0]) if value in NAMES else value.symbol


def suit(speech: Speech, value: Suit) -> str:
    """Return hearts."""
    return speech.say(SUITS[value])


def card(speech: Speech, value: Card) -> str:
    """Return 10 of hearts, or just 10 without a suit."""
    return _of_suit(speech, value, rank(speech, value.rank))


def the(speech: Speech, value: Card) -> str:
    """Return the 10 of hearts."""
    if value.rank in NAMES:
        return _of_suit(speech, value, speech.say(NAMES[value.rank][1]))
    return _of_suit(speech, value, speech.say("the {rank}", rank=value.rank.symbol))


def _of_suit(speech: Speech, value: Card, named: str) -> str:
    if value.suit is None:
        return named
    return speech.say("{rank} of {suit}", rank=named, suit=suit(speech, value.suit))


def short(speech: Speech, value: Card) -> str:
    """Return 10♥, with the letters of the deck in use."""
    letter = LETTERS[speech.letters].get(value.rank, value.rank.symbol)
    return letter + (SYMBOLS[value.suit] if value.suit else "")


def cards(speech: Speech, values: Cards) -> str:
    """Return 5 of hearts, jack and 10."""
    return speech.and_list(*(card(speech, value) for value in values))
