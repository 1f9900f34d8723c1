"""Results of games, their points, and standings; pure."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby, product
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from club.pairing.round import MAX_ID_LENGTH, PlayerId, sides_of
from scorekeeper.game.codec import reader
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.words import Fault, en


@cache
def skunk_margins(target: int, rules: str = "acc") -> tuple[int, ...]:
    """Return the margins from which a win is a skunk and, if there is one, a double skunk."""
    return VARIANTS[rules].to(target).skunk_margins


ScoringName: TypeAlias = Literal["acc", "games"]


class Scoring(NamedTuple):
    """The points for a win, a skunk and a double skunk; a loss scores none."""

    win: int
    skunk: int
    double: int

    def won(self, skunks: int) -> int:
        """Return the points for a win with 0, 1 or 2 *skunks*."""
        return (self.win, self.skunk, self.double)[skunks]


SCORINGS: Final[Mapping[ScoringName, Scoring]] = {
    "acc": Scoring(win=2, skunk=3, double=3),
    "games": Scoring(win=1, skunk=2, double=3),
}


VERSION: Final = 1
MAX_POINTS: Final = 999
MAX_NAME_LENGTH: Final = 64
"""Maximum length of the id of a night, a table or a place."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a game: the JSON of ``cribble/<club>/result/…``.

    ``place``: match and place of the game in the journal of its ``table``. ``scores``: one per team
    (with four players: the first and third, the second and fourth); None withdraws the result.
    ``skunk``: 0, 1 or 2; None derives it from the scores, of which the higher one is the target.
    """

    v: int = VERSION
    night: str
    round: int = 0
    table: str
    place: str
    players: tuple[PlayerId, ...] = ()
    scores: tuple[int, ...] | None
    skunk: int | None = None
    by: Literal["table", "players", "director"] | None = None
    at: str | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """Night, table and place; the last result with a key applies."""
        return self.night, self.table, self.place

    @property
    def sides(self) -> tuple[tuple[PlayerId, ...], ...]:
        """The teams, in the order of the scores."""
        return sides_of(self.players)

    @property
    def winner(self) -> int:
        """The index of the winning team; undefined for a withdrawn result."""
        assert self.scores
        return self.scores.index(max(self.scores))

    @property
    def margin(self) -> int:
        """The winning margin; undefined for a withdrawn result."""
        assert self.scores
        return max(self.scores) - min(self.scores)

    @property
    def skunks(self) -> int:
        """Return 2 for a double skunk, 1 for a skunk, as reported or else derived from the
        scores."""
        if self.skunk is not None:
            return self.skunk
        assert self.scores
        return sum(self.margin >= least for least in skunk_margins(max(self.scores)))


_read: Final = reader(Result)


def read_result(text: bytes | str) -> Result:
    """Decode a result from JSON.

    Raises Unreadable for invalid JSON, Fault for invalid values.
    """
    result = _read(text)
    if result.v != VERSION:
        raise _wrong("v", result.v, str(VERSION))
    for name in ("night", "table", "place"):
        value = getattr(result, name)
        if not 0 < len(value) <= MAX_NAME_LENGTH or not value.isprintable() or not value.strip():
            raise _wrong(name, value, f"1–{MAX_NAME_LENGTH} a…z 0…9")
    if result.scores is not None:
        _check_game(result, result.scores)
        if result.skunk is not None and not 0 <= result.skunk <= 2:
            raise _wrong("skunk", result.skunk, "0–2")
        margins = skunk_margins(max(result.scores))
        least = (0, *margins, *margins)[result.skunk or 0]
        if result.margin < least:
            sentence = en(
                '"skunk" cannot be {value}: that needs a spread of at least {least}, but it is '
                "{margin}."
            )
            raise Fault(sentence, value=result.skunk, margin=result.margin, least=least)
    return result


def _check_game(result: Result, scores: tuple[int, ...]) -> None:
    if not 1 <= result.round <= MAX_POINTS:
        raise _wrong("round", result.round, f"1–{MAX_POINTS}")
    if len(result.players) not in {2, 4}:
        raise Fault(en("A game has 2 or 4 players, not {value}."), value=len(result.players))
    for player, times in Counter(result.players).items():
        if not 0 < len(player) <= MAX_ID_LENGTH or not player.isprintable() or not player.strip():
            raise _wrong("players", player, f"1–{MAX_ID_LENGTH} a…z 0…9")
        if times > 1:
            raise Fault(en("{value} cannot play against themselves."), value=player)
    if len(scores) != 2:
        raise Fault(en("A game has 2 scores, one per side, not {value}."), value=len(scores))
    if not all(0 <= score <= MAX_POINTS for score in scores):
        raise _wrong("scores", list(scores), f"0–{MAX_POINTS}")
    if scores[0] == scores[1]:
        sentence = en("{value} to {value} has no winner: a game ends when one side pegs out.")
        raise Fault(sentence, value=scores[0])


def _wrong(field: str, value: Any, wanted: str) -> Fault:
    shown = msgspec.json.encode(value).decode()
    return Fault(
        en('"{field}" cannot be {value}; it must be {wanted}.'),
        field=field,
        value=shown if len(shown) <= MAX_NAME_LENGTH else f"{shown[: MAX_NAME_LENGTH - 1]}…",
        wanted=wanted,
    )


def last_of_each(results: Iterable[Result]) -> tuple[Result, ...]:
    """Return the last result with each key, except withdrawn ones."""
    last = {result.key: result for result in results}
    return tuple(result for result in last.values() if result.scores is not None)


class StandingRow(msgspec.Struct, frozen=True):
    """A player's ``place`` from 1 (``equal``: shared) and the figures that determine it.

    ``plus``: total margin of games won; ``minus``: of games lost, positive; ``net``: their
    difference.
    """

    place: int
    equal: bool
    id: PlayerId
    games: int = 0
    won: int = 0
    points: int = 0
    plus: int = 0
    minus: int = 0
    net: int = 0
    skunks_given: int = 0
    skunks_taken: int = 0


def standing(
    results: Iterable[Result],
    scoring: Scoring | ScoringName = "acc",
    players: Sequence[PlayerId] = (),
) -> tuple[StandingRow, ...]:
    """Return the standings after *results*; the last result with each key applies.

    Order: points, games won, net spread, plus spread; if exactly two are still tied, the games
    between them. *players* without a game are included.
    """
    scoring = SCORINGS[scoring] if isinstance(scoring, str) else scoring
    figures: dict[PlayerId, Counter[str]] = {player: Counter() for player in players}
    between: Wins = Counter()
    for result in last_of_each(results):
        winners, losers = result.sides[result.winner], result.sides[1 - result.winner]
        points, margin, skunks = scoring.won(result.skunks), result.margin, int(result.skunks > 0)
        won = Counter(games=1, won=1, points=points, plus=margin, net=margin, skunks_given=skunks)
        lost = Counter(games=1, minus=margin, net=-margin, skunks_taken=skunks)
        for side, game in ((winners, won), (losers, lost)):
            for player in side:
                figures.setdefault(player, Counter()).update(game)
        between.update(product(winners, losers))
    rows = (StandingRow(0, False, player, **sums) for player, sums in figures.items())
    return ranked(rows, between)


Wins = Counter[tuple[PlayerId, PlayerId]]
"""Number of games that the first player of each pair won against the second."""


R = TypeVar("R", bound=StandingRow)


def ranked(rows: Iterable[R], between: Wins | None = None) -> tuple[R, ...]:
    """Return *rows* in order, with their places."""
    order = sorted(rows, key=lambda row: (*_rank(row), natural(row.id)))
    wins = between or Counter()
    placed: list[R] = []
    for _, group in groupby(order, key=_rank):
        tied = list(group)
        shared = [tied]
        if len(tied) == 2:  # Between two, their own games decide.
            won, lost = wins[tied[0].id, tied[1].id], wins[tied[1].id, tied[0].id]
            if won != lost:
                shared = [[row] for row in (tied if won > lost else tied[::-1])]
        for equals in shared:
            place, equal = len(placed) + 1, len(equals) > 1
            placed += [replace(row, place=place, equal=equal) for row in equals]
    return tuple(placed)


def _rank(row: StandingRow) -> tuple[int, ...]:
    return -row.points, -row.won, -row.net, -row.plus


_DIGITS: Final = re.compile(r"(\d+)")


def natural(name: str) -> tuple[Any, ...]:
    """Return a natural sort key: p2 comes before p10."""
    parts = _DIGITS.split(name)
    return tuple(
        (int(part[:18]), part) if number % 2 else (0, part) for number, part in enumerate(parts)
    )
