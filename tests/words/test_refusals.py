"""Not allowed now: the refusals that no single told game meets, and their rarer forms."""

import json
from itertools import product
from typing import get_args

import pytest

from scorekeeper.game.actions import Action
from scorekeeper.game.engine.decide import LEGAL
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Change
from scorekeeper.game.state import Phase
from scorekeeper.words import LANGUAGES, Words
from scorekeeper.words.errors import BARRED, PHASES
from tests.kit.formats.spoken_games import MOMENTS, moments

EN, FR = Words.of("en"), Words.of("fr")


@pytest.mark.parametrize("words", [EN, FR], ids=LANGUAGES)
def test_action_out_of_its_phase_says_when_it_is_possible(words: Words) -> None:
    actions = [kind.__struct_config__.tag for kind in get_args(Action)]
    for do, phase in product(actions, Phase):
        sentence = words.refusal(Refusal(Code.WRONG_PHASE, do=do, phase=phase.value))
        assert words.say(BARRED[do]) in sentence
        assert sentence.endswith(f"{words.say(PHASES[phase])}.")


def test_every_action_has_its_refusal_in_the_prompts() -> None:
    assert {kind.__struct_config__.tag for kind in LEGAL} == set(BARRED)


OF_THE_TABLE = [
    (
        Refusal(Code.BAD_VALUE, field="scores", value=[70, 0], wanted=(2, 60)),
        "A head start in a game of 61 is at most 60.",
        "L’avance dans une partie de 61 est d’au plus 60.",
    ),
    (
        Refusal(Code.NOTHING_TO_UNDO),
        "There’s nothing to undo.",
        "Il n’y a rien à défaire.",
    ),
    (
        Refusal(Code.NOTHING_TO_REDO),
        "There’s nothing to redo.",
        "Il n’y a rien à rétablir.",
    ),
    (
        Refusal(
            Code.NO_LONGER_HOLDS,
            entry=12,
            reason=Refusal(Code.OUT_OF_TURN, players=("Ben",), crib=False),
        ),
        "Later on, entry 12 won’t work. It’s Ben’s turn.",
        "Plus loin, l’entrée 12 ne serait plus possible. C’est le tour de Ben.",
    ),
    (
        Refusal(Code.STALE, by="", latest=None),
        "Someone was first; yours wasn’t added.",
        "Quelqu’un d’autre a été plus vite\u00a0; rien n’a été ajouté.",
    ),
    (
        Refusal(Code.NO_SUCH, what="entry", value=99, wanted="1, 2"),
        "There’s no entry 99 to correct; there are 1, 2.",
        "Il n’y a pas d’entrée 99 à corriger\u00a0; il y a 1, 2.",
    ),
    (
        Refusal(Code.NO_SUCH, what="entry", value=1, wanted=""),
        "There’s no entry to correct yet.",
        "Il n’y a encore aucune entrée à corriger.",
    ),
    (
        Refusal(Code.BAD_VALUE, field="by", value="\n", wanted="0–64"),
        'A phone can’t be called "\\n"; use 0–64 printable characters.',
        (
            "Un téléphone ne peut pas s’appeler «\u00a0\\n\u00a0»\u00a0; "
            "il faut 0–64 caractères imprimables."
        ),
    ),
    (
        Refusal(Code.BAD_VALUE, field="brightness", value=[], wanted="0–255"),
        "brightness can’t be []; it can be 0–255.",
        "brightness\u00a0: [] n’est pas possible\u00a0; il faut 0–255.",
    ),
]
"""Refusals that no told game meets."""


@pytest.mark.parametrize(("refusal", "english", "french"), OF_THE_TABLE)
def test_refusal_is_said_in_both_languages(refusal: Refusal, english: str, french: str) -> None:
    assert (EN.refusal(refusal), FR.refusal(refusal)) == (english, french)


LAID = next(m for m in MOMENTS if EN.entry(m.entry, m.game) == "Yves plays the 5 of hearts.")


def stale(words: Words, *, amends: bool = False, **how: str) -> str:
    """Return the refusal of an entry that came after the five was laid."""
    latest = Change(version=3, entry=LAID.entry, amends=amends)
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


def test_stale_entry_names_a_correction_taken_back() -> None:
    told = stale(EN, amends=True, by="Ann", how="undo")
    assert "this: Correction: Yves plays the 5 of hearts." in told


def test_stale_entry_says_who_was_quicker() -> None:
    by = "Ann’s phone"
    assert stale(EN, by=by) == f"{by} was first: Yves plays the 5 of hearts. Yours wasn’t added."
    assert stale(FR, by=by) == (
        "Le téléphone d’Ann a été plus vite. Yves joue le 5 de cœur. Rien n’a été ajouté."
    )


@pytest.mark.parametrize(
    ("cards", "english", "french"),
    [
        (
            ["2D", "4C", "2D", "8S"],
            "You entered the 2 of diamonds twice.",
            "Vous avez entré deux fois le 2 de carreau.",
        ),
        (
            ["KC", "4C", "2D", "8S"],
            "The king of clubs is already on the table.",
            "Le roi de trèfle est déjà sur la table.",
        ),
        (
            ["K", "K", "K", "K"],
            "There are only four cards of each rank.",
            "Il n’y a que quatre cartes de chaque valeur.",
        ),
    ],
)
def test_a_card_that_cannot_be_in_the_crib_is_refused_by_what_is_wrong(
    cards: list[str], english: str, french: str
) -> None:
    script = (
        '{"do": "start", "rules": "britannica", "players": ["Ann", "Ben"], "dealer": 0}',
        '{"do": "starter", "card": "KC"}',
        '{"do": "show"}',
        '{"do": "count", "pass": true}',
        '{"do": "count", "pass": true}',
        json.dumps({"do": "crib", "cards": cards}),
    )
    *_, last = moments("\n".join(f"> {line}" for line in script))
    assert last.refusal
    assert EN.refusal(last.refusal) == english
    assert FR.refusal(last.refusal) == french
