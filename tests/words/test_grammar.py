"""French contractions and numbers: d'Anne, du crib, soixante et onze; English numbers."""

from collections.abc import Callable

import pytest

from scorekeeper.words import Words, from_accept_language, from_locale
from scorekeeper.words.grammar import de, guillemets, in_words, le, le_first, to

ELIDED = "Anne anne Émile Îles Œdipe Ægir Hélène Henri Hugo Yves Yvonne Ulysse Ève O’Brien un"
WHOLE = (
    "Paul, Hans, Hans-Peter, Hassan B., Yannick, Yanis, H, h b, Y, D’Arcy, Zoé, Łukasz, Юля, 8, "
    "huit, onze, la main de Paul, l’as de cœur, Le Blanc, Le Roi, Onze, les, Joueur"
)
DE = {
    **{name: f"d’{name}" for name in ELIDED.split()},
    **{name: f"de {name}" for name in (*WHOLE.split(", "), "", "le ")},
    "le crib": "du crib",
    "le crib d’Anne": "du crib d’Anne",
    "les Rouges": "des Rouges",
    "les Onze": "des Onze",
    "Joueur\u00a02": "du joueur\u00a02",
}
AT = {
    "Anne": "à Anne",
    "le crib": "au crib",
    "les Rouges": "aux Rouges",
    "Joueur\u00a02": "au joueur\u00a02",
}
LE_FIRST = {
    "anne": "anne",
    "Joueur\u00a02": "Le joueur\u00a02",
    "Joueur\u00a01 et Joueur\u00a03": "Le joueur\u00a01 et le joueur\u00a03",
    "Paul et Joueur\u00a03": "Paul et le joueur\u00a03",
}
LE = {
    "Le joueur\u00a02 brasse": "le joueur\u00a02 brasse",
    "Anne": "Anne",
    "Joueur\u00a02": "le joueur\u00a02",
    "Joueur\u00a01 et Joueur\u00a03": "le joueur\u00a01 et le joueur\u00a03",
    "Joueuse": "Joueuse",
}


@pytest.mark.parametrize(
    ("typed", "quoted"),
    [
        ('"6QV4-DX"', "«\u00a06QV4-DX\u00a0»"),
        ('""', "«\u00a0»"),
        ('"much too lon…', "«\u00a0much too lon…\u00a0»"),
        ("5", "5"),
        ("null", "null"),
    ],
)
def test_guillemets_replace_quotes(typed: str, quoted: str) -> None:
    assert guillemets(typed) == quoted


@pytest.mark.parametrize(
    ("joined", "name", "wanted"),
    [
        (joined, *row)
        for joined, rows in ((de, DE), (to, AT), (le, LE), (le_first, LE_FIRST))
        for row in rows.items()
    ],
)
def test_name_is_joined_to_de_a_and_le(
    joined: Callable[[str], str], name: str, wanted: str
) -> None:
    assert joined(name) == wanted


NUMBERS = {
    0: ("zero", "zéro"),
    1: ("one", "un"),
    2: ("two", "deux"),
    16: ("sixteen", "seize"),
    17: ("seventeen", "dix-sept"),
    20: ("twenty", "vingt"),
    21: ("twenty-one", "vingt et un"),
    31: ("thirty-one", "trente et un"),
    40: ("forty", "quarante"),
    61: ("sixty-one", "soixante et un"),
    70: ("seventy", "soixante-dix"),
    71: ("seventy-one", "soixante et onze"),
    77: ("seventy-seven", "soixante-dix-sept"),
    80: ("eighty", "quatre-vingts"),
    81: ("eighty-one", "quatre-vingt-un"),
    91: ("ninety-one", "quatre-vingt-onze"),
    99: ("ninety-nine", "quatre-vingt-dix-neuf"),
    100: ("one hundred", "cent"),
    121: ("one hundred and twenty-one", "cent vingt et un"),
    181: ("one hundred and eighty-one", "cent quatre-vingt-un"),
    200: ("two hundred", "deux cents"),
    999: ("nine hundred and ninety-nine", "neuf cent quatre-vingt-dix-neuf"),
    1000: ("1000", "1000"),
    -2: ("-2", "-2"),
}


@pytest.mark.parametrize("number", NUMBERS)
def test_number_is_said_in_both_languages(number: int) -> None:
    assert (in_words("en", number), in_words("fr", number)) == NUMBERS[number]
    assert Words.of("fr").number(number) == NUMBERS[number][1]


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "en"),
        ("fr-CA,fr;q=0.9,en;q=0.5", "fr"),
        ("en-CA,en;q=0.9,fr;q=0.8", "en"),
        ("de-DE, de;q=0.9, FR;q=0.3", "fr"),
        ("en;q=0.2, fr; q=0.8", "fr"),
        ("fr;q=0, en;q=0.1", "en"),
        ("fr;q=0", "en"),
        ("*", "en"),
        ("fr;q=9", "en"),
        (";;,,=", "en"),
    ],
)
def test_accept_language_chooses_the_language(header: str, lang: str) -> None:
    assert from_accept_language(header) == lang


@pytest.mark.parametrize(
    ("locale", "lang"),
    [
        *((locale, "fr") for locale in ("fr_CA.UTF-8", "fr", "fr@euro", "FR_ca")),
        *((locale, "en") for locale in ("en_CA.UTF-8", "C", "C.UTF-8", "POSIX", "", "frank")),
        ("de_DE:fr:en", "fr"),
    ],
)
def test_locale_chooses_the_language(locale: str, lang: str) -> None:
    assert from_locale(locale) == lang
