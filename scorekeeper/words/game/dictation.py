"""Cards as people say or type them: five ten jack queen, cinq de cœur, 5H, VDR, 10 5 5 J.

The words are those of the catalogues. Both languages are understood at once, because a phone may
take dictation in another language than its page.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import zip_longest
from typing import Final

from scorekeeper.cards import RANKS, SUITS, Card, Cards, Rank, Suit
from scorekeeper.words.catalogue import LANGUAGES, Fault, Speech, catalogue, en
from scorekeeper.words.errors import shown
from scorekeeper.words.game import cards
from scorekeeper.words.numbers import in_words

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
"""Other names of ranks, and what dictation writes for them."""

SKIPPED: Final = frozenset(
    ("of", "the", "an", "and", "then", "de", "du", "le", "la", "les", "et", "puis")
)

ARTICLES: Final = frozenset(("un", "une"))
"""An ace, but before a court card or an ace no more than its article."""

NAMED: Final = (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING)

LETTERS: Final[Mapping[str, Rank]] = {
    **{symbol.lower(): rank for symbol, rank in RANKS.items()},
    **{letter.lower(): rank for deck in cards.LETTERS.values() for rank, letter in deck.items()},
    "1": Rank.ACE,
}
FRENCH_COURT: Final = re.compile("[vdr]+")
SIGNS: Final = re.compile("(10|[1-9ajqktvdr])([cdhs♣♦♥♠]?)")
APART: Final = re.compile(r"[^\w♣♦♥♠]+")


def dictated_cards(text: str) -> Cards:
    """Return the cards that *text* names, in its order. Raises Fault for a word that is none."""
    found: list[Card] = []
    words = _words(text)
    for word, then in zip_longest(words, words[1:], fillvalue=""):
        suit = _suits().get(_singular(word))
        if word in SKIPPED or (word in ARTICLES and _ranks().get(_singular(then)) in NAMED):
            continue
        if suit and found and found[-1].suit is None:
            found[-1] = Card(found[-1].rank, suit)
        else:
            found.extend(_cards(word))
    return tuple(found)


def _words(text: str) -> tuple[str, ...]:
    """Return *text* in words of small letters without accents; d’as is as."""
    apart = unicodedata.normalize("NFD", text.lower().replace("œ", "oe").replace("’", "'"))
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return tuple(word for word in APART.split(re.sub(r"\b[dl]'", " ", plain)) if word)


def _cards(word: str) -> Iterator[Card]:
    if rank := _ranks().get(_singular(word)):
        yield Card(rank)
    elif FRENCH_COURT.fullmatch(word):
        yield from (Card(LETTERS[letter]) for letter in word)
    elif re.fullmatch(f"(?:{SIGNS.pattern})+", word):
        for sign, suit in SIGNS.findall(word):
            yield Card(LETTERS[sign], SUITS.get(suit.upper()))
    else:
        raise Fault(en("I don’t know the card {word}."), word=shown(word))


@cache
def _ranks() -> Mapping[str, Rank]:
    """Return the ranks by their names in every language."""
    named = {
        _singular(*_words(cards.rank(speech, rank))): rank for speech in _all() for rank in NAMED
    }
    numbers = {
        _singular(*_words(in_words(speech.lang, rank))): rank
        for speech in _all()
        for rank in tuple(Rank)[:10]
    }
    return {**numbers, **named, **{_singular(word): rank for word, rank in SOUNDS_LIKE.items()}}


@cache
def _suits() -> Mapping[str, Suit]:
    """Return the suits by their names in every language, and by their signs."""
    named = {_singular(*_words(cards.suit(one, suit))): suit for one in _all() for suit in Suit}
    return {**named, **{sign: suit for sign, suit in SUITS.items() if not sign.isalpha()}}


def _all() -> tuple[Speech, ...]:
    return tuple(Speech(lang, cards.LETTERS_OF[lang], catalogue(lang)) for lang in LANGUAGES)


def _singular(word: str) -> str:
    return word.removesuffix("s") if len(word) > 3 else word
