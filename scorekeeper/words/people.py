"""Names of players, teams, captains, hands, cribs and authors of entries."""

import re
from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from scorekeeper.game.actions import Of, Seat, Team
from scorekeeper.game.events import Events, GameBegan
from scorekeeper.game.state import Game
from scorekeeper.words.catalogue import Speech, en

PHONE: Final = en("Phone {number}")
"""The default name of a phone. Stored in English; old journals have it in the page's language."""

KEYPAD: Final = en("The keypad")
"""The author's name for an entry made on a keypad. Stored in journals in English."""

PLAYERS_PHONE: Final = en("{name}’s phone")
"""The name of a player's phone. Stored in journals in English."""

PLAYERS_PHONE_NAME: Final = r"(.+)[’']s phone"

DEFAULT_PHONE_NAME: Final = r"(?:Phone|Téléphone) ([0-9]{1,9})"


def default_phone_name(number: int) -> str:
    """Return the name of an unnamed phone as stored in journals."""
    return PHONE.format(number=number)


def players_phone(name: str) -> str:
    """Return the name of player *name*'s phone as stored in journals."""
    return PLAYERS_PHONE.format(name=name)


def scorer(speech: Speech, by: str) -> str:
    """Return the author of an entry: a phone, such as “Luc’s phone” or “Phone 2”, or the keypad."""
    if by == KEYPAD:
        return speech.say(KEYPAD)
    if found := re.fullmatch(PLAYERS_PHONE_NAME, by):
        return speech.say(PLAYERS_PHONE, name=display_name(speech, found[1]))
    found = re.fullmatch(DEFAULT_PHONE_NAME, by)
    return speech.say(PHONE, number=int(found[1])) if found else by


def display_name(speech: Speech, name: str) -> str:
    """Return *name*, or “Player 2” if it is only a number, as entered on a keypad."""
    return speech.say("Player\u00a0{place}", place=name) if name.isdecimal() else name


def members(game: Game, team: Team) -> tuple[Seat, ...]:
    """Return the seats of *team*."""
    return game.rules.teams[team] if game.rules else ()


def speaker_of(game: Game, seat: Seat) -> Seat:
    """Return the seat that speaks for the hand of *seat*: the captain's, if there is one."""
    if not (game.rules and game.rules.captain):
        return seat
    team = game.team_of(seat)
    return game.captains[team] if team < len(game.captains) else seat


class GameSpeech(Speech, frozen=True):
    """A language, and the game whose players are named."""

    game: Game

    def player(self, seat: Seat) -> str:
        """Return the name of the player at a seat, such as “Ann”; “Player 2” if there is none."""
        players = self.game.players
        return display_name(self, players[seat] if seat < len(players) else str(seat + 1))

    def players(self, *seats: Seat) -> str:
        """Return a list of players, such as “Ann, Ben and Carl”."""
        return self.and_list(*map(self.player, seats))

    def team(self, number: Team) -> str:
        """Return the names of a team, such as “Ann and Carl”."""
        return self.players(*members(self.game, number))

    def teams(self, *numbers: Team) -> str:
        """Return a list of teams, such as “Ann and Dee, and Ben and Eve”."""
        return self.list_sides(map(self.team, numbers))

    def list_sides(self, names: Iterable[str]) -> str:
        """Return a list of phrases, each with the name of a team."""
        sides = self.game.rules.teams if self.game.rules else ()
        return self.and_list(*names, nested=any(len(seats) > 1 for seats in sides))

    def say_team(self, one: str, many: str, number: Team, /, **values: Any) -> str:
        """Return *one* or *many*, according to the size of the team, with ``{team}`` filled in."""
        size = len(members(self.game, number))
        return self.say_n(one, many, size, team=self.team(number), **values)

    def head_start(self, scores: tuple[int, ...] | None) -> str:
        """Return the head starts, such as “15 for Zoé and 5 for Ann”; empty if there are none."""
        return self.list_sides(
            self.say("{points} for {team}", points=points, team=self.team(number))
            for number, points in enumerate(scores or ())
            if points
        )

    def speaker(self, *numbers: Team) -> str:
        """Return who can speak for the teams: their captains if there are any, else any member."""
        game = self.game
        if game.rules and game.rules.captain and max(numbers) < len(game.captains):
            seats = tuple(game.captains[number] for number in numbers)
        else:
            seats = tuple(seat for number in numbers for seat in members(game, number))
        return self.or_list(*map(self.player, seats))

    def wins(self, number: Team) -> str:
        """Return the sentence for a win, such as “Ann and Carl win the game”."""
        game = self.game
        if not game.is_decided:
            return self.say_team("{team} wins the game.", "{team} win the game.", number)
        others = (won for other, won in enumerate(game.wins) if other != number)
        score = "–".join(map(str, (game.wins[number], *others)))
        return self.say_team(
            "{team} wins the match, {score}.", "{team} win the match, {score}.", number, score=score
        )

    def hand(self, of: Of, seat: Seat | None = None) -> str:
        """Return the name of a hand, such as “Ann’s hand”, or “Ben’s crib” if *seat* is given."""
        if of != "crib":
            return self.say("{player}’s hand", player=self.player(int(of)))
        if seat is None:
            return self.say("the crib")
        return self.say("{player}’s crib", player=self.player(seat))

    def named(self, events: Events) -> "GameSpeech":
        """Return this speech, with the players of the game that *events* begin, if any."""
        for began in events:
            if isinstance(began, GameBegan):
                of = {"players": began.players, "rules": began.rules, "captains": began.captains}
                return about(self, replace(self.game, **of))
        return self


def about(speech: Speech, game: Game) -> GameSpeech:
    """Return *speech* with the players of *game*."""
    return GameSpeech(speech.lang, speech.letters, speech.catalogue, game)
