"""Invalid input: each error is a sentence with the value, in both languages."""

from itertools import product
from typing import get_args

import pytest

from scorekeeper.game.actions import Action, Rename, Start
from scorekeeper.game.codec import Unreadable, read_asked, to_json
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.refusal import Code, Refusal, is_reserved
from scorekeeper.game.snapshot import Change
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.options import OptionCannotBe, UnknownName
from scorekeeper.scoring import ImpossibleSuitClaim, SuitClaim
from scorekeeper.words import LANGUAGES, Words
from scorekeeper.words.errors import BARRED, PHASES
from scorekeeper.words.people import KEYPAD, PHONE
from tests.kit.paths import told_blocks
from tests.words.spoken_games import MOMENTS
from web.auth.devices import tidy_name

EN, FR = Words.of("en"), Words.of("fr")


def asked(text: str | bytes) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read_asked(text)
    return caught.value


@pytest.mark.parametrize(("line", "english", "french"), told_blocks("unreadable"))
def test_unreadable_line_names_the_value_and_what_would_be_right(
    line: str, english: str, french: str
) -> None:
    assert (EN.fault(asked(line)), FR.fault(asked(line))) == (english, french)


def test_text_that_is_not_utf_8_is_refused() -> None:
    fault = asked(b'{"do": "rename", "seat": 0, "name": "\xed\xa0\x80"}')
    shown = '{"do": "rename", "seat": 0, "name": "\\xed\\xa0\\x80"}'
    assert EN.fault(fault) == f"The text is not UTF-8: {shown}."
    assert FR.fault(fault) == f"Le texte n’est pas en UTF-8\u00a0: {shown}."


def test_json_nested_too_deeply_is_refused() -> None:
    begun = '{"do": "start", "rules": "x", "players": [], "options": {"a": '
    for depth in (600, 9000):  # Python's own limits differ by version.
        fault = asked(begun + "[" * depth)
        assert EN.fault(fault) == f"The JSON is nested too deeply: {begun[:59]}…."
        assert FR.fault(fault) == f"Le JSON est imbriqué trop profondément\u00a0: {begun[:59]}…."


def refused(action: str, game: Game) -> str:
    with pytest.raises(Refusal) as caught:
        apply(game, read_asked(action))
    return EN.refusal(caught.value, game)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("\u3164", 'A name needs at least one visible letter; "\u3164" has none.'),
        ("the keypad", '"the keypad" is the name of a keypad or a phone: '),
        ("Téléphone 12", '"Téléphone 12" is the name of a keypad or a phone'),
        ("Phone\u200d 1", " is the name of a keypad or a phone"),
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


@pytest.mark.parametrize("words", [EN, FR], ids=LANGUAGES)
def test_action_out_of_its_phase_says_when_it_is_possible(words: Words) -> None:
    actions = [kind.__struct_config__.tag for kind in get_args(Action)]
    for do, phase in product(actions, Phase):
        sentence = words.refusal(Refusal(Code.WRONG_PHASE, do=do, phase=phase.value))
        assert words.say(BARRED[do]) in sentence
        assert sentence.endswith(f"{words.say(PHASES[phase])}.")


FAULTS: dict[str, ValueError | Refusal] = {
    "rules by no such name": UnknownName("rules", "whist"),
    "an option out of its range": OptionCannotBe("heels", -1, "0–10"),
    "a flush of four that cannot be": ImpossibleSuitClaim(SuitClaim(flush=4)),
    "nobs that cannot be": ImpossibleSuitClaim(SuitClaim(nobs=True)),
    "a head start beyond the end": Refusal(
        Code.BAD_VALUE, field="scores", value=[70, 0], wanted=(2, 60)
    ),
    "an entry that would not hold later": Refusal(
        Code.NO_LONGER_HOLDS,
        entry=12,
        reason=Refusal(Code.OUT_OF_TURN, players=("Ben",), crib=False),
    ),
    "an entry that somebody was quicker than": Refusal(Code.STALE, by="", latest=None),
    "no such entry": Refusal(Code.NO_SUCH, what="entry", value=99, wanted="1, 2"),
    "a name of a phone that cannot be shown": Refusal(
        Code.BAD_VALUE, field="by", value="\n", wanted="0–64"
    ),
    "a setting that is no number": Refusal(
        Code.BAD_VALUE, field="brightness", value=[], wanted="0–255"
    ),
}


def test_fault_is_said_in_both_languages() -> None:
    said = []
    for name, fault in FAULTS.items():
        say = Words.refusal if isinstance(fault, Refusal) else Words.fault
        said.append([name, say(EN, fault), say(FR, fault)])
    assert said == told_blocks("faults")


LAID = next(m for m in MOMENTS if EN.entry(m.entry, m.game) == "Yves plays the 5 of hearts.")


def stale(words: Words, **how: str) -> str:
    latest = Change(version=3, entry=LAID.entry)
    return words.refusal(Refusal(Code.STALE, latest=latest, **how), LAID.game)


@pytest.mark.parametrize(
    ("how", "english", "french"),
    [
        ("undo", "Ann just undid this", "Ann vient de défaire ceci"),
        ("redo", "Ann just redid this", "Ann vient de rétablir ceci"),
        ("amend", "Ann just corrected this", "Ann vient de corriger ceci"),
    ],
)
def test_stale_entry_says_what_another_scorer_did(how: str, english: str, french: str) -> None:
    assert stale(EN, by="Ann", how=how).startswith(f"{english}: Yves plays the 5 of hearts.")
    assert stale(FR, by="Ann", how=how).startswith(f"{french}\u00a0: Yves joue le 5 de cœur.")
    assert stale(EN, by="Ann").startswith("Ann was first: Yves plays the 5 of hearts. Yours")
