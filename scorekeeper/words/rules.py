"""Names and one-line explanations of the variants and their house rules."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from scorekeeper.words.catalogue import Speech, en


class RuleName(NamedTuple):
    """A name, and an explanation in one line. ``values`` are the names of the choices, if any;
    ``short`` is an abbreviation for keys. ``lurch``: a skunk is called a lurch in this game."""

    title: str
    about: str
    values: Mapping[str, str] = {}
    short: str = ""
    lurch: bool = False


RULES: Final[Mapping[str, RuleName]] = {
    "cribble": RuleName(
        "Cribble (Québec)",
        "Two teams of two: the player on the dealer’s right cuts, and a jack is worth 1.",
    ),
    "six-card": RuleName(
        "Six-card cribbage",
        "The classic game for two.",
        short=en("Six-card"),
    ),
    "three-handed": RuleName(
        "Three-handed cribbage",
        "Three players, each alone; one card from the deck goes to the crib.",
        short=en("Three-handed"),
    ),
    "four-handed": RuleName(
        "Four-handed cribbage",
        "Two teams of two; you draw for partners, and captains speak.",
        short=en("Four-handed"),
    ),
    "five-card": RuleName(
        "Five-card cribbage",
        "Two players to 61: hands of three cards and a single count.",
        short=en("Five-card"),
    ),
    "britannica": RuleName(
        "Six-card cribbage with the lurch",
        "Two players; finish below halfway and you lose double.",
        short=en("Six-card, lurch"),
        lurch=True,
    ),
    "acc": RuleName(
        "Tournament cribbage",
        "Two players, American Cribbage Congress rules: a win scores 2, a skunk 3.",
        short=en("Tournament"),
    ),
    "seven-card": RuleName(
        "Seven-card cribbage",
        "Two players to 181: hands of five cards.",
        short=en("Seven-card"),
    ),
    "captain": RuleName("Captain", "Three players: one alone to 61, against two together to 121."),
    "five-handed": RuleName(
        "Five-handed cribbage",
        "Five players on their own: the dealer gets four cards and throws none.",
        short=en("Five-handed"),
    ),
    "six-handed": RuleName(
        "Six-handed cribbage",
        "Three teams of two: the two on the dealer’s right get four cards and throw none.",
        short=en("Six-handed"),
    ),
}

BOARDS: Final[Mapping[str, str]] = {
    "classic": en("out and back, two rows of 30 a side"),
    "sixty-one": en("sixty-one holes"),
    "straight": en("one straight row a side"),
    "paperclip": en("one long loop of 121 holes"),
}

FIELDS: Final[Mapping[str, RuleName]] = {
    "players": RuleName("Players", "How many play."),
    "teams": RuleName("Teams", "The players of each team, numbered clockwise as they sit."),
    "dealt": RuleName("Cards dealt", "How many cards each player gets."),
    "hand": RuleName("Cards kept", "How many cards each player keeps."),
    "crib_from_deck": RuleName("Crib from the deck", "How many cards the deck gives to the crib."),
    "target": RuleName("Points to win", "First to get there wins."),
    "targets": RuleName("Usual targets", "What this game is usually played to."),
    "teams_by": RuleName(
        "Partners",
        "How four players become two teams.",
        {"seating": en("as they sit"), "draw": en("drawn by cards")},
    ),
    "for_last": RuleName("For last", "The side that doesn’t deal first starts with these points."),
    "next_dealer": RuleName(
        "Next dealer",
        "Who deals next.",
        {
            "left": en("the player to the left"),
            "loser_of_deal": en("the side that scored less in this deal"),
        },
    ),
    "next_game_dealer": RuleName(
        "Dealer of the next game",
        "Who deals first in the next game of a match.",
        {"loser": en("the losing side"), "winner": en("the winning side")},
    ),
    "starter_cutter": RuleName(
        "Who cuts",
        "Who cuts for the starter.",
        {"left": en("on the dealer’s left"), "right": en("on the dealer’s right")},
    ),
    "starter_turner": RuleName(
        "Who turns the starter",
        "Who turns the card at the cut.",
        {"dealer": en("the dealer"), "cutter": en("the player who cut")},
    ),
    "heels": RuleName("His heels", "Points for the dealer when a jack is turned."),
    "nobs": RuleName("His nobs", "Points for the jack of the starter’s suit."),
    "counts": RuleName(
        "Counts in the play",
        "Whether the play goes on after 31 or a go.",
        {"all": en("until all cards are played"), "one": en("one count only")},
    ),
    "go_point": RuleName(
        "Point for a go",
        "When the point for a go is pegged.",
        {"at_close": en("when the count closes"), "on_call": en("right away, on the call")},
    ),
    "crib_flush": RuleName(
        "Flush in the crib",
        "Whether the crib may have a flush.",
        {"five": en("with all five cards"), "none": en("never")},
    ),
    "exact_finish": RuleName("Exact finish", "Whether you must hit the last hole exactly."),
    "muggins": RuleName("Muggins", "Whether others can take the points you miss."),
    "muggins_until": RuleName(
        "Muggins until",
        "How long muggins can be called.",
        {"next_count": en("the next count"), "next_deal": en("the next starter")},
    ),
    "captain": RuleName("Captains", "Whether one player speaks for each team."),
    "skunks": RuleName("Skunks", "What it costs to lose by a lot."),
    "game": RuleName("Value of a win", "How many games an ordinary win counts."),
    "misdeal": RuleName("Misdeal", "Points for the others after a misdeal."),
    "renege": RuleName("Wrong go", "Suggested penalty for a go when you could have played."),
    "undercount": RuleName(
        "A claim too low",
        "What happens to points you miss, without muggins.",
        {"given": en("pegged anyway"), "lost": en("lost")},
    ),
    "overcall": RuleName(
        "Muggins for too much",
        "What you get for calling more than was missed.",
        {"nothing": en("nothing"), "lesser": en("what was missed")},
    ),
    "overcount": RuleName(
        "A claim too high",
        "What happens when you claim too much.",
        {
            "corrected": en("it’s corrected"),
            "fined": en("the others get the difference"),
            "lost": en("the hand counts nothing"),
        },
    ),
    "wins": RuleName(
        "Who wins",
        "Whether getting there first wins or, in lowball, loses.",
        {"high": en("the first to get there"), "low": en("the side furthest back")},
    ),
    "heels_at_end": RuleName(
        "Going out by his heels",
        "Whether heels can win the game.",
        {"win": en("allowed"), "no": en("not allowed: the peg waits one hole short")},
    ),
    "first_deal": RuleName(
        "First deal of the next game",
        "Who deals first in the next game of a match.",
        {
            "loser": en("the losing side"),
            "winner": en("the winning side"),
            "in_turn": en("the next player in turn"),
            "cut": en("low card: cut again"),
        },
    ),
    "best_of": RuleName("Number of games", "How many games make a match."),
    "dealt_by_place": RuleName(
        "Cards dealt by place", "How many cards each gets, from the dealer’s left to the dealer."
    ),
    "target_by_team": RuleName(
        "Points to win, by team", "What each team needs, if not all need the same."
    ),
    "lurch": RuleName(
        "Who can be skunked",
        "With three sides or more: who can lose more than an ordinary game.",
        {"furthest": en("the side furthest back"), "each": en("each losing side on its own")},
    ),
    "shape": RuleName("Board", "The board that’s drawn if you have no real one.", BOARDS),
}

COUNTING: Final[Mapping[str, RuleName]] = {
    "program": RuleName(
        "Cribble counts", "Enter the cards; Cribble pegs the points and explains them."
    ),
    "players": RuleName(
        "We count, Cribble checks",
        "You enter your count, then Cribble checks it. Great for kids.",
    ),
    "muggins": RuleName(
        "We count, with muggins",
        "You enter your count; the others can take what you miss.",
    ),
}
"""The choices for who counts in the show."""


Say: TypeAlias = Callable[[Speech, str], str]


def _named(table: Mapping[str, RuleName]) -> tuple[Say, Say]:
    return (
        lambda speech, key: speech.say(table[key].title),
        lambda speech, key: speech.say(table[key].about),
    )


rules_title, rules_about = _named(RULES)
option, option_about = _named(FIELDS)
counting, counting_about = _named(COUNTING)


def is_lurch(key: str) -> bool:
    """True if a skunk is called a lurch under these rules."""
    return key in RULES and RULES[key].lurch


def short_title(speech: Speech, key: str) -> str:
    """Return the title of the variant *key*, short enough for a keypad key."""
    return speech.say(RULES[key].short or RULES[key].title)


def option_value(speech: Speech, name: str, value: Any) -> str:
    """Return the value of a field in words: a name, yes or no, numbers, teams or skunks."""
    if isinstance(value, bool):
        return speech.say("yes") if value else speech.say("no")
    if isinstance(value, str):
        return speech.say(FIELDS[name].values[value])
    if isinstance(value, int):
        is_open = name == "best_of" and value == 0
        return speech.say("no limit") if is_open else str(value)
    if name == "skunks":
        lines = (
            speech.say("below {below}: {games}", below=below, games=games) for below, games in value
        )
        return ", ".join(lines) or speech.say("none")
    if name == "teams":
        players = (speech.and_list(*(str(seat + 1) for seat in seats)) for seats in value)
        return ", ".join(players)
    if name in ("dealt_by_place", "target_by_team") and not value:
        return speech.say("the same for all")
    return "–" if value is None else ", ".join(map(str, value))
