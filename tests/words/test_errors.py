"""Wrong at the edge: each fault as a sentence with the value, in both languages."""

import pytest

from scorekeeper.cards import NotACard
from scorekeeper.game.actions import Rename, Start
from scorekeeper.game.codec import Unreadable, read_asked, to_json
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.refusal import Refusal, is_reserved
from scorekeeper.game.state import Game
from scorekeeper.rules.options import OPTIONS, OptionCannotBe, UnknownOption, UnknownRules
from scorekeeper.rules.variants import RULES
from scorekeeper.scoring.show import ImpossibleSuitClaim, SuitClaim
from scorekeeper.words import Fault, Words, en
from scorekeeper.words.people import KEYPAD, PHONE
from tests.kit.paths import DATA
from web.auth.devices import tidy_name

EN, FR = Words.of("en"), Words.of("fr")

FILE = DATA / "told" / "unreadable.txt"
LINES = [block.split("\n") for block in FILE.read_text(encoding="utf-8").strip().split("\n\n")[1:]]


def asked(text: str | bytes) -> Unreadable:
    """Return the reason that *text* is no action."""
    with pytest.raises(Unreadable) as caught:
        read_asked(text)
    return caught.value


@pytest.mark.parametrize(("line", "english", "french"), LINES)
def test_unreadable_line_names_the_value_and_what_would_be_right(
    line: str, english: str, french: str
) -> None:
    """The sentences of unreadable.txt, word for word."""
    assert (EN.fault(asked(line)), FR.fault(asked(line))) == (english, french)


def test_text_that_is_not_utf_8_is_refused() -> None:
    fault = asked(b'{"do": "rename", "seat": 0, "name": "\xed\xa0\x80"}')
    shown = '{"do": "rename", "seat": 0, "name": "\\xed\\xa0\\x80"}'
    assert EN.fault(fault) == f"The text is not UTF-8: {shown}."
    assert FR.fault(fault) == f"Le texte n’est pas en UTF-8\u00a0: {shown}."


def test_json_nested_too_deeply_is_refused() -> None:
    begun = '{"do": "start", "rules": "x", "players": [], "options": {"a": '
    for depth in (600, 9000):  # What Python itself cannot take, and when, differs by its version.
        fault = asked(begun + "[" * depth)
        assert EN.fault(fault) == f"The JSON is nested too deeply: {begun[:59]}…."
        assert FR.fault(fault) == f"Le JSON est imbriqué trop profondément\u00a0: {begun[:59]}…."


def test_value_nested_too_deeply_is_shown_as_text() -> None:
    fault = asked("[" * 9000)
    assert EN.fault(fault) == f"The JSON cannot be a list ({'[' * 59}…); it is an object."


def test_empty_text_is_refused() -> None:
    assert EN.fault(asked("")) == 'The JSON ends too soon: "".'


def test_fault_names_its_line() -> None:
    assert EN.fault(NotACard("x"), line=3).startswith('Line 3: "x" isn’t a card; ')
    assert FR.fault(NotACard("x"), line=3).startswith('Ligne 3\u00a0: "x" n’est pas une carte')


def test_unknown_complaint_is_shown_as_it_is() -> None:
    fault = Unreadable("the dog ate it", b"a\nb")
    assert EN.fault(fault) == "It cannot be read (the dog ate it): a\\nb."
    assert FR.fault(fault) == "C’est illisible (the dog ate it)\u00a0: a\\nb."


def test_value_that_cannot_be_found_is_shown_in_its_text() -> None:
    fault = Unreadable("Expected `int`, got `str` - at `$.seat`")
    assert EN.fault(fault) == '"seat" cannot be text; it is a whole number.'
    assert FR.fault(fault) == '"seat" ne peut pas être du texte\u00a0; c’est un nombre entier.'
    assert EN.fault(Unreadable("Expected `str` - at `$.do`")) == '"do" cannot be …; it is text.'


def test_long_value_is_shortened() -> None:
    assert EN.fault(NotACard("x" * 100)).startswith(f'"{"x" * 58}… isn’t a card')


KEYS, NAMES = ", ".join(RULES), ", ".join(OPTIONS)


@pytest.mark.parametrize(
    ("fault", "english", "french"),
    [
        (
            UnknownRules("whist"),
            f'No rules are called "whist"; there are {KEYS}.',
            f'Aucune règle ne s’appelle "whist"\u00a0; il y a {KEYS}.',
        ),
        (
            UnknownOption("joker"),
            f'No option is called "joker"; there are {NAMES}.',
            f'Aucune option ne s’appelle "joker"\u00a0; il y a {NAMES}.',
        ),
        (
            OptionCannotBe("heels", -1, "0–10"),
            "His heels (heels) can’t be -1; it can be 0–10.",
            "Ses talons (heels)\u00a0: -1 n’est pas possible\u00a0; il faut 0–10.",
        ),
        (
            ImpossibleSuitClaim(SuitClaim(flush=4)),
            "These cards can’t have a flush of four.",
            "Ces cartes ne permettent pas une couleur de quatre.",
        ),
        (
            ImpossibleSuitClaim(SuitClaim(nobs=True)),
            "There can’t be nobs in these cards.",
            "Pas de caboche possible avec ces cartes.",
        ),
        (
            Fault(en("There is no journal {path}."), path="a.db"),
            "There is no journal a.db.",
            "Il n’y a pas de journal a.db.",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, ValueError) else "",
)
def test_fault_is_said_in_both_languages(fault: ValueError, english: str, french: str) -> None:
    assert (EN.fault(fault), FR.fault(fault)) == (english, french)


def test_fault_as_text_is_english() -> None:
    assert str(Fault("There is no journal {path}.", path="a.db")) == "There is no journal a.db."


def test_other_error_has_no_sentence() -> None:
    with pytest.raises(TypeError, match="no words"):
        EN.fault(ValueError("oops"))


def refused(action: str, game: Game) -> str:
    """Return the reason that *action* is not taken."""
    with pytest.raises(Refusal) as caught:
        apply(game, read_asked(action))
    return EN.refusal(caught.value, game)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("\u3164", 'A name needs at least one visible letter; "\u3164" has none.'),
        ("\u2800\ufe0f", 'A name needs at least one visible letter; "\u2800\ufe0f" has none.'),
        ("the keypad", '"the keypad" is already what a keypad or a phone is called: '),
        ("Le clavier", '"Le clavier" is already what a keypad or a phone is called'),
        ("Téléphone 12", '"Téléphone 12" is already what a keypad or a phone is called'),
        ("Phone\u200d 1", " is already what a keypad or a phone is called"),
        ("ben ", 'Two players can’t both be "ben ": add a letter to one of them.'),
    ],
)
def test_names_that_nobody_could_tell_apart_are_refused(name: str, why: str) -> None:
    start = to_json(Start(rules="six-card", players=(name, "Ben"), dealer=1)).decode()
    game, _ = apply(Game(), read_asked(start.replace(name, "Ann", 1)))
    rename = to_json(Rename(seat=0, name=name)).decode()
    assert why in refused(rename, game)
    assert "both be" in refused(start, Game()) if name == "ben " else why in refused(start, Game())
    assert tidy_name(name) is None or name == "ben "


@pytest.mark.parametrize("words", [EN, FR])
def test_the_names_that_the_table_gives_are_reserved_in_every_language(words: Words) -> None:
    assert is_reserved(words.say(KEYPAD))
    assert is_reserved(words.say(PHONE, number=3))
