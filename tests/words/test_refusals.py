"""Not allowed now: the refusals that no single told game meets, and their rarer forms."""

from itertools import product
from typing import get_args

import pytest

from scorekeeper.cards import read_cards
from scorekeeper.game.actions import Action
from scorekeeper.game.engine.decide import LEGAL
from scorekeeper.game.engine.validate import LARGEST
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Change
from scorekeeper.game.state import Phase
from scorekeeper.words import LANGUAGES, Words
from scorekeeper.words.game.prompts import PHASES, TIMES
from scorekeeper.words.game.refusals import BUILDERS, PLAIN
from tests.kit.formats.spoken_games import MOMENTS

EN, FR = Words.of("en"), Words.of("fr")


@pytest.mark.parametrize("words", [EN, FR], ids=LANGUAGES)
def test_action_out_of_its_phase_says_when_it_is_possible(words: Words) -> None:
    """When it could be done and what is going on, for each action in each phase."""
    actions = [kind.__struct_config__.tag for kind in get_args(Action)]
    for do, phase in product(actions, Phase):
        sentence = words.refusal(Refusal(Code.WRONG_PHASE, do=do, phase=phase.value))
        assert words.say(TIMES[do]) in sentence
        assert sentence.endswith(f"{words.say(PHASES[phase])}.")


def test_every_action_has_its_time_in_the_prompts() -> None:
    """The engine's table of actions and the one of their times name the same."""
    assert {kind.__name__.lower() for kind in LEGAL} == set(TIMES)


def test_every_code_has_one_sentence() -> None:
    """By a sentence of its own, or by what looks at the facts: never by both, never by neither."""
    assert sorted([*PLAIN, *BUILDERS]) == sorted(Code)


@pytest.mark.parametrize(
    ("refusal", "english", "french"),
    [
        (Refusal(Code.NOTHING_TO_UNDO), "There is nothing to undo.", "Il n'y a rien à annuler."),
        (Refusal(Code.NOTHING_TO_REDO), "There is nothing to redo.", "Il n'y a rien à rétablir."),
        (
            Refusal(
                Code.NO_LONGER_HOLDS,
                entry=12,
                reason=Refusal(Code.OUT_OF_TURN, players=("Ben",), crib=False),
            ),
            "Entry 12 would no longer hold. It is Ben's turn.",
            "L'inscription 12 ne tiendrait plus. C'est au tour de Ben.",
        ),
        (
            Refusal(Code.STALE, by="", latest=None),
            "Somebody was quicker; yours was not added.",
            "Quelqu'un d'autre a été plus rapide\u00a0; votre inscription n'a pas été ajoutée.",
        ),
        (
            Refusal(Code.NO_SUCH, what="entry", value=99, wanted="1, 2"),
            "There is no entry 99 to put right; there are 1, 2.",
            "Il n'y a pas d'inscription 99 à corriger\u00a0; il y a 1, 2.",
        ),
        (
            Refusal(Code.NO_SUCH, what="entry", value=1, wanted=""),
            "There is no entry yet that could be put right.",
            "Il n'y a encore aucune inscription à corriger.",
        ),
        (
            Refusal(Code.BAD_VALUE, field="by", value="\n", wanted="0–64"),
            'The name of a phone cannot be "\\n"; it has 0–64 characters that can be printed.',
            (
                'Le nom d\'un téléphone ne peut pas être "\\n"\u00a0; '
                "il a 0–64 caractères imprimables."
            ),
        ),
        (
            Refusal(Code.BAD_VALUE, field="peg", value=0, wanted=(-22, LARGEST)),
            "Nothing is pegged by 0 points: peg one at least, or take one back.",
            ("0 point ne fait rien avancer\u00a0: marquez-en au moins un, ou retirez-en un."),
        ),
        (
            Refusal(Code.BAD_VALUE, field="peg", value=-25, wanted=(-22, LARGEST)),
            "No more than 22 points can be taken back, not 25.",
            "On peut retirer 22 points au plus, pas 25.",
        ),
        (
            Refusal(Code.BAD_VALUE, field="peg", value=-1, wanted=(0, 121)),
            "There are no points yet that could be taken back.",
            "Il n'y a encore aucun point à retirer.",
        ),
        (
            Refusal(Code.BAD_VALUE, field="peg", value=LARGEST + 1, wanted=(0, LARGEST)),
            "No game has 9007199254740992 points.",
            "Aucune partie ne compte 9007199254740992 points.",
        ),
        (
            Refusal(Code.BAD_VALUE, field="peg", value=5, wanted=(-120, 1)),
            "The end must be reached exactly: it is 1 point away, not 5.",
            "La fin doit être atteinte juste\u00a0: elle est à 1 point, pas à 5.",
        ),
        (
            Refusal(Code.BAD_VALUE, field="points", value=0, wanted="≥ 1"),
            "The points cannot be 0; they are 1 or more.",
            "Les points ne peuvent pas être 0\u00a0; ils sont 1 ou plus.",
        ),
        (
            Refusal(Code.NO_SUCH, what="rules", value="x", wanted="cribble, acc"),
            'No rules are called "x"; there are cribble, acc.',
            'Aucune règle ne s\'appelle "x"\u00a0; il y a cribble, acc.',
        ),
        (
            Refusal(Code.BAD_VALUE, field="target", value=500, wanted="31–363"),
            "Points to win (target) cannot be 500; what may be: 31–363.",
            "Points pour gagner (target)\u00a0: 500 n'est pas possible\u00a0; il faut 31–363.",
        ),
        (
            Refusal(Code.BAD_VALUE, field="brightness", value=[], wanted="0–255"),
            "brightness cannot be []; what may be: 0–255.",
            "brightness\u00a0: [] n'est pas possible\u00a0; il faut 0–255.",
        ),
        (
            Refusal(Code.WRONG_CARDS, player="Ann", wanted=0, hand=4, got=read_cards(["10"])),
            "All cards of Ann are known: give none, or all 4 with their suits. 1 card was given.",
            (
                "Toutes les cartes d'Ann sont connues\u00a0: n'en donnez aucune, ou les 4 avec "
                "leurs sortes. 1 carte a été donnée."
            ),
        ),
        (
            Refusal(Code.WRONG_CARDS, player=None, wanted=4, hand=4, got=()),
            "The crib has 4 cards. 0 cards were given.",
            "Le crib a 4 cartes. 0 carte a été donnée.",
        ),
        (
            Refusal(Code.IMPOSSIBLE_SAY, flush=5, nobs=True),
            "These cards cannot have a flush of five and a jack of the starter's suit.",
            (
                "Ces cartes ne permettent pas une couleur de cinq et un valet de la sorte de la "
                "carte de départ."
            ),
        ),
    ],
    ids=lambda value: value.code if isinstance(value, Refusal) else "",
)
def test_refusal_is_said_in_both_languages(refusal: Refusal, english: str, french: str) -> None:
    """The refusals of the table, and those of a game in their rarer forms."""
    assert (EN.refusal(refusal), FR.refusal(refusal)) == (english, french)


@pytest.mark.parametrize(
    ("how", "english", "french"),
    [
        ("undo", "Ann has just taken this back", "Ann vient d'annuler ceci"),
        ("redo", "Ann has just done this again", "Ann vient de rétablir ceci"),
        ("amend", "Ann has just put this right", "Ann vient de corriger ceci"),
    ],
)
def test_stale_entry_says_what_another_scorer_did(how: str, english: str, french: str) -> None:
    """Taken back is not told as laid."""
    laid = next(m for m in MOMENTS if EN.entry(m.entry, m.game) == "Yves lays the 5 of hearts.")
    refusal = Refusal(Code.STALE, by="Ann", how=how, latest=Change(version=3, entry=laid.entry))
    assert EN.refusal(refusal, laid.game).startswith(f"{english}: Yves lays the 5 of hearts.")
    assert FR.refusal(refusal, laid.game).startswith(f"{french}\u00a0: Yves pose le 5 de cœur.")


def test_stale_entry_names_a_correction_taken_back() -> None:
    """Nobody is to think that the card itself is gone."""
    laid = next(m for m in MOMENTS if EN.entry(m.entry, m.game) == "Yves lays the 5 of hearts.")
    undone = Change(version=9, entry=laid.entry, amends=True)
    refusal = Refusal(Code.STALE, by="Ann", how="undo", latest=undone)
    assert "back: Correction: Yves lays the 5 of hearts." in EN.refusal(refusal, laid.game)


def test_stale_entry_says_who_was_quicker() -> None:
    """A stale entry hears what came before it, and that it was not added itself."""
    laid = next(m for m in MOMENTS if EN.entry(m.entry, m.game) == "Yves lays the 5 of hearts.")
    refusal = Refusal(Code.STALE, by="Ann's phone", latest=Change(version=3, entry=laid.entry))
    assert EN.refusal(refusal, laid.game) == (
        "Ann's phone was quicker: Yves lays the 5 of hearts. Yours was not added."
    )
    assert FR.refusal(refusal, laid.game) == (
        "Ann's phone a été plus rapide\u00a0: Yves pose le 5 de cœur. "
        "Votre inscription n'a pas été ajoutée."
    )
