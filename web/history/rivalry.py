"""What past games say about the people at the table: wins, streak, last game, best hand."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Final

import msgspec
from flask import Response, request

from scorekeeper.figures.totals import ended_on
from scorekeeper.game.marks import name_key
from scorekeeper.journal import GameResult
from scorekeeper.rules.variants import RULES
from scorekeeper.words import Words, en
from scorekeeper.words.people import display_name
from web.context import Context
from web.http.errors import HttpError
from web.http.request import Query
from web.http.response import json_response
from web.http.routes import Routes

RULES_KEY: Final = Query(
    "rules", {"type": "string", "enum": list(RULES)}, "the variant, which says who are partners"
)
SEATED: Final = Query(
    "player",
    {"type": "array", "items": {"type": "string"}, "maxItems": 6},
    "the players by seat; repeat it for each",
)

DAYS: Final = (
    *(en("Monday"), en("Tuesday"), en("Wednesday"), en("Thursday"), en("Friday")),
    *(en("Saturday"), en("Sunday")),
)
MONTHS: Final = (
    *(en("January {day}"), en("February {day}"), en("March {day}"), en("April {day}")),
    *(en("May {day}"), en("June {day}"), en("July {day}"), en("August {day}")),
    *(en("September {day}"), en("October {day}"), en("November {day}"), en("December {day}")),
)

Side = frozenset[str]


class RivalryResponse(msgspec.Struct, frozen=True):
    """``score``: the games that each side won, such as “Maude 12 – Tom 9”; empty before the first.
    ``lines``: streak, last game and best hand, as far as there are any."""

    score: str
    lines: tuple[str, ...]


def add_rivalry(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/rivalry``."""

    @routes.get(
        "/api/v1/rivalry",
        "The finished games between these sides, in sentences.",
        RivalryResponse,
        query=(RULES_KEY, SEATED),
        errors=(400,),
    )
    def rivalry() -> Response:
        rules = RULES.get(request.args.get("rules", ""))
        names = [context.table.marks.shown(name) for name in request.args.getlist("player")]
        if rules is None or len(names) != rules.players:
            raise HttpError(400, "bad_value", en("These rules and players don’t go together."))
        sides = [tuple(names[seat] for seat in seats) for seats in rules.teams]
        today = datetime.now().astimezone().date()
        return json_response(rivalry_of(context.results.all(), sides, context.words, today))


def rivalry_of(
    games: Iterable[GameResult], sides: Sequence[Sequence[str]], words: Words, today: date
) -> RivalryResponse:
    """Return what *games*, newest first, say about *sides*: those won in exactly these teams."""
    keys = [_side(names) for names in sides]
    played = [game for game in games if set(_sides_of(game)) == set(keys)]
    winners = [_sides_of(game)[game.winner] for game in played if game.winner is not None]
    if not winners:
        return RivalryResponse("", ())
    score = " – ".join(
        f"{' · '.join(display_name(words, name) for name in names)} {winners.count(key)}"
        for names, key in zip(sides, keys, strict=True)
    )
    streak = next((n for n, won in enumerate(winners) if won != winners[0]), len(winners))
    last = next(game for game in played if game.winner is not None)
    hands = [figures.best_hand for game in played for figures in game.figures if figures.best_hand]
    lines = (
        _streak(words, sides[keys.index(winners[0])], streak),
        _last(words, last, today),
        words.say("Best hand: {n}", n=max(hand.true_count for hand in hands)) if hands else None,
    )
    return RivalryResponse(score, tuple(line for line in lines if line))


def _side(names: Iterable[str]) -> Side:
    return frozenset(map(name_key, names))


def _sides_of(game: GameResult) -> list[Side]:
    return [_side(game.players[seat] for seat in seats) for seats in game.teams]


def _streak(words: Words, names: Sequence[str], games: int) -> str | None:
    if games < 2:
        return None
    shown, n = words.and_list(*(display_name(words, name) for name in names)), words.number(games)
    if len(names) > 1:
        return words.say("{names} have won {n} in a row", names=shown, n=n)
    return words.say("{name} has won {n} in a row", name=shown, n=n)


def _last(words: Words, game: GameResult, today: date) -> str:
    day = _day(words, ended_on(game), today)
    if game.spread and not game.conceded:
        return words.say("Last: {day}, by {n}", day=day, n=game.spread)
    return words.say("Last: {day}", day=day)


def _day(words: Words, day: date, today: date) -> str:
    match (today - day).days:
        case 0:
            return words.say("today")
        case 1:
            return words.say("yesterday")
        case past if 1 < past < 7:
            return words.say(DAYS[day.weekday()])
    number = words.say("1") if day.day == 1 else str(day.day)
    shown = words.say(MONTHS[day.month - 1], day=number)
    return (
        shown if day.year == today.year else words.say("{date}, {year}", date=shown, year=day.year)
    )
