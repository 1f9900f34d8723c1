"""Names of cards: as players say them, as printed, and as they are dictated or typed."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from itertools import zip_longest
from typing import Final

from scorekeeper.cards import RANKS, SUITS, Card, Cards, Rank, Suit
from scorekeeper.words.catalogue import LANGUAGES, Fault, Speech, en, load_catalogue, shown
from scorekeeper.words.grammar import in_words

NAMES: Final[Mapping[Rank, tuple[str, str]]] = {
    Rank.ACE: (en("ace"), en("the ace")),
    Rank.JACK: (en("jack"), en("the jack")),
    Rank.QUEEN: (en("queen"), en("the queen")),
    Rank.KING: (en("king"), en("the king")),
}
SUIT_NAMES: Final[Mapping[Suit, str]] = {
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
"""The letters on court cards; decks sold in Québec have either set."""

LETTERS_OF: Final[Mapping[str, str]] = {"en": "JQK", "fr": "VDR"}


def rank(speech: Speech, value: Rank) -> str:
    """Return the name of a rank, such as “ace”, “2” or “jack”."""
    return speech.say(NAMES[value][0]) if value in NAMES else value.symbol


def card(speech: Speech, value: Card) -> str:
    """Return the name of a card, such as “10 of hearts”, or “10” without a suit."""
    return _of_suit(speech, value, rank(speech, value.rank))


def the(speech: Speech, value: Card) -> str:
    """Return the name of a card with its article, such as “the 10 of hearts”."""
    if value.rank in NAMES:
        return _of_suit(speech, value, speech.say(NAMES[value.rank][1]))
    return _of_suit(speech, value, speech.say("the {rank}", rank=value.rank.symbol))


def _of_suit(speech: Speech, value: Card, named: str) -> str:
    if value.suit is None:
        return named
    return speech.say("{rank} of {suit}", rank=named, suit=speech.say(SUIT_NAMES[value.suit]))


def short(speech: Speech, value: Card) -> str:
    """Return a card as printed, such as “10♥”."""
    letter = LETTERS[speech.letters].get(value.rank, value.rank.symbol)
    return letter + (SYMBOLS[value.suit] if value.suit else "")


def cards(speech: Speech, values: Cards) -> str:
    """Return a list of cards, such as “5 of hearts, jack and 10”."""
    return speech.and_list(*(card(speech, value) for value in values))


SOUNDS_LIKE: Final[Mapping[str, Rank]] = {
    "won": Rank.ACE,
    "to": Rank.TWO,
    "too": Rank.TWO,
    "for": Rank.FOUR,
    "cet": Rank.SEVEN,
    "cette": Rank.SEVEN,
    "ate": Rank.EIGHT,
    "une": Rank.ACE,
    "reine": Rank.QUEEN,
    "0": Rank.TEN,
}
"""Other names of ranks, and homophones produced by dictation."""

SKIPPED: Final = frozenset(
    ("of", "the", "an", "and", "then", "de", "du", "le", "la", "les", "et", "puis")
)

ARTICLES: Final = frozenset(("un", "une"))
"""Words that mean an ace, but are articles before a court card or an ace."""

TYPED: Final[Mapping[str, Rank]] = {
    **{symbol.lower(): rank for symbol, rank in RANKS.items()},
    **{letter.lower(): rank for deck in LETTERS.values() for rank, letter in deck.items()},
    "1": Rank.ACE,
}
FRENCH_COURT: Final = re.compile("[vdr]+")
SIGNS: Final = re.compile("(10|[1-9ajqktvdr])([cdhs♣♦♥♠]?)")
APART: Final = re.compile(r"[^\w♣♦♥♠]+")


def dictated_cards(text: str) -> Cards:
    """Return the cards named in *text*, such as “five ten jack”, “cinq de cœur”, “5H” or “VDR”.

    Both languages are recognized at once, because a phone may use another language for dictation
    than for its page. Raises Fault for a word that is not a card.
    """
    ranks, suits = _spoken()
    named: list[Card] = []
    words = _words(text)
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        is_article = word in ARTICLES and ranks.get(_singular(following)) in NAMES
        if word in SKIPPED or is_article:
            continue
        suit = suits.get(_singular(word))
        if suit and named and named[-1].suit is None:
            named[-1] = Card(named[-1].rank, suit)
        elif spoken := ranks.get(_singular(word)):
            named.append(Card(spoken))
        elif FRENCH_COURT.fullmatch(word):
            named.extend(Card(TYPED[letter]) for letter in word)
        elif re.fullmatch(f"(?:{SIGNS.pattern})+", word):
            typed = SIGNS.findall(word)
            named.extend(Card(TYPED[sign], SUITS.get(suit.upper())) for sign, suit in typed)
        else:
            raise Fault(en("I don’t know the card {word}."), word=shown(word))
    return tuple(named)


def _words(text: str) -> tuple[str, ...]:
    """Return *text* as lower-case words without accents; “d’as” becomes “as”."""
    apart = unicodedata.normalize("NFD", text.lower().replace("œ", "oe").replace("’", "'"))
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return tuple(word for word in APART.split(re.sub(r"\b[dl]'", " ", plain)) if word)


@cache
def _spoken() -> tuple[Mapping[str, Rank], Mapping[str, Suit]]:
    """Return ranks and suits by their names in all languages, and suits by symbol."""
    speeches = [Speech(lang, LETTERS_OF[lang], load_catalogue(lang)) for lang in LANGUAGES]
    ranks = {
        _singular(*_words(in_words(speech.lang, number))): number
        for speech in speeches
        for number in tuple(Rank)[:10]
    }
    for speech in speeches:
        ranks |= {_singular(*_words(rank(speech, value))): value for value in NAMES}
    ranks |= {_singular(word): value for word, value in SOUNDS_LIKE.items()}
    suits = {
        _singular(*_words(speech.say(name))): suit
        for speech in speeches
        for suit, name in SUIT_NAMES.items()
    }
    return ranks, suits | {sign: suit for sign, suit in SUITS.items() if not sign.isalpha()}


def _singular(word: str) -> str:
    return word.removesuffix("s") if len(word) > 3 else word
