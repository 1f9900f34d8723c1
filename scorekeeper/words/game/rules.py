"""The games that people play and their house rules, by name and in a line each."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from scorekeeper.words.catalogue import Speech, en


class Named(NamedTuple):
    """A name, and an explanation in one line; ``values`` names the choices, if they have names."""

    title: str
    about: str
    values: Mapping[str, str] = {}


RULES: Final[Mapping[str, Named]] = {
    "cribble": Named(
        "Cribble (Québec)",
        "Four players in two teams: the dealer’s right cuts, and a jack is worth 1.",
    ),
    "six-card": Named(
        "Six-card cribbage",
        "Two players: the usual game, in which the point for a go is pegged at the call.",
    ),
    "three-handed": Named(
        "Three-handed cribbage", "Three players on their own: the deck gives one card to the crib."
    ),
    "four-handed": Named(
        "Four-handed cribbage", "Two teams of two, drawn by cards; captains speak for them."
    ),
    "five-card": Named(
        "Five-card cribbage",
        "Two players to 61: hands of three cards, one count only, three for last.",
    ),
    "britannica": Named(
        "Six-card cribbage with the lurch",
        "Two players: who stays below half the board loses double.",
    ),
    "acc": Named(
        "Tournament cribbage",
        "Two players by the American Cribbage Congress: a win counts 2, a skunk 3.",
    ),
    "seven-card": Named("Seven-card cribbage", "Two players to 181: hands of five cards."),
}

BOARDS: Final[Mapping[str, str]] = {
    "classic": en("out and back, two rows of 30 a side"),
    "sixty-one": en("sixty-one holes"),
    "straight": en("one straight row a side"),
    "paperclip": en("one long bend of 121 holes"),
}

FIELDS: Final[Mapping[str, Named]] = {
    "players": Named("Players", "How many play."),
    "teams": Named("Teams", "The players of each team, numbered clockwise as they sit."),
    "dealt": Named("Cards dealt", "How many cards each player gets."),
    "hand": Named("Cards kept", "How many cards each player keeps."),
    "crib_from_deck": Named("Crib from the deck", "How many cards the deck gives to the crib."),
    "target": Named("Points to win", "Who gets there first wins."),
    "targets": Named("Usual targets", "What this game is usually played to."),
    "teams_by": Named(
        "Partners",
        "How four players become two teams.",
        {"seating": en("as they sit"), "draw": en("drawn by cards")},
    ),
    "for_last": Named("For last", "Points for the side that does not deal first."),
    "next_dealer": Named(
        "Next dealer",
        "Who deals after a deal.",
        {
            "left": en("the player to the left"),
            "loser_of_deal": en("the side that got less in this deal"),
        },
    ),
    "next_game_dealer": Named(
        "Dealer of the next game",
        "Who deals first in the next game of a match.",
        {"loser": en("the losing side"), "winner": en("the winning side")},
    ),
    "starter_cutter": Named(
        "Who cuts",
        "Who cuts for the starter.",
        {"left": en("on the dealer’s left"), "right": en("on the dealer’s right")},
    ),
    "starter_turner": Named(
        "Who turns the starter",
        "Who turns the card at the cut.",
        {"dealer": en("the dealer"), "cutter": en("the player who cut")},
    ),
    "heels": Named("His heels", "Points for the dealer when a jack is turned."),
    "nobs": Named("His nobs", "Points for the jack of the starter’s suit."),
    "counts": Named(
        "Counts in the play",
        "Whether the play goes on after 31 or a go.",
        {"all": en("until all cards are laid"), "one": en("one count only")},
    ),
    "go_point": Named(
        "Point for a go",
        "When the point for a go is pegged.",
        {"at_close": en("when the count closes"), "on_call": en("at once, on the call")},
    ),
    "crib_flush": Named(
        "Flush in the crib",
        "Whether the crib may have a flush.",
        {"five": en("with all five cards"), "none": en("never")},
    ),
    "exact_finish": Named("Exact finish", "Whether a score that would pass the last hole is void."),
    "muggins": Named("Muggins", "Whether the other side may take points that a claim missed."),
    "muggins_until": Named(
        "Muggins until",
        "How long a claim may be called.",
        {"next_count": en("the next count"), "next_deal": en("the next starter")},
    ),
    "captain": Named("Captains", "Whether one player speaks for each team."),
    "skunks": Named("Skunks", "What a loser far behind costs."),
    "game": Named("Worth of a win", "How many games a plain win counts."),
    "misdeal": Named("Misdeal", "Points that the others get for a wrong deal."),
    "renege": Named("Wrong go", "The penalty advised for a go with a card that would have fitted."),
    "undercount": Named(
        "A claim too low",
        "What a claim missed when muggins is off.",
        {"given": en("is pegged all the same"), "lost": en("is lost")},
    ),
    "overcall": Named(
        "Muggins for too much",
        "What a call gets that names more than was missed.",
        {"nothing": en("nothing"), "lesser": en("what was missed")},
    ),
    "overcount": Named(
        "A claim too high",
        "What a claim above the true count leads to.",
        {
            "corrected": en("it is put right"),
            "fined": en("it is put right, and the others get the difference"),
            "lost": en("the hand counts nothing"),
        },
    ),
    "wins": Named(
        "Who wins",
        "Whether getting there first wins or, at lowball, loses.",
        {"high": en("the first to get there"), "low": en("the side furthest back")},
    ),
    "heels_at_end": Named(
        "Going out by his heels",
        "Whether heels may win the game.",
        {"win": en("allowed"), "no": en("not allowed: the peg waits one hole before the end")},
    ),
    "first_deal": Named(
        "First deal of the next game",
        "Who deals first in the next game of a match.",
        {
            "loser": en("the losing side"),
            "winner": en("the winning side"),
            "in_turn": en("the next player in turn"),
            "cut": en("the lowest card, cut anew"),
        },
    ),
    "best_of": Named("Best of", "Over how many games a match goes; 0: as many as you like."),
    "shape": Named("Board", "The board that is drawn where none is built.", BOARDS),
}

COUNTING: Final[Mapping[str, Named]] = {
    "program": Named("The program counts", "Enter the cards: the points are pegged and explained."),
    "check": Named(
        "We count, it checks",
        "You enter your count first; then the program checks and corrects it. Good for learners.",
    ),
    "muggins": Named(
        "We count, with muggins",
        "You enter your count first; the other side may claim what you missed.",
    ),
}
"""The choices of who counts at the show."""


Say: TypeAlias = Callable[[Speech, str], str]


def _named(table: Mapping[str, Named]) -> tuple[Say, Say]:
    """Return what says the title of a key of *table*, and what explains it in one line."""
    return (
        lambda speech, key: speech.say(table[key].title),
        lambda speech, key: speech.say(table[key].about),
    )


rules_title, rules_about = _named(RULES)
option, option_about = _named(FIELDS)
counting, counting_about = _named(COUNTING)


def option_value(speech: Speech, name: str, value: Any) -> str:
    """Return the value of a field: a name, yes or no, numbers, teams or the skunks."""
    if isinstance(value, bool):
        return speech.say("yes") if value else speech.say("no")
    if isinstance(value, str):
        return speech.say(FIELDS[name].values[value])
    if isinstance(value, int):
        is_open = name == "best_of" and value == 0
        return speech.say("as many as you like") if is_open else str(value)
    if name == "skunks":
        return _skunks(speech, value)
    if name == "teams":
        players = (speech.and_list(*(str(seat + 1) for seat in seats)) for seats in value)
        return ", ".join(players)
    return "–" if value is None else ", ".join(map(str, value))


def _skunks(speech: Speech, value: Any) -> str:
    lines = [
        speech.say("below {below}: {games}", below=below, games=games) for below, games in value
    ]
    return ", ".join(lines) or speech.say("none")
