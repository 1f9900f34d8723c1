"""What is going on, when each action has its time, and that it is not now."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, assert_never

from scorekeeper.game.state import Phase
from scorekeeper.words.catalogue import Speech
from scorekeeper.words.game.prompts import prompt
from scorekeeper.words.sentences import en

DOING: Final[Mapping[str, str]] = MappingProxyType(
    {
        "start": en("A match begins only when no game is on"),
        "draw": en("Cards are drawn only before the first deal"),
        "starter": en("The starter is turned only after the deal, before the play"),
        "play": en("Cards are laid only in the play"),
        "go": en("Go is said only in the play"),
        "show": en("Only the play can be left for the show"),
        "count": en("Hands are counted only at the show"),
        "crib": en("The crib is counted only at the show"),
        "muggins": en("Muggins is called only on an open claim"),
        "misdeal": en("A misdeal is called only before the first card is laid"),
        "peg": en("Points are pegged by hand only in a game"),
        "deal": en("A deal can be left only once it has begun"),
        "rename": en("Players are renamed only in a game"),
        "abandon": en("Only a game that is on can be left"),
        "next": en("The next game begins only when this one is over"),
    }
)
"""When each action has its time."""


def phase(speech: Speech, value: Phase) -> str:
    """What is going on: the hands are counted."""
    match value:
        case Phase.IDLE:
            return speech.say(en("no game is on"))
        case Phase.DRAW:
            return speech.say(en("the players draw for the deal"))
        case Phase.CUT:
            return speech.say(en("the starter is to be turned"))
        case Phase.PLAY:
            return speech.say(en("the cards are played"))
        case Phase.SHOW:
            return speech.say(en("the hands are counted"))
        case Phase.OVER:
            return speech.say(en("the game is over"))
        case _:
            assert_never(value)


def wrong_phase(speech: Speech, facts: Mapping[str, Any]) -> str:
    """When it could be done, what is going on, and what is asked instead."""
    sentence = en("{when}; now {phase}.")
    when, now = speech.say(DOING[facts["do"]]), phase(speech, Phase(facts["phase"]))
    said = speech.say(sentence, when=when, phase=now)
    return f"{said} {prompt(speech, facts['game'])}" if facts["game"] else said
