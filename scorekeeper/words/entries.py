"""What was done, in the history and beside undo: Ann lays the 10 of hearts: fifteen for two."""

from __future__ import annotations

from scorekeeper.game import actions as a
from scorekeeper.game import events as e
from scorekeeper.game.analysis.by_action import by_action
from scorekeeper.game.snapshot import Change, Entry
from scorekeeper.game.state import Game
from scorekeeper.words.catalogue import Speech
from scorekeeper.words.game.awards import as_void, award, pegged
from scorekeeper.words.game.log import clause
from scorekeeper.words.game.people import as_named, wins
from scorekeeper.words.sentences import en

TELL_POINTS = a.Start | a.Draw | a.Starter | a.Play | a.Go | a.Misdeal | a.Next
"""Actions whose points are not in what was done, as they are with a count or a peg by hand."""


def change(speech: Speech, value: Change, game: Game) -> str:
    """What an undo would take back, or a redo do again."""
    said = entry(speech, value.entry, game)
    return speech.say(en("Correction: {entry}"), entry=said) if value.amends else said


def entry(speech: Speech, value: Entry, game: Game) -> str:
    """An entry as one sentence, each action with its points; *game* gives the names."""
    if not value.actions:
        return speech.say(en("Taken out."))
    game = as_named(game, value.events)
    told = [
        _told(speech, game, action, events)
        for action, events in zip(value.actions, by_action(value), strict=True)
    ]
    return " ".join((f"{speech.in_turn(*told)}.", *_won(speech, game, value.events)))


def _told(speech: Speech, game: Game, action: a.Action, events: e.Events) -> str:
    """One action with its points, as a clause."""
    done = clause(speech, game, action, iter(events))
    if isinstance(action, TELL_POINTS):
        return _with_points(speech, game, done, events)
    if any(one.void for one in e.awards_of(events)):
        return as_void(speech, done, game)
    return done


def _with_points(speech: Speech, game: Game, done: str, events: e.Events) -> str:
    """Their own points after a colon, those of others after a dash and by name."""
    doer = _doer(events)
    awards = e.awards_of(events)
    own = [pegged(speech, one, game) for one in awards if doer is not None and one.seat == doer]
    others = [award(speech, one, game) for one in awards if doer is None or one.seat != doer]
    if own:
        done = speech.say(en("{done}: {points}"), done=done, points=", ".join(own))
    return " – ".join((done, *others))


def _doer(events: e.Events) -> a.Seat | None:
    """Who laid a card, or else said go."""
    laid = [event.seat for event in events if isinstance(event, e.Laid)]
    gone = [event.seat for event in events if isinstance(event, e.SaidGo)]
    return next(iter((*laid, *gone)), None)


def _won(speech: Speech, game: Game, events: e.Events) -> list[str]:
    return [wins(speech, game, event.team) for event in events if isinstance(event, e.GameWon)]
