"""Who is meant: players, teams and their captains, whose hand, whose crib."""

import re
from typing import Final

from msgspec.structs import replace

from scorekeeper.game.actions import Of, Seat, Team
from scorekeeper.game.events import Events, GameBegan
from scorekeeper.game.state import Game
from scorekeeper.words.catalogue import Speech, en

PHONE: Final = en("Phone {number}")
"""A phone without a name. Journals keep it in English, older ones in the language of the page."""

KEYPAD: Final = en("The keypad")
"""Whoever pressed its keys. Journals keep it in English too."""

NAMELESS: Final = re.compile(r"(?:Phone|Téléphone) ([0-9]{1,9})")


def nameless(number: int) -> str:
    """A phone without a name, as the journal keeps it."""
    return PHONE.format(number=number)


def scorer(speech: Speech, by: str) -> str:
    """Who entered something: a phone's own name, Phone 2, or the keypad."""
    if by == KEYPAD:
        return speech.say(KEYPAD)
    found = NAMELESS.fullmatch(by)
    return speech.say(PHONE, number=int(found[1])) if found else by


def player(speech: Speech, game: Game, seat: Seat) -> str:
    """Ann; a seat that nobody has is named by its place, counted from 1."""
    return called(speech, game.players[seat] if seat < len(game.players) else str(seat + 1))


def called(speech: Speech, name: str) -> str:
    """Ann; Player 2 where the *name* is only a number, as it is of those whom a keypad sat down."""
    return speech.say(en("Player {place}"), place=name) if name.isdecimal() else name


def players(speech: Speech, game: Game, *seats: Seat) -> str:
    """Ann, Ben and Carl."""
    return speech.both(*(player(speech, game, seat) for seat in seats))


def members(game: Game, team: Team) -> tuple[Seat, ...]:
    """The seats of *team*."""
    return game.rules.teams[team] if game.rules else ()


def team(speech: Speech, game: Game, number: Team) -> str:
    """Ann and Carl."""
    return players(speech, game, *members(game, number))


def speaker(speech: Speech, game: Game, number: Team) -> str:
    """Who speaks for a team: its captain where the rules have one, else all of them."""
    if game.rules and game.rules.captain and number < len(game.captains):
        return player(speech, game, game.captains[number])
    return speech.either(*(player(speech, game, seat) for seat in members(game, number)))


def wins(speech: Speech, game: Game, number: Team) -> str:
    """Ann and Carl win the game."""
    return speech.say_n(
        "{team} wins the game.",
        "{team} win the game.",
        len(members(game, number)),
        team=team(speech, game, number),
    )


def hand(speech: Speech, game: Game, of: Of, seat: Seat | None = None) -> str:
    """Ann's hand; Ben's crib where *seat* says whose it is."""
    if of != "crib":
        return speech.say(en("{player}'s hand"), player=player(speech, game, int(of)))
    if seat is None:
        return speech.say(en("the crib"))
    return speech.say(en("{player}'s crib"), player=player(speech, game, seat))


def as_named(game: Game, events: Events) -> Game:
    """*game*, or the one that begins in *events*: the one whose players an entry is about."""
    for event in events:
        if isinstance(event, GameBegan):
            return replace(game, players=event.players, rules=event.rules, captains=event.captains)
    return game
