"""A seat, a rules key or a value that can be read but does not exist or does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from scorekeeper.game.engine.validate import LARGEST
from scorekeeper.words.catalogue import Speech
from scorekeeper.words.game.rules import FIELDS
from scorekeeper.words.sentences import en
from scorekeeper.words.values import shown

NO_SUCH: Final[Mapping[str, str]] = MappingProxyType(
    {
        "seat": en("There is no seat {value}; there are {wanted}."),
        "team": en("There is no team {value}; there are {wanted}."),
        "rules": en("No rules are called {value}; there are {wanted}."),
        "option": en("No option is called {value}; there are {wanted}."),
        "entry": en("There is no entry {value} to put right; there are {wanted}."),
    }
)

AT_LEAST: Final = "≥ "

BAD_VALUES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "players": en("These rules seat {wanted} players, not {value}."),
        "scores": en("The scores to begin with cannot be {value}; they are {wanted}."),
        "captains": en(
            "The captains cannot sit at {value}; a seat of each team is wanted: {wanted}."
        ),
        "name": en("A name cannot be {value}; it has {wanted} characters that can be printed."),
        "points": en("The points cannot be {value}; they are {wanted}."),
        "key": en("A key cannot be {value}; it has {wanted} characters that can be printed."),
        "by": en(
            "The name of a phone cannot be {value}; it has {wanted} characters that can be printed."
        ),
        "claim": en("A claim cannot be {value}; it is {wanted}."),
        "flush": en("A flush cannot have {value} cards; it has {wanted}."),
        "reason": en("The reason cannot be {value}; it has {wanted} characters."),
    }
)
"""By the field of an action."""


def no_such(speech: Speech, facts: Mapping[str, Any]) -> str:
    """What is not there, and what is."""
    value, wanted = shown(facts["value"]), facts["wanted"]
    if not wanted:
        return speech.say(en("There is no entry yet that could be put right."))
    return speech.say(NO_SUCH[facts["what"]], value=value, wanted=wanted)


def bad_value(speech: Speech, facts: Mapping[str, Any]) -> str:
    """What does not fit, and what would. A field of the rules is named as on the page."""
    if facts["field"] == "peg":
        return _pegged(speech, facts["value"], *facts["wanted"])
    field, value, wanted = facts["field"], shown(facts["value"]), facts["wanted"]
    if wanted.startswith(AT_LEAST):
        wanted = speech.say(en("{least} or more"), least=wanted.removeprefix(AT_LEAST))
    if field in BAD_VALUES:
        return speech.say(BAD_VALUES[field], value=value, wanted=wanted)
    if field in FIELDS:
        title = speech.say(FIELDS[field].title)
        sentence = en("{title} ({field}) cannot be {value}; what may be: {wanted}.")
        return speech.say(sentence, title=title, field=field, value=value, wanted=wanted)
    sentence = en("{field} cannot be {value}; what may be: {wanted}.")
    return speech.say(sentence, field=field, value=value, wanted=wanted)


def _pegged(speech: Speech, points: int, least: int, most: int) -> str:
    """Points by hand: none, more taken back than there are, or more than the game has left."""
    if points == 0:
        return speech.say(en("Nothing is pegged by 0 points: peg one at least, or take one back."))
    if points < least == 0:
        return speech.say(en("There are no points yet that could be taken back."))
    if points < least:
        return speech.say_n(
            "No more than {n} point can be taken back, not {points}.",
            "No more than {n} points can be taken back, not {points}.",
            -least,
            points=shown(-points),
        )
    if most == LARGEST:
        return speech.say(en("No game has {points} points."), points=shown(points))
    return speech.say_n(
        "The end must be reached exactly: it is {n} point away, not {points}.",
        "The end must be reached exactly: it is {n} points away, not {points}.",
        most,
        points=shown(points),
    )
