"""The small print on the keys at the show, and what is asked of keys there."""

import pytest
from msgspec.structs import replace

from scorekeeper.game.actions import CountedBy, EntryMode
from scorekeeper.game.live import Confirmable, EntryKind, PendingEntry
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game
from scorekeeper.keypad.key import SIXTEEN
from scorekeeper.keypad.press import pending_entry
from scorekeeper.words import Words
from scorekeeper.words.key_legends import braille, dots, large, legends
from scorekeeper.words.keypad import prompt
from tests.keypad.test_press import (
    CHECKED,
    CLAIMED,
    CRIB,
    IDLE,
    LEFT,
    NOBS_FOR_FOUR,
    PLAY,
    SHOW,
    keys,
)
from tests.kit.players.key_typist import on_the_table, typed

EN, FR = Words.of("en"), Words.of("fr")


def at_table(game: Game, counted_by: CountedBy) -> Snapshot:
    """*game* where people chose who counts."""
    mode = EntryMode(counted_by=counted_by)
    return on_the_table(replace(game, players=("Ann", "Ben"), entry_mode=mode))


def test_ok_says_that_the_program_counts_for_those_who_count_themselves() -> None:
    """Once digits are typed it enters the claim; where nobody else counts it names the hand."""
    for counted_by, line, english, french in (
        (CountedBy.PROGRAM, "", "count Ann", "compter Ann"),
        (CountedBy.PLAYERS, "", "Cribble counts", "Cribble compte"),
        (CountedBy.PLAYERS, "A 2", "claim 12", "annonce de 12"),
        (CountedBy.PROGRAM, "8", "claim 8", "annonce de 8"),
    ):
        now = at_table(SHOW, counted_by)
        pending = pending_entry(now, typed(now.game, keys(line)).buffer) if line else None
        said = [legends(words, now, pending)["OK"] for words in (EN, FR)]
        assert said == [english, french], (counted_by, line)


def test_own_count_is_asked_for_once_all_cards_are_known() -> None:
    for game, line, english, french in (
        (SHOW, "", "Ann’s count, or just OK.", "Le compte d’Ann, ou simplement OK."),
        (SHOW, "A 2", "Ann’s count, then OK.", "Le compte d’Ann, puis OK."),
        (SHOW, "10", "OK claims 0. Ten is A, then 10.", "OK annonce 0. Dix, c’est A, puis 10."),
        (LEFT, "4 5 6", None, None),
        (LEFT, "4 5 6 7", "Ann’s count, or just OK.", "Le compte d’Ann, ou simplement OK."),
        (CRIB, "5 5 6", None, None),
        (CRIB, "5 5 6 7", "The crib’s count, or just OK.", "Le compte du crib, ou simplement OK."),
        (CRIB, "5 5 6 7 9", "The crib’s count, then OK.", "Le compte du crib, puis OK."),
    ):
        for counted_by in CountedBy:
            now = at_table(game, counted_by)
            pending = pending_entry(now, typed(now.game, keys(line)).buffer) if line else None
            is_typed = english is not None and line.endswith(("2", "9", "10"))
            own = is_typed or counted_by is not CountedBy.PROGRAM
            said = [prompt(words, now, pending) for words in (EN, FR)]
            assert said == ([english, french] if own else [None, None]), (line, counted_by)


def test_a_flush_that_a_claim_may_include_is_said_with_go() -> None:
    """In the words of the key, by cards and digits alone; not once it is said, and not where it
    would be too large."""
    flush = ("Flush? Go first.", "Couleur\u00a0? Go d’abord.")
    both = ("Nobs, flush? Go first.", "Caboche, couleur\u00a0? Go d’abord.")
    for line, hints in (
        ("4 5 6 7 3", None),
        ("4 5 6 7 4", flush),
        ("4 5 6 7 A 2", flush),
        ("J 5 6 7 A 2", both),
        ("4 5 6 7 GO A 2", None),
        ("4 4 6 7 A 2", None),
    ):
        now = on_the_table(CHECKED)
        pending = pending_entry(now, typed(CHECKED, keys(line)).buffer)
        english, french = (prompt(words, now, pending) or "" for words in (EN, FR))
        if hints is None:
            assert (english[-2:], french[-2:]) == ("K.", "K."), line
        else:
            assert english.endswith(f"OK. {hints[0]}"), line
            assert french.endswith(f"OK. {hints[1]}"), line


def test_what_is_typed_is_asked_about_in_one_sentence() -> None:
    """What OK held may do, what OK would confirm, who deals, and whose points digits are."""
    for game, line, english, french in (
        (
            PLAY,
            "HELD",
            "Press a key; Undo goes back.",
            "Appuyez sur une touche\u00a0; Défaire pour revenir.",
        ),
        (
            PLAY,
            "HELD 7",
            "Call off the game? OK:\u00a0yes, Undo:\u00a0no",
            "Abandonner la partie\u00a0? OK\u00a0:\u00a0oui, Défaire\u00a0:\u00a0non",
        ),
        (PLAY, "HELD 2", "Points for Ann?", "Des points pour Ann\u00a0?"),
        (PLAY, "HELD 2 10", "Points for Ann?", "Des points pour Ann\u00a0?"),
        (PLAY, "HELD 2 GO A", "OK pegs 1.", "OK marque 1."),
        (PLAY, "HELD 2 J A 2", "OK takes back 12.", "OK retire 12."),
        (
            IDLE,
            "HELD 2",
            "Who deals? Press their key, or OK to draw.",
            "Qui brasse\u00a0? Sa touche, ou OK pour piger.",
        ),
        (
            IDLE,
            "HELD 2 9",
            "Who deals? Press their key, or OK to start.",
            "Qui brasse\u00a0? Sa touche, ou OK pour commencer.",
        ),
        (IDLE, "HELD 2 9 A", "OK starts the match.", "OK commence le match."),
    ):
        named = replace(game, players=("Ann", "Ben") if game.players else ())
        now = on_the_table(named)
        pending = pending_entry(now, typed(now.game, keys(line)).buffer)
        assert [prompt(words, now, pending) for words in (EN, FR)] == [english, french], line


def test_keys_offer_the_players_as_dealers_of_the_next_deal() -> None:
    now = on_the_table(replace(PLAY, players=("Ann", "Ben")))
    pending = pending_entry(now, typed(now.game, keys("HELD 5")).buffer)
    dealers = {"A": "Ann deals", "2": "Ben deals"}
    assert legends(EN, now, pending) == {**dealers, "OK": "yes", "UNDO": "no"}


def test_a_game_to_choose_says_what_undo_and_ok_would_do() -> None:
    now = on_the_table(IDLE)
    for confirms, said in ((None, None), (Confirmable.REDO, "hold: redo")):
        on_keys = legends(EN, now, PendingEntry(kind=EntryKind.GAME, confirms=confirms))
        assert (on_keys["UNDO"], on_keys.get("OK")) == ("back", said)
    dealer = PendingEntry(kind=EntryKind.DEALER, dealer=1)
    assert legends(EN, on_the_table(replace(PLAY, players=("Ann", "Ben"))), dealer) == {
        "OK": "Ben deals"
    }


SAID = [
    (IDLE, "HELD", "which game?", "quel jeu\u00a0?"),
    (IDLE, "HELD 5", "Five-card cribbage", "Crib à cinq cartes"),
    (
        IDLE,
        "HELD 5 2",
        "Five-card cribbage, Player\u00a02 deals",
        "Crib à cinq cartes, le joueur\u00a02 brasse",
    ),
    (PLAY, "HELD", "more: press a key", "options\u00a0: appuyez sur une touche"),
    (LEFT, "4 J", "Ann’s hand: 4 J _ _", "la main d’Ann\u00a0: 4 V _ _"),
    (CRIB, "5 5", "Ben’s crib: 5 5 _ _", "le crib de Ben\u00a0: 5 5 _ _"),
    (SHOW, "A 2", "Ann’s hand: claim 12", "la main d’Ann\u00a0: annonce de 12"),
    (SHOW, "A A", "Ann’s hand: claim 11", "la main d’Ann\u00a0: annonce de 11"),
    (
        LEFT,
        "4 5 6 7 GO",
        "Ann’s hand: 4 5 6 7, flush of 4",
        "la main d’Ann\u00a0: 4 5 6 7, couleur de 4",
    ),
    (LEFT, "J J 6 7 GO", "Ann’s hand: J J 6 7, nobs", "la main d’Ann\u00a0: V V 6 7, caboche"),
    (
        NOBS_FOR_FOUR,
        "J A 9 K A 10 OK",
        "Ann’s hand: J A 9 K, 10 with a flush or nobs?",
        ("la main d’Ann\u00a0: V A 9 R, 10 avec une couleur ou la caboche\u00a0?"),
    ),
    (PLAY, "HELD 2", "_ points for Ann", "_ points pour Ann"),
    (PLAY, "HELD 2 GO A", "1 point for Ben", "1 point pour Ben"),
    (PLAY, "HELD 2 J A", "\u22121 point for Ann", "\u22121 point pour Ann"),
    (PLAY, "HELD 2 J", "\u2212_ points for Ann", "\u2212_ points pour Ann"),
    (PLAY, "HELD 7", "call off the game? OK", "abandonner la partie\u00a0? OK"),
    (
        PLAY,
        "HELD 9",
        "hands only from now on? OK",
        "mains seulement à partir d’ici\u00a0? OK",
    ),
    (
        CLAIMED,
        "HELD 3 4",
        "muggins on Ann’s hand: 4 points for Ben",
        "muggins sur la main d’Ann\u00a0: 4 points pour Ben",
    ),
]


@pytest.mark.parametrize(("game", "line", "english", "french"), SAID)
def test_pending_entry_is_said_in_both_languages(
    game: Game, line: str, english: str, french: str
) -> None:
    if game.players:
        game = replace(game, players=("Ann", "Ben"))
    shown = pending_entry(on_the_table(game), typed(game, keys(line)).buffer)
    assert shown
    assert (EN.pending_entry(shown, game), FR.pending_entry(shown, game)) == (english, french)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("A", "⠁"),
        ("7", "⠼⠛"),
        ("10", "⠼⠁⠚"),
        ("Go", "⠛⠕"),
        ("ok", "⠕⠅"),
        ("défaire", "⠙⠿⠋⠁⠊⠗⠑"),
        ("a 1", "⠁⠀⠼⠁"),
    ],
)
def test_a_label_is_written_cell_by_cell(text: str, cells: str) -> None:
    assert braille(text) == cells


def test_dots_are_numbered_down_each_side() -> None:
    assert [dots(cell) for cell in braille("q1")] == [(1, 2, 3, 4, 5), (3, 4, 5, 6), (1,)]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_key_has_a_label_of_its_own(lang: str) -> None:
    assert len({braille(large(Words.of(lang), key)) for key in SIXTEEN}) == len(SIXTEEN)
