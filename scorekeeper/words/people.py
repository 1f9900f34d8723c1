"""Names of players, teams, captains, hands, cribs and authors of entries."""

import re
from typing import Final

from msgspec.structs import replace

from scorekeeper.game.actions import Of, Seat, Team
from scorekeeper.game.events import Events, GameBegan
from scorekeeper.game.state import Game
from scorekeeper.words.catalogue import Speech, en

PHONE: Final = en("Phone {number}")
"""The name of an unnamed phone. Stored in journals in English; old journals have it in the language
of the page."""

KEYPAD: Final = en("The keypad")
"""The author of an entry made on a keypad. Stored in journals in English."""

PLAYERS_PHONE: Final = en("{name}’s phone")
"""The phone of a player. Stored in journals in English."""

PLAYERS_PHONE_NAME: Final = r"(.+)[’']s phone"

DEFAULT_PHONE_NAME: Final = r"(?:Phone|Téléphone) ([0-9]{1,9})"


def default_phone_name(number: int) -> str:
    """Return the name of an unnamed phone as stored in journals."""
    return PHONE.format(number=number)


def players_phone(name: str) -> str:
    """Return the name of the phone of the player *name* as stored in journals."""
    return PLAYERS_PHONE.format(name=name)


def scorer(speech: Speech, by: str) -> str:
    """Return the author of an entry: the name of a phone, “Luc’s phone”, “Phone 2”, or the
    keypad."""
    if by == KEYPAD:
        return speech.say(KEYPAD)
    if found := re.fullmatch(PLAYERS_PHONE_NAME, by):
        return speech.say(PLAYERS_PHONE, name=display_name(speech, found[1]))
    found = re.fullmatch(DEFAULT_PHONE_NAME, by)
    return speech.say(PHONE, number=int(found[1])) if found else by


def player(speech: Speech, game: Game, seat: Seat) -> str:
    """Return the name of the player at a seat; without a name, the seat number from 1."""
    return display_name(speech, game.players[seat] if seat < len(game.players) else str(seat + 1))


def display_name(speech: Speech, name: str) -> str:
    """Return *name*, or “Player 2” if it is only a number, as entered on a keypad."""
    return speech.say("Player\u00a0{place}", place=name) if name.isdecimal() else name


def players(speech: Speech, game: Game, *seats: Seat) -> str:
    """Return a list of players, such as “Ann, Ben and Carl”."""
    return speech.and_list(*(player(speech, game, seat) for seat in seats))


def members(game: Game, team: Team) -> tuple[Seat, ...]:
    """Return the seats of *team*."""
    return game.rules.teams[team] if game.rules else ()


def team(speech: Speech, game: Game, number: Team) -> str:
    """Return the names of a team, such as “Ann and Carl”."""
    return players(speech, game, *members(game, number))


def teams(speech: Speech, game: Game, *numbers: Team) -> str:
    """Return a list of teams, such as “Ann and Dee, and Ben and Eve”."""
    names = (team(speech, game, number) for number in numbers)
    return speech.and_list(*names, nested=has_partners(game))


def has_partners(game: Game) -> bool:
    """True if a team has several players."""
    return any(len(seats) > 1 for seats in (game.rules.teams if game.rules else ()))


def head_start(speech: Speech, game: Game, scores: tuple[int, ...] | None) -> str:
    """Return the head starts, such as “15 for Zoé and 5 for Ann”; empty if there are none."""
    given = ((str(points), number) for number, points in enumerate(scores or ()) if points)
    return speech.and_list(
        *(
            speech.say("{points} for {team}", points=points, team=team(speech, game, number))
            for points, number in given
        ),
        nested=has_partners(game),
    )


def speaker(speech: Speech, game: Game, *numbers: Team) -> str:
    """Return the player who speaks for a team: its captain if the rules have one, else any
    member."""
    if game.rules and game.rules.captain and max(numbers) < len(game.captains):
        seats = tuple(game.captains[number] for number in numbers)
    else:
        seats = tuple(seat for number in numbers for seat in members(game, number))
    return speech.or_list(*(player(speech, game, seat) for seat in seats))


def speaker_of(game: Game, seat: Seat) -> Seat:
    """Return the player who speaks for the hand of *seat*: the captain if the rules have one."""
    if not (game.rules and game.rules.captain):
        return seat
    team = game.team_of(seat)
    return game.captains[team] if team < len(game.captains) else seat


def wins(speech: Speech, game: Game, number: Team) -> str:
    """Return who wins, such as “Ann and Carl win the game” or “Ann wins the match, 2–1”."""
    size, name = len(members(game, number)), team(speech, game, number)
    if not game.is_decided:
        return speech.say_n("{team} wins the game.", "{team} win the game.", size, team=name)
    others = (won for other, won in enumerate(game.wins) if other != number)
    score = "–".join(map(str, (game.wins[number], *others)))
    return speech.say_n(
        "{team} wins the match, {score}.",
        "{team} win the match, {score}.",
        size,
        team=name,
        score=score,
    )


def hand(speech: Speech, game: Game, of: Of, seat: Seat | None = None) -> str:
    """Return the name of a hand, such as “Ann’s hand”, or “Ben’s crib” if *seat* is given."""
    if of != "crib":
        return speech.say("{player}’s hand", player=player(speech, game, int(of)))
    if seat is None:
        return speech.say("the crib")
    return speech.say("{player}’s crib", player=player(speech, game, seat))


def as_named(game: Game, events: Events) -> Game:
    """Return *game* with the players that an entry concerns: those of the game begun by
    *events*."""
    for event in events:
        if isinstance(event, GameBegan):
            return replace(game, players=event.players, rules=event.rules, captains=event.captains)
    return game
