"""What is printed on keys, large and small, and what each does after OK was held."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from scorekeeper.keypad.key import Key
from scorekeeper.words.catalogue import Speech
from scorekeeper.words.game.cards import short
from scorekeeper.words.sentences import en


class Legend(NamedTuple):
    """The ``small`` word on a key, and what it means in a line."""

    small: str
    about: str


AFTER_HELD: Final[Mapping[Key, Legend]] = MappingProxyType(
    {
        Key.ACE: Legend(en("redo"), en("do again what was taken back")),
        Key.TWO: Legend(
            en("points"),
            en("points by hand: digits (A is 1, 10 is 0), OK; Go: the next team, {jack}: back"),
        ),
        Key.THREE: Legend(en("muggins"), en("muggins: the points that were missed, OK")),
        Key.FOUR: Legend(en("show"), en("leave the play for the show, OK")),
        Key.FIVE: Legend(en("next deal"), en("leave the rest of the deal, OK")),
        Key.SIX: Legend(en("misdeal"), en("a misdeal: the same dealer deals again, OK")),
        Key.SEVEN: Legend(en("give up"), en("end the game without a winner, OK")),
        Key.EIGHT: Legend(en("every card"), en("from now on every card is entered, OK")),
        Key.NINE: Legend(en("hands only"), en("hands only: the points of the play are pegged, OK")),
        Key.TEN: Legend(en("points only"), en("points only: no card is entered, OK")),
        Key.GO: Legend(en("all go"), en("nobody can lay a card")),
    }
)
"""While a game is on."""

SMALL: Final[Mapping[Key, str]] = MappingProxyType(
    {
        **{key: legend.small for key, legend in AFTER_HELD.items()},
        Key.JACK: en("back"),
        Key.OK: en("hold: more"),
    }
)

SIGNS: Final[Mapping[Key, str]] = MappingProxyType({Key.GO: en("Go"), Key.UNDO: en("Undo")})


def large(speech: Speech, key: Key) -> str:
    """K, 10, Go: the court cards as the deck has them."""
    if key.card:
        return short(speech, key.card)
    return speech.say(SIGNS[key]) if key in SIGNS else key.value


def small(speech: Speech, key: Key) -> str:
    """Redo; nothing on a key that means nothing more."""
    return speech.say(SMALL[key]) if key in SMALL else ""
