"""Not allowed now: a sentence for every code, with whose turn it is or what would be right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Game
from scorekeeper.words import unfit, wrong_cards
from scorekeeper.words.catalogue import Speech
from scorekeeper.words.entries import change, entry
from scorekeeper.words.game import people
from scorekeeper.words.phases import wrong_phase
from scorekeeper.words.sentences import en

Facts: TypeAlias = Mapping[str, Any]

Told: TypeAlias = Callable[[Speech, Facts], str]

QUICKER: Final[Mapping[str, str]] = MappingProxyType(
    {
        "do": en("{who} was quicker: {entry} Yours was not added."),
        "undo": en("{who} has just taken this back: {entry} Yours was not added."),
        "redo": en("{who} has just done this again: {entry} Yours was not added."),
        "amend": en("{who} has just put this right: {entry} Yours was not added."),
    }
)
"""What somebody did while a phone still looked at the table from before."""


def refusal(speech: Speech, value: Refusal, game: Game | None = None) -> str:
    """Why not, in one or two sentences; *game* lets it also say what is asked now."""
    facts = _facts(speech, value, game)
    if value.code in PLAIN:
        return speech.say(PLAIN[value.code], **facts)
    return TOLD[value.code](speech, facts)


def _facts(speech: Speech, value: Refusal, game: Game | None) -> Facts:
    """Those of the refusal with its players as they are spoken of, its entry, and the game."""
    facts = {**value.facts, "entry": value.entry, "game": game}
    if player := facts.get("player"):
        facts["player"] = people.called(speech, player)
    if players := facts.get("players"):
        facts["players"] = tuple(people.called(speech, one) for one in players)
    return facts


def _out_of_turn(speech: Speech, facts: Facts) -> str:
    """Whose turn it is."""
    if facts.get("crib"):
        return speech.say(
            en("It is the crib's turn: {player}'s crib is counted now."), player=facts["player"]
        )
    return speech.say(en("It is {player}'s turn."), player=facts["player"])


def _already_called(speech: Speech, facts: Facts) -> str:
    """Who has called muggins before."""
    return speech.say_n(
        "{players} has already called muggins on this count.",
        "{players} have already called muggins on this count.",
        len(facts["players"]),
        players=speech.both(*facts["players"]),
    )


def _own_team(speech: Speech, facts: Facts) -> str:
    """Whose count it is."""
    return speech.say(
        en("That is the team's own count ({players}): muggins is for the others."),
        players=speech.both(*facts["players"]),
    )


def _no_longer_holds(speech: Speech, facts: Facts) -> str:
    """Which later entry breaks, and why it does."""
    broken = speech.say(en("Entry {entry} would no longer hold."), entry=facts["entry"])
    reason = facts.get("reason")
    return f"{broken} {refusal(speech, reason)}" if reason else broken


def _stale(speech: Speech, facts: Facts) -> str:
    """Who was quicker, and with what."""
    who, latest, game = facts.get("by"), facts.get("latest"), facts["game"]
    someone = people.scorer(speech, who or "") or speech.say(en("Somebody"))
    if latest is None or game is None:
        return speech.say(en("{who} was quicker; yours was not added."), who=someone)
    how = facts.get("how", "do")
    sentence = QUICKER[how]
    took_back = how in {"undo", "redo"}
    done = change(speech, latest, game) if took_back else entry(speech, latest.entry, game)
    return speech.say(sentence, who=someone, entry=done)


PLAIN: Final[Mapping[Code, str]] = MappingProxyType(
    {
        Code.NO_GAME: en("No game is on: start one first."),
        Code.GAME_ON: en("A game is on: finish it or leave it first."),
        Code.GAME_OVER: en("The game is over: begin the next one, or undo."),
        Code.NO_CARDS_LEFT: en("{player} has no cards left."),
        Code.ALREADY_GONE: en("{player} has already said go on this count."),
        Code.GO_TOO_LOW: en("At a count of {count} every card still fits: go is said from 22 on."),
        Code.NO_WINDOW: en("There is no open claim to call muggins on."),
        Code.NOTHING_TO_UNDO: en("There is nothing to undo."),
        Code.NOTHING_TO_REDO: en("There is nothing to redo."),
    }
)
"""The codes that one sentence tells, filled in with the facts as they are."""

TOLD: Final[Mapping[Code, Told]] = MappingProxyType(
    {
        Code.WRONG_PHASE: wrong_phase,
        Code.OUT_OF_TURN: _out_of_turn,
        Code.OVER_31: wrong_cards.over_31,
        Code.ALREADY_LAID: wrong_cards.already_laid,
        Code.FIFTH_OF_A_RANK: wrong_cards.fifth_of_a_rank,
        Code.WRONG_CARDS: wrong_cards.wrong_cards,
        Code.IMPOSSIBLE_SAY: wrong_cards.impossible_say,
        Code.ALREADY_CALLED: _already_called,
        Code.OWN_TEAM: _own_team,
        Code.NO_SUCH: unfit.no_such,
        Code.BAD_VALUE: unfit.bad_value,
        Code.NO_LONGER_HOLDS: _no_longer_holds,
        Code.STALE: _stale,
    }
)
"""All other codes, each with what tells it."""
