"""Why a key of the keypad means nothing as things stand."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scorekeeper.keypad.rejection import NotNow, Reason
from scorekeeper.words.catalogue import Speech
from scorekeeper.words.sentences import en

SAID: Final[Mapping[Reason, str]] = MappingProxyType(
    {
        Reason.SUITS_ADD_NOTHING: en("Suits can add nothing here."),
        Reason.NO_POINTS: en("No points are typed."),
        Reason.TWO_DIGITS: en("Points have two digits at most."),
        Reason.NO_CLAIM: en("There is no open claim to call muggins on."),
        Reason.NOTHING_TO_REDO: en("There is nothing to redo."),
        Reason.HALF_TYPED: en("First finish what is typed by OK, or take it back."),
        Reason.CAME_BETWEEN: en("Another entry came between: what was typed is dropped."),
        Reason.LEFT_ALONE: en("What was typed was left alone, and is dropped."),
        Reason.ANOTHER_TYPES: en("Somebody else is typing."),
        Reason.DROPPED: en("What was typed before is dropped."),
    }
)


def not_now(speech: Speech, value: NotNow) -> str:
    """In a sentence; how many cards are missing is the only one with a number."""
    if value.code is Reason.CARDS_MISSING:
        return speech.say_n("{n} card is missing.", "{n} cards are missing.", value.cards)
    return speech.say(SAID[value.code])
