"""The pending entry of a keypad, as everybody reads it."""

import pytest
from msgspec.structs import replace

from scorekeeper.keypad.press import pending_entry
from scorekeeper.words import Words
from tests.keypad.test_press import CLAIMED, CRIB, IDLE, LEFT, PLAY, SHOW, keys
from tests.kit.players.key_typist import on_the_table, typed

EN, FR = Words.of("en"), Words.of("fr")

SAID = {
    "HELD at the start": (IDLE, "HELD", "which game?", "quel jeu\u00a0?"),
    "HELD 5": (IDLE, "HELD 5", "Five-card cribbage", "Crib à cinq cartes"),
    "HELD 5 2": (
        IDLE,
        "HELD 5 2",
        "Five-card cribbage, Player 2 deals",
        "Crib à cinq cartes, Joueur 2 distribue",
    ),
    "HELD": (
        PLAY,
        "HELD",
        "OK was held, one more key is to come",
        "OK maintenu\u00a0: encore une touche",
    ),
    "half a hand": (LEFT, "4 J", "Ann's hand: 4 J _ _", "la main d'Ann\u00a0: 4 V _ _"),
    "half a crib": (CRIB, "5 5", "Ben's crib: 5 5 _ _", "le crib de Ben\u00a0: 5 5 _ _"),
    "a claim": (SHOW, "A 2", "Ann's hand, claim 12", "la main d'Ann, annonce de 12"),
    "a claim of 11": (SHOW, "A A", "Ann's hand, claim 11", "la main d'Ann, annonce de 11"),
    "a flush": (
        LEFT,
        "4 5 6 7 GO",
        "Ann's hand: 4 5 6 7, flush of 4",
        "la main d'Ann\u00a0: 4 5 6 7, couleur de 4",
    ),
    "nobs": (
        LEFT,
        "J J 6 7 GO",
        "Ann's hand: J J 6 7, nobs",
        "la main d'Ann\u00a0: V V 6 7, caboche",
    ),
    "points to come": (PLAY, "HELD 2", "_ points for Ann", "_ points pour Ann"),
    "a point": (PLAY, "HELD 2 GO A", "1 point for Ben", "1 point pour Ben"),
    "points back": (PLAY, "HELD 2 J A", "\u22121 point for Ann", "\u22121 point pour Ann"),
    "points back, how many": (
        PLAY,
        "HELD 2 J",
        "\u2212_ points for Ann",
        "\u2212_ points pour Ann",
    ),
    "giving up": (PLAY, "HELD 7", "give up the game? OK", "abandonner la partie\u00a0? OK"),
    "another habit": (
        PLAY,
        "HELD 9",
        "from now on hands only? OK",
        "à partir d'ici\u00a0: mains seules\u00a0? OK",
    ),
    "muggins": (
        CLAIMED,
        "HELD 3 4",
        "muggins on Ann's hand, 4 points for Ben",
        "muggins sur la main d'Ann, 4 points pour Ben",
    ),
}


@pytest.mark.parametrize("what", SAID)
def test_pending_entry_is_said_in_both_languages(what: str) -> None:
    game, line, english, french = SAID[what]
    if game.players:
        game = replace(game, players=("Ann", "Ben"))
    shown = pending_entry(on_the_table(game), typed(game, keys(line)).buffer)
    assert shown
    assert (EN.pending_entry(shown, game), FR.pending_entry(shown, game)) == (english, french)


def test_pending_game_names_the_dealer_if_as_many_play() -> None:
    game = replace(IDLE, players=("Ann", "Ben"))
    for line, said in (("HELD 2 A", "Ann deals"), ("HELD 3 A", "Player 1 deals")):
        shown = pending_entry(on_the_table(game), typed(game, keys(line)).buffer)
        assert shown
        assert EN.pending_entry(shown, game).endswith(said)
