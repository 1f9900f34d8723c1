"""The pending entry of a keypad, as everybody reads it."""

import pytest
from msgspec.structs import replace

from scorekeeper.game.state import Game
from scorekeeper.keypad.press import pending_entry
from scorekeeper.words import Words
from tests.keypad.test_press import (
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


def test_pending_game_names_the_dealer_if_as_many_play() -> None:
    game = replace(IDLE, players=("Ann", "Ben"))
    for line, said in (("HELD 2 A", "Ann deals"), ("HELD 3 A", "Player\u00a01 deals")):
        shown = pending_entry(on_the_table(game), typed(game, keys(line)).buffer)
        assert shown
        assert EN.pending_entry(shown, game).endswith(said)
