"""Cards are understood as people say and type them, in both languages."""

import pytest

from scorekeeper.cards import DECK
from scorekeeper.words import Fault, Words
from scorekeeper.words.cards import dictated_cards, the

HEARD = {
    "five ten jack queen": "5 10 J Q",
    "Five, ten, Jack and Queen": "5 10 J Q",
    "cinq dix valet dame": "5 10 J Q",
    "cinq, dix, valet et dame.": "5 10 J Q",
    "five of hearts": "5H",
    "the five of hearts, the ace of spades": "5H AS",
    "cinq de cœur, as de pique": "5H AS",
    "l’as de trèfle la dame de carreau": "AC QD",
    "un as un valet": "A J",
    "un trois": "A 3",
    "as roi": "A K",
    "2 3 4 5 6 7 8 9 10": "2 3 4 5 6 7 8 9 10",
    "510 jack queen": "5 10 J Q",
    "1010": "10 10",
    "10-5-5-J": "10 5 5 J",
    "5h 10d JC ks": "5H 10D JC KS",
    "5♥ 5 ♦": "5H 5D",
    "a j q k": "A J Q K",
    "V D R": "J Q K",
    "vdr": "J Q K",
    "55jq": "5 5 J Q",
    "T 0 t": "10 10 10",
    "aces kings": "A K",
    "for to ate": "4 2 8",
    "sept huit neuf cette": "7 8 9 7",
    "": "",
}


@pytest.mark.parametrize(("said", "cards"), HEARD.items())
def test_what_is_said_is_a_hand(said: str, cards: str) -> None:
    assert " ".join(map(str, dictated_cards(said))) == cards


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_card_is_understood_as_the_program_names_it(lang: str) -> None:
    words = Words.of(lang)
    assert dictated_cards(words.and_list(*(the(words, card) for card in DECK))) == DECK


@pytest.mark.parametrize(
    ("said", "word"), [("five tin jack", "tin"), ("cinq carotte", "carotte"), ("hearts", "hearts")]
)
def test_a_word_that_is_no_card_is_named(said: str, word: str) -> None:
    with pytest.raises(Fault) as fault:
        dictated_cards(said)
    assert str(fault.value) == f'I don’t know the card "{word}".'
    assert Words.of("fr").fault(fault.value).endswith(f"«\u00a0{word}\u00a0».")
