"""A correction tells every phone what it changed, and what that cost each team."""

import json

import pytest

from scorekeeper.game.codec import read_asked
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from scorekeeper.words import Words

START = (
    '{"do": "start", "rules": "cribble", "players": ["Anne", "Luc", "Marie", "Paul"], "dealer": 3}'
)
PLAY = [{"do": "starter", "card": "9"}] + [
    {"do": "play", "card": card} for card in ("5", "10", "A", "A")
]
"""Anne, then Luc with fifteen for two, then Marie, and Paul with a pair."""


def amend(entry: int, *actions: dict[str, object], drop: bool = False) -> dict[str, object]:
    return {"do": "amend", "entry": entry, "actions": list(actions), "drop_rest": drop}


@pytest.mark.parametrize(
    ("asked", "english", "french"),
    [
        (
            amend(6, {"do": "play", "card": "2"}),
            "Luc’s phone changed Paul’s ace to a 2. Luc and Paul −2.",
            "Le téléphone de Luc a remplacé l’as de Paul par un 2. Luc et Paul\u00a0: −2.",
        ),
        (
            amend(3, {"do": "play", "card": "QH"}),
            "Luc’s phone changed Anne’s 5 to the queen of hearts. Luc and Paul −2.",
            (
                "Le téléphone de Luc a remplacé le 5 d’Anne par la dame de cœur. "
                "Luc et Paul\u00a0: −2."
            ),
        ),
        (
            amend(2, {"do": "starter", "card": "J"}),
            "Phone 5 changed the starter (9) to a jack. Luc and Paul +1.",
            "Le téléphone 5 a remplacé la carte de départ (9) par un valet. Luc et Paul\u00a0: +1.",
        ),
        (
            amend(6),
            "Luc’s phone deleted Paul’s ace. Luc and Paul −2.",
            "Le téléphone de Luc a supprimé l’as de Paul. Luc et Paul\u00a0: −2.",
        ),
        (
            amend(5, {"do": "peg", "team": 0, "points": 3}, {"do": "play", "card": "A"}),
            "Luc’s phone added +3 for Anne and Marie. Anne and Marie +3.",
            "Le téléphone de Luc a ajouté +3 à Anne et Marie. Anne et Marie\u00a0: +3.",
        ),
        (
            {"do": "undo"},
            "Luc’s phone undid Paul’s ace. Luc and Paul −2.",
            "Le téléphone de Luc a défait l’as de Paul. Luc et Paul\u00a0: −2.",
        ),
    ],
)
def test_a_correction_tells_what_it_cost(
    asked: dict[str, object], english: str, french: str
) -> None:
    journal = Journal.in_memory()
    table = Table(journal)
    for line in (START, *map(json.dumps, PLAY)):
        table.submit(read_asked(line))
    by = "Luc’s phone" if "Luc’s phone" in english else "Phone 5"
    table.submit(read_asked(json.dumps(asked)), by=by)
    for now in (table.now, Table(journal).now):
        assert now.correction
        told = [
            Words.of(lang).correction(now.correction, now.game, now.before) for lang in ("en", "fr")
        ]
        assert told == [english, french], "the same after a restart"


def test_a_correction_tells_how_many_later_entries_it_removed() -> None:
    """A king where an ace was: the next card makes 33, and goes with the one after it."""
    journal = Journal.in_memory()
    table = Table(journal)
    cards = [{"do": "play", "card": card} for card in ("8", "5")]
    for line in (START, *map(json.dumps, PLAY[:4] + cards)):
        table.submit(read_asked(line))
    for asked, english, french in (
        (
            amend(5, {"do": "play", "card": "K"}, drop=True),
            "changed Marie’s ace to a king. 2 later entries removed.",
            "a remplacé l’as de Marie par un roi. 2 entrées suivantes supprimées.",
        ),
        (
            {"do": "undo"},
            "undid the correction of Marie’s king. 2 later entries are back.",
            "a défait la correction du roi de Marie. 2 entrées suivantes reviennent.",
        ),
    ):
        table.submit(read_asked(json.dumps(asked)), by="Phone 5")
        for now in (table.now, Table(journal).now):
            assert now.correction
            told = [
                Words.of(lang).correction(now.correction, now.game, now.before)
                for lang in ("en", "fr")
            ]
            assert told == [f"Phone 5 {english}", f"Le téléphone 5 {french}"]


@pytest.mark.parametrize(
    ("asked", "english", "french"),
    [
        (
            amend(5),
            "Phone 5 deleted Marie’s ace. Paul’s 4 is now Marie’s.",
            "Le téléphone 5 a supprimé l’as de Marie. Le 4 de Paul est maintenant à Marie.",
        ),
        (
            amend(4),
            ("Phone 5 deleted Luc’s 10. 2 later cards are now another player’s. Luc and Paul −2."),
            (
                "Le téléphone 5 a supprimé le 10 de Luc. 2 cartes suivantes changent de joueur. "
                "Luc et Paul\u00a0: −2."
            ),
        ),
        (
            amend(5, {"do": "play", "card": "3"}, {"do": "play", "card": "A"}),
            "Phone 5 added Marie’s 3. 2 later cards are now another player’s.",
            "Le téléphone 5 a ajouté le 3 de Marie. 2 cartes suivantes changent de joueur.",
        ),
        (
            amend(5, {"do": "play", "card": "2"}),
            "Phone 5 changed Marie’s ace to a 2.",
            "Le téléphone 5 a remplacé l’as de Marie par un 2.",
        ),
        (
            amend(6),
            "Phone 5 deleted Paul’s 4.",
            "Le téléphone 5 a supprimé le 4 de Paul.",
        ),
    ],
)
def test_a_correction_tells_which_later_cards_are_now_another_players(
    asked: dict[str, object], english: str, french: str
) -> None:
    table = Table(Journal.in_memory())
    for line in (START, *map(json.dumps, (*PLAY[:-1], {"do": "play", "card": "4"}))):
        table.submit(read_asked(line))
    table.submit(read_asked(json.dumps(asked)), by="Phone 5")
    now = table.now
    assert now.correction
    for lang, told in (("en", english), ("fr", french)):
        assert Words.of(lang).correction(now.correction, now.game, now.before) == told


def test_a_win_that_is_taken_back_by_a_correction_is_told() -> None:
    table = Table(Journal.in_memory())
    start = {"do": "start", "rules": "six-card", "players": ["Anne", "Luc"], "scores": [119, 0]}
    win = {"do": "peg", "team": 0, "points": 2}
    for asked in ({**start, "dealer": 0}, win, amend(2, {**win, "points": 1})):
        table.submit(read_asked(json.dumps(asked)))
    assert table.now.correction
    told = [
        Words.of(lang).correction(table.now.correction, table.now.game, table.now.before)
        for lang in ("en", "fr")
    ]
    assert told == [
        "Changed: Anne’s +2, now +1. Anne no longer wins.",
        "Corrigé\u00a0: le +2 d’Anne, plutôt +1. Anne ne gagne plus.",
    ]


def test_a_corrected_hand_is_named_with_what_it_was_and_is_worth() -> None:
    table = Table(Journal.in_memory())
    count = {"do": "count", "cards": ["2C", "4D", "6S", "8H"]}
    mended = [count | {"cards": ["2C", "4D", "6S", card]} for card in ("9D", "9C")]
    start = {"do": "start", "rules": "six-card", "players": ["Anne", "Luc"], "dealer": 0}
    for action in (start, {"do": "starter", "card": "9H"}, {"do": "show"}, count):
        table.submit(read_asked(json.dumps(action)))
    for one, told in zip(mended, ("hand (4 → 10 points). Luc +6.", "hand (10)."), strict=True):
        table.submit(read_asked(json.dumps(amend(4, one))), by="Phone 5")
        now = table.now
        assert now.correction
        said = Words.of("en").correction(now.correction, now.game, now.before)
        assert said == f"Phone 5 changed Luc’s {told}"


def test_undo_names_the_win_with_the_crib() -> None:
    table = Table(Journal.in_memory())
    for action in (
        {
            "do": "start",
            "rules": "six-card",
            "players": ["Anne", "Luc"],
            "dealer": 0,
            "scores": [115, 0],
        },
        {"do": "starter", "card": "9H"},
        {"do": "show"},
        {"do": "count", "cards": ["2C", "4D", "6S", "8H"]},
        {"do": "count", "cards": ["2D", "4C", "6H", "QH"]},
        {"do": "crib", "cards": ["5C", "5D", "5S", "JH"]},
        {"do": "undo"},
    ):
        table.submit(read_asked(json.dumps(action)), by="Phone 5")
    now = table.now
    assert now.correction
    told = Words.of("en").correction(now.correction, now.game, now.before)
    assert told.startswith("Phone 5 undid Anne’s crib (15) and the win. Anne −")


@pytest.mark.parametrize(
    ("was", "now", "english", "french"),
    [
        (12, 45, "changed the head start (12 for Luc) to 45 for Luc. Luc +33.",
         "a remplacé l’avance (12 à Luc) par 45 à Luc. Luc\u00a0: +33."),
        (0, 5, "added a head start (5 for Luc). Luc +5.",
         "a ajouté une avance (5 à Luc). Luc\u00a0: +5."),
        (5, 0, "deleted the head start (5 for Luc). Luc −5.",
         "a supprimé l’avance (5 à Luc). Luc\u00a0: −5."),
    ],
)  # fmt: skip
def test_another_head_start_is_named(was: int, now: int, english: str, french: str) -> None:
    """The start says it too, and not the whole match again."""
    table = Table(Journal.in_memory())
    start = {"do": "start", "rules": "six-card", "players": ["Anne", "Luc"], "dealer": 0}
    starts = [start | ({"scores": [0, points]} if points else {}) for points in (was, now)]
    for asked in (starts[0], amend(1, starts[1])):
        table.submit(read_asked(json.dumps(asked)), by="Phone 5")
    after = table.now
    assert after.correction
    told = [
        Words.of(lang).correction(after.correction, after.game, after.before)
        for lang in ("en", "fr")
    ]
    assert told == [f"Phone 5 {english}", f"Le téléphone 5 {french}"]
    said = Words.of("en").entry(after.record[0], after.game)
    assert ("head start: " in said) == (now > 0)


def test_points_pegged_by_hand_are_named_as_people_say_them() -> None:
    table = Table(Journal.in_memory())
    start = {"do": "start", "rules": "six-card", "players": ["Anne", "Luc"], "dealer": 0}
    peg = {"do": "peg", "team": 1, "points": 16}
    told = []
    for asked in (
        start, peg, amend(2, {**peg, "points": 8}), amend(2, {**peg, "points": 8, "team": 0}),
        {"do": "undo"}, {"do": "undo"}, {"do": "undo"},
    ):  # fmt: skip
        table.submit(read_asked(json.dumps(asked)), by="Phone 5")
        after = table.now
        if after.correction:
            told += [
                Words.of(lang).correction(after.correction, after.game, after.before)
                for lang in ("en", "fr")
            ]
    assert told[:4] == [
        "Phone 5 changed Luc’s +16 to +8.",
        "Le téléphone 5 a remplacé le +16 de Luc par +8.",
        "Phone 5 changed Luc’s +8 to Anne’s +8. Anne +8, Luc −8.",
        "Le téléphone 5 a remplacé le +8 de Luc par le +8 d’Anne. Anne\u00a0: +8, Luc\u00a0: −8.",
    ]
    assert told[-2:] == [
        "Phone 5 undid Luc’s +16. Luc −16.",
        "Le téléphone 5 a défait le +16 de Luc. Luc\u00a0: −16.",
    ]


def test_what_was_added_before_a_card_is_undone_and_done_again_by_its_own_name() -> None:
    """The card that it came before is not undone; nor is what an earlier addition brought."""
    journal = Journal.in_memory()
    table = Table(journal)
    for line in (START, *map(json.dumps, PLAY)):
        table.submit(read_asked(line))
    ace, points = {"do": "play", "card": "A"}, {"do": "peg", "team": 0, "points": 3}
    told = []
    for asked in (
        amend(5, points, ace), amend(5, {**points, "team": 1}, points, ace), {"do": "undo"},
        {"do": "redo"},
    ):  # fmt: skip
        table.submit(read_asked(json.dumps(asked)), by="Luc’s phone")
        for now in (table.now, Table(journal).now):
            assert now.correction
            assert now.undo
            words = Words.of("en")
            told.append(words.correction(now.correction, now.game, now.before))
            told.append(words.change(now.undo, now.game))
    assert told[::4] == told[2::4]
    assert told[1::4] == told[3::4]
    assert told[::4] == [
        "Luc’s phone added +3 for Anne and Marie. Anne and Marie +3.",
        "Luc’s phone added +3 for Luc and Paul. Luc and Paul +3.",
        "Luc’s phone undid Luc and Paul’s +3. Luc and Paul −3.",
        "Luc’s phone redid Luc and Paul’s +3. Luc and Paul +3.",
    ]
    assert told[1::4] == ["Correction: Anne and Marie +3.", "Correction: Luc and Paul +3."] * 2


def test_undo_names_the_choice_of_dealer() -> None:
    """A dealer who was named in the place of a draw is no correction of the match."""
    table = Table(Journal.in_memory())
    start = {"do": "start", "rules": "six-card", "players": ["Anne", "Luc"]}
    for asked in (start, amend(1, {**start, "dealer": 0}), {"do": "undo"}):
        table.submit(read_asked(json.dumps(asked)), by="Phone 5")
    now = table.now
    assert now.correction
    assert now.redo
    told = [
        Words.of(lang).correction(now.correction, now.game, now.before) for lang in ("en", "fr")
    ]
    assert told == [
        "Phone 5 undid the choice of dealer.",
        "Le téléphone 5 a défait le choix du brasseur.",
    ]
    assert Words.of("en").change(now.redo, now.game) == "The choice of dealer"
