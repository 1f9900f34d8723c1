"""What past games say about the people at the table: wins, streak, last game, best hands."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import chain
from typing import Final

import msgspec
from flask import Response, request

from scorekeeper.figures.totals import Selection
from scorekeeper.game.analysis.moments import MomentKind, moment
from scorekeeper.game.events import Counted, notices_of
from scorekeeper.game.marks import name_key
from scorekeeper.game.record import RecordNode
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.journal import GameResult
from scorekeeper.rules.variants import RULES
from scorekeeper.words import Words, en
from scorekeeper.words.people import display_name
from web.context import Context
from web.history.quiz import TONIGHT
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

RECORDS: Final = {
    ("hand", "evening"): en("Best hand of the evening"),
    ("hand", "family"): en("Best hand this family has had"),
    ("crib", "evening"): en("Best crib of the evening"),
    ("crib", "family"): en("Best crib this family has had"),
}

Side = frozenset[str]


class LastGame(msgspec.Struct, frozen=True):
    """When a game ended, and the winner's margin; null if there is none to tell."""

    ended: str
    spread: int | None


class RivalryResponse(msgspec.Struct, frozen=True):
    """``score``: the games that each side won, such as “Maude 12 – Tom 9”; empty before the first.
    ``lines``: streak and best hand, as far as there are any; ``last``: the last game won."""

    score: str
    lines: tuple[str, ...] = ()
    last: LastGame | None = None


class RecordResponse(msgspec.Struct, frozen=True):
    """``text``: the record that the hand counted in ``version`` sets, null if there is none."""

    version: int
    text: str | None


def add_rivalry(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/rivalry`` and ``/api/v1/moment``."""

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
        return json_response(_rivalry(context.results.all(), sides, context.words))

    @routes.get(
        "/api/v1/moment",
        "Whether the great hand just counted is the best of the evening or of all games.",
        RecordResponse,
    )
    def great_hand() -> Response:
        now, marks, results = context.table.now, context.table.marks, context.results
        family = Selection(players=frozenset(map(name_key, marks.players(now.game.players))))
        finished = filter(family.has, results.all())
        text = _record(now, context.table.nodes(), finished, context.words)
        return json_response(RecordResponse(now.version, text))


def _record(
    now: Snapshot, nodes: Sequence[RecordNode], finished: Iterable[GameResult], words: Words
) -> str | None:
    """Return the record set by the moment of *now*, given the current game's *nodes* and the
    family's *finished* games."""
    best = moment(now.latest, now.game)
    if best is None or best.kind is not MomentKind.HAND or now.open_claims:
        return None
    kind = "crib" if best.of == "crib" else "hand"
    notices = chain.from_iterable(notices_of(node.entry.events) for node in nodes)
    counts = [count for count in notices if isinstance(count, Counted)]
    tonight = [count.total for count in counts if (count.of == "crib") == (kind == "crib")]
    earlier = list[int]()
    counted_at = datetime.fromisoformat(nodes[-1].entry.at)
    for game in finished:
        age = counted_at - datetime.fromisoformat(game.ended)
        hands = [one.best_crib if kind == "crib" else one.best_hand for one in game.figures]
        if age:  # Otherwise it is the current game, which the hand has won.
            group = tonight if age < TONIGHT else earlier
            group += [hand.true_count for hand in hands if hand]
    others = sorted(tonight)[:-1]
    if earlier and best.points > max(earlier + others):
        return words.say(RECORDS[kind, "family"])
    is_best = others and best.points > others[-1]
    return words.say(RECORDS[kind, "evening"]) if is_best else None


def _rivalry(
    games: Iterable[GameResult], sides: Sequence[Sequence[str]], words: Words
) -> RivalryResponse:
    """Return what *games*, newest first, say about *sides*: those won in exactly these teams."""
    keys = [_side(names) for names in sides]
    played = [game for game in games if set(_sides_of(game)) == set(keys)]
    winners = [_sides_of(game)[game.winner] for game in played if game.winner is not None]
    if not winners:
        return RivalryResponse("")
    score = " – ".join(
        f"{' · '.join(display_name(words, name) for name in names)} {winners.count(key)}"
        for names, key in zip(sides, keys, strict=True)
    )
    streak = next((n for n, won in enumerate(winners) if won != winners[0]), len(winners))
    last = next(game for game in played if game.winner is not None)
    hands = [figures.best_hand for game in played for figures in game.figures if figures.best_hand]
    lines = (
        _streak(words, sides[keys.index(winners[0])], streak),
        words.say("Best hand: {n}", n=max(hand.true_count for hand in hands)) if hands else None,
    )
    spread = None if last.conceded else last.spread
    return RivalryResponse(score, tuple(filter(None, lines)), LastGame(last.ended, spread))


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
