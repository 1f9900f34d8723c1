"""Cards, lists, counted nouns and names in both languages, and the braille of keys."""

import pytest

from scorekeeper.cards import DECK, Card
from scorekeeper.keypad.key import SIXTEEN
from scorekeeper.words import LANGUAGES, Fault, Words, cards
from scorekeeper.words.cards import dictated_cards, the
from scorekeeper.words.key_legends import braille, dots, large

EN, FR = Words.of("en"), Words.of("fr")


@pytest.mark.parametrize(
    ("text", "english", "french", "printed"),
    [
        ("10H", "the 10 of hearts", "le 10 de cœur", "10♥"),
        ("AS", "the ace of spades", "l’as de pique", "A♠"),
        ("JD", "the jack of diamonds", "le valet de carreau", "V♦"),
        ("QC", "the queen of clubs", "la dame de trèfle", "D♣"),
        ("KH", "the king of hearts", "le roi de cœur", "R♥"),
        ("Q", "the queen", "la dame", "D"),
        ("8", "the 8", "le 8", "8"),
    ],
)
def test_card_is_named_with_its_article_and_printed_letter(
    text: str, english: str, french: str, printed: str
) -> None:
    card = Card.parse(text)
    assert (cards.the(EN, card), cards.the(FR, card), FR.short(card)) == (english, french, printed)


def test_court_cards_have_the_letters_of_the_deck() -> None:
    queen = Card.parse("QH")
    assert Words.of("fr", letters="JQK").short(queen) == "Q♥"
    assert Words.of("en", letters="VDR").short(queen) == "D♥"
    assert EN.short(queen) == "Q♥"


def test_lists_join_names_with_and_or_or() -> None:
    assert EN.and_list() == ""
    assert EN.and_list("Ann") == "Ann"
    assert FR.and_list("Ann", "Ben") == "Ann et Ben"
    assert EN.and_list("Ann", "Ben", "Carl") == "Ann, Ben and Carl"
    assert FR.or_list("Ann", "Ben", "Carl") == "Ann, Ben ou Carl"
    assert cards.cards(EN, (Card.parse("5H"), Card.parse("J"))) == "5 of hearts and jack"


def test_points_have_the_plural_of_their_language() -> None:
    points = ("{n} point", "{n} points")
    assert [EN.say_n(*points, n) for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert [FR.say_n(*points, n) for n in (0, 1, 2)] == ["0 point", "1 point", "2 points"]


HEARD = {
    "Five, ten, Jack and Queen": "5 10 J Q",
    "cinq, dix, valet et dame.": "5 10 J Q",
    "the five of hearts, the ace of spades": "5H AS",
    "l’as de trèfle la dame de carreau": "AC QD",
    "un as un valet": "A J",
    "2 3 4 5 6 7 8 9 10": "2 3 4 5 6 7 8 9 10",
    "510 jack queen": "5 10 J Q",
    "10-5-5-J": "10 5 5 J",
    "5♥ 5 ♦": "5H 5D",
    "V D R": "J Q K",
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


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("A", "⠁"),
        ("10", "⠼⠁⠚"),
        ("Go", "⠛⠕"),
        ("défaire", "⠙⠿⠋⠁⠊⠗⠑"),
        ("a 1", "⠁⠀⠼⠁"),
    ],
)
def test_a_label_is_written_cell_by_cell(text: str, cells: str) -> None:
    assert braille(text) == cells


def test_dots_are_numbered_down_each_side() -> None:
    assert [dots(cell) for cell in braille("q1")] == [(1, 2, 3, 4, 5), (3, 4, 5, 6), (1,)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_has_a_label_of_its_own(lang: str) -> None:
    assert len({braille(large(Words.of(lang), key)) for key in SIXTEEN}) == len(SIXTEEN)
