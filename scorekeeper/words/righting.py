"""Who took what back, did it again or put it right: told to all whose scores moved by it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scorekeeper.game.actions import Start
from scorekeeper.game.snapshot import Righted
from scorekeeper.game.state import Game, Phase
from scorekeeper.words.catalogue import Speech, raised
from scorekeeper.words.entries import change, entry
from scorekeeper.words.game.people import player, scorer
from scorekeeper.words.sentences import en

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


def righted(speech: Speech, value: Righted, game: Game, before: Game | None = None) -> str:
    """What was done to an entry, by whom, and how it reads now; *game* gives the names.

    Who deals is no correction where it was all that was still to be said: *before* tells.
    """
    if before is not None and _names_dealer(value, game, before):
        deals = speech.say(en("{player} deals"), player=player(speech, game, game.dealer or 0))
        return f"{raised(deals)}."
    who, amended = scorer(speech, value.by), value.how == "amend"
    if amended and not value.change.entry.actions:
        return _taken_out(speech, who, value.change.entry.entry)
    say = entry(speech, value.change.entry, game) if amended else change(speech, value.change, game)
    return speech.say((BY if who else BY_NOBODY)[value.how], who=who, what=say)


def _names_dealer(value: Righted, game: Game, before: Game) -> bool:
    """Whether the match is as it was *before*, but for the cut, in whose place somebody deals."""
    match = (game.rules, game.players, game.captains, game.scores)
    return (
        value.how == "amend"
        and [type(action) for action in value.change.entry.actions] == [Start]
        and (before.phase, game.phase) == (Phase.DRAW, Phase.CUT)
        and match == (before.rules, before.players, before.captains, before.scores)
    )


def _taken_out(speech: Speech, who: str, number: int) -> str:
    if who:
        return speech.say(en("{who} took out entry {number}."), who=who, number=number)
    return speech.say(en("Entry {number} was taken out."), number=number)
