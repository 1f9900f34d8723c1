"""A misdeal, what the others get for it, and how it goes on."""

from typing import Final

from scorekeeper.game import events as e
from scorekeeper.game.state import Game
from scorekeeper.words.catalogue import Speech, capitalised, en
from scorekeeper.words.game import people

SET_BACK: Final = en("the pegs go back to where they were before the play")


def misdeal(speech: Speech, game: Game, events: e.Events) -> str | None:
    """Return Misdeal: two each for Marie and Luc. Zoé deals again; without the last full stop. None
    if nobody gets anything for it."""
    awards = e.awards_of(events)
    if not awards or any(award.void for award in awards):
        return None
    points = awards[0].points
    values = {
        "points": speech.number(points),
        "teams": people.teams(speech, game, *(award.team for award in awards)),
    }
    fined = (
        speech.say_n(
            "Misdeal: {points} each for {teams}",
            "Misdeal: {points} each for {teams}",
            points,
            **values,
        )
        if len(awards) > 1
        else speech.say("Misdeal: {points} for {teams}", **values)
    )
    back = [speech.say(SET_BACK) for event in events if isinstance(event, e.PegsSetBack)]
    won = any(isinstance(event, e.GameWon) for event in events)
    goes_on = [] if won else [_goes_on(speech, game, events)]
    return ". ".join((fined, *map(capitalised, (*back, *goes_on))))


def _goes_on(speech: Speech, game: Game, events: e.Events) -> str:
    began = next((event for event in events if isinstance(event, e.DealBegan)), None)
    if began is None:
        return speech.say("The deal goes on")
    return speech.say("{player} deals again", player=people.player(speech, game, began.dealer))
