"""The games that people play and their house rules, by name and in a line each."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from scorekeeper.words.catalogue import Speech, en


class Named(NamedTuple):
    """A name, and an explanation in one line; ``values`` names the choices, if they have names."""

    title: str
    about: str
    values: Mapping[str, str] = {}


RULES: Final[Mapping[str, Named]] = {
    "cribble": Named(
        en("Cribble (Québec)"),
        en("Four players in two teams: the dealer's right cuts, and a jack is worth 1."),
    ),
    "six-card": Named(
        en("Six-card cribbage"),
        en("Two players: the usual game, in which the point for a go is pegged at the call."),
    ),
    "three-handed": Named(
        en("Three-handed cribbage"),
        en("Three players on their own: the deck gives one card to the crib."),
    ),
    "four-handed": Named(
        en("Four-handed cribbage"),
        en("Two teams of two, drawn by cards; captains speak for them."),
    ),
    "five-card": Named(
        en("Five-card cribbage"),
        en("Two players to 61: hands of three cards, one count only, three for last."),
    ),
    "britannica": Named(
        en("Six-card cribbage with the lurch"),
        en("Two players: who stays below half the board loses double."),
    ),
    "acc": Named(
        en("Tournament cribbage"),
        en("Two players by the American Cribbage Congress: a win counts 2, a skunk 3."),
    ),
    "seven-card": Named(
        en("Seven-card cribbage"),
        en("Two players to 181: hands of five cards."),
    ),
}

BOARDS: Final[Mapping[str, str]] = {
    "classic": en("out and back, two rows of 30 a side"),
    "sixty-one": en("sixty-one holes"),
    "straight": en("one straight row a side"),
    "paperclip": en("one long bend of 121 holes"),
}

FIELDS: Final[Mapping[str, Named]] = {
    "players": Named(en("Players"), en("How many play.")),
    "teams": Named(en("Teams"), en("The players of each team, numbered clockwise as they sit.")),
    "dealt": Named(en("Cards dealt"), en("How many cards each player gets.")),
    "hand": Named(en("Cards kept"), en("How many cards each player keeps.")),
    "crib_from_deck": Named(
        en("Crib from the deck"), en("How many cards the deck gives to the crib.")
    ),
    "target": Named(en("Points to win"), en("Who gets there first wins.")),
    "targets": Named(en("Usual targets"), en("What this game is usually played to.")),
    "teams_by": Named(
        en("Partners"),
        en("How four players become two teams."),
        {"seating": en("as they sit"), "draw": en("drawn by cards")},
    ),
    "for_last": Named(en("For last"), en("Points for the side that does not deal first.")),
    "next_dealer": Named(
        en("Next dealer"),
        en("Who deals after a deal."),
        {
            "left": en("the player to the left"),
            "loser_of_deal": en("the side that got less in this deal"),
        },
    ),
    "next_game_dealer": Named(
        en("Dealer of the next game"),
        en("Who deals first in the next game of a match."),
        {"loser": en("the losing side"), "winner": en("the winning side")},
    ),
    "starter_cutter": Named(
        en("Who cuts"),
        en("Who cuts for the starter."),
        {"left": en("on the dealer's left"), "right": en("on the dealer's right")},
    ),
    "starter_turner": Named(
        en("Who turns the starter"),
        en("Who turns the card at the cut."),
        {"dealer": en("the dealer"), "cutter": en("the player who cut")},
    ),
    "heels": Named(en("His heels"), en("Points for the dealer when a jack is turned.")),
    "nobs": Named(en("His nobs"), en("Points for the jack of the starter's suit.")),
    "counts": Named(
        en("Counts in the play"),
        en("Whether the play goes on after 31 or a go."),
        {"all": en("until all cards are laid"), "one": en("one count only")},
    ),
    "go_point": Named(
        en("Point for a go"),
        en("When the point for a go is pegged."),
        {"at_close": en("when the count closes"), "on_call": en("at once, on the call")},
    ),
    "crib_flush": Named(
        en("Flush in the crib"),
        en("Whether the crib may have a flush."),
        {"five": en("with all five cards"), "none": en("never")},
    ),
    "exact_finish": Named(
        en("Exact finish"), en("Whether a score that would pass the last hole is void.")
    ),
    "muggins": Named(
        en("Muggins"), en("Whether the other side may take points that a claim missed.")
    ),
    "muggins_until": Named(
        en("Muggins until"),
        en("How long a claim may be called."),
        {"next_count": en("the next count"), "next_deal": en("the next starter")},
    ),
    "captain": Named(en("Captains"), en("Whether one player speaks for each team.")),
    "skunks": Named(en("Skunks"), en("What a loser far behind costs.")),
    "game": Named(en("Worth of a win"), en("How many games a plain win counts.")),
    "misdeal": Named(en("Misdeal"), en("Points that the others get for a wrong deal.")),
    "renege": Named(
        en("Wrong go"), en("The penalty advised for a go with a card that would have fitted.")
    ),
    "shape": Named(en("Board"), en("The board that is drawn where none is built."), BOARDS),
}

COUNTING: Final[Mapping[str, Named]] = {
    "program": Named(
        en("The program counts"), en("Enter the cards: the points are pegged and explained.")
    ),
    "check": Named(
        en("We count, it checks"),
        en(
            "You enter your count first; then the program checks and corrects it. Good for "
            "learners."
        ),
    ),
    "muggins": Named(
        en("We count, with muggins"),
        en("You enter your count first; the other side may claim what you missed."),
    ),
}
"""The choices of who counts at the show."""


def rules_title(speech: Speech, key: str) -> str:
    """Return the name of a game."""
    return speech.say(RULES[key].title)


def rules_about(speech: Speech, key: str) -> str:
    """Return a game in one line."""
    return speech.say(RULES[key].about)


def option(speech: Speech, name: str) -> str:
    """Return the name of a field of the rules."""
    return speech.say(FIELDS[name].title)


def option_about(speech: Speech, name: str) -> str:
    """Return what a field of the rules decides."""
    return speech.say(FIELDS[name].about)


def option_value(speech: Speech, name: str, value: Any) -> str:
    """Return the value of a field: a name, yes or no, numbers, teams or the skunks."""
    if isinstance(value, bool):
        return speech.say(en("yes")) if value else speech.say(en("no"))
    if isinstance(value, str):
        return speech.say(FIELDS[name].values[value])
    if isinstance(value, int):
        return str(value)
    if name == "skunks":
        return _skunks(speech, value)
    if name == "teams":
        return _teams(speech, value)
    return "–" if value is None else ", ".join(map(str, value))


def _skunks(speech: Speech, value: Any) -> str:
    lines = [
        speech.say(en("below {below}: {games}"), below=below, games=games) for below, games in value
    ]
    return ", ".join(lines) or speech.say(en("none"))


def _teams(speech: Speech, value: Any) -> str:
    """Return players by number, from 1."""
    return ", ".join(speech.and_list(*(str(seat + 1) for seat in seats)) for seats in value)


def counting(speech: Speech, key: str) -> str:
    """Return the name of a choice of who counts at the show."""
    return speech.say(COUNTING[key].title)


def counting_about(speech: Speech, key: str) -> str:
    """Return what a choice of who counts means."""
    return speech.say(COUNTING[key].about)
