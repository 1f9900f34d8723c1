"""Who took what back, did it again or put it right: told to all whose scores moved by it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scorekeeper.game.snapshot import Righted
from scorekeeper.game.state import Game
from scorekeeper.words.entries import change, entry
from scorekeeper.words.people import scorer
from scorekeeper.words.sentences import en
from scorekeeper.words.speech import Speech

BY: Final[Mapping[str, str]] = MappingProxyType(
    {
        "undo": en("{who} took back: {what}"),
        "redo": en("{who} put back: {what}"),
        "amend": en("{who} put right: {what}"),
    }
)

BY_NOBODY: Final[Mapping[str, str]] = MappingProxyType(
    {
        "undo": en("Taken back: {what}"),
        "redo": en("Put back: {what}"),
        "amend": en("Put right: {what}"),
    }
)
"""Where nobody signed, as in a game that a program plays."""


def righted(speech: Speech, value: Righted, game: Game) -> str:
    """What was done to an entry, by whom, and how it reads now; *game* gives the names."""
    who, amended = scorer(speech, value.by), value.how == "amend"
    if amended and not value.change.entry.actions:
        return _taken_out(speech, who, value.change.entry.entry)
    say = entry(speech, value.change.entry, game) if amended else change(speech, value.change, game)
    return speech.say((BY if who else BY_NOBODY)[value.how], who=who, what=say)


def _taken_out(speech: Speech, who: str, number: int) -> str:
    if who:
        return speech.say(en("{who} took out entry {number}."), who=who, number=number)
    return speech.say(en("Entry {number} was taken out."), number=number)
