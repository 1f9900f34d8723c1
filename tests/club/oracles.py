"""Independent implementations of standings, sheets, pairing rules and number of rounds."""

import functools
import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from club.pairing.round import Round

WORTH = {"acc": (2, 3, 3), "games": (1, 2, 3)}


def second_standing(lines: list[str], scoring: str) -> list[dict[str, Any]]:
    """Return the rows as printed by ``cribble night standings --json``."""
    games: dict[Any, Any] = {}
    for line in lines:
        game = json.loads(line)
        games[game["night"], game["table"], game["place"]] = game
    kept = [game for game in games.values() if game["scores"] is not None]
    rows: dict[str, dict[str, Any]] = {}
    for game in kept:
        players = game["players"]
        for seat, player in enumerate(players):
            mine = game["scores"][seat % 2]
            theirs = game["scores"][1 - seat % 2]
            row = rows.setdefault(player, dict.fromkeys(FIGURES, 0))
            _add(row, mine - theirs, game.get("skunk"), scoring)
    order = sorted(rows, key=functools.cmp_to_key(lambda a, b: _compare(a, b, rows, kept)))
    return _placed(order, rows, kept)


FIGURES = ("games", "won", "points", "plus", "minus", "net", "skunks_given", "skunks_taken")


def _add(row: dict[str, Any], ahead: int, skunk: int | None, scoring: str) -> None:
    if skunk is None:
        skunk = 2 if abs(ahead) >= 61 else 1 if abs(ahead) >= 31 else 0
    row["games"] += 1
    row["net"] += ahead
    if ahead > 0:
        row["won"] += 1
        row["plus"] += ahead
        row["points"] += WORTH[scoring][skunk]
        row["skunks_given"] += skunk > 0
    else:
        row["minus"] -= ahead
        row["skunks_taken"] += skunk > 0


def _figures(row: dict[str, Any]) -> list[int]:
    return [-row["points"], -row["won"], -row["net"], -row["plus"]]


def _compare(a: str, b: str, rows: Any, kept: Any) -> int:
    """Return a negative number if *a* ranks before *b*; 0 only if they are equal."""
    one, other = _figures(rows[a]), _figures(rows[b])
    if one != other:
        return -1 if one < other else 1
    tied = [name for name in rows if _figures(rows[name]) == one]
    ahead = _ahead(a, b, kept) if len(tied) == 2 else 0
    return -ahead


def _ahead(a: str, b: str, kept: Any) -> int:
    """Return the games that *a* won against *b*, minus those lost."""
    total = 0
    for game in kept:
        if a in game["players"] and b in game["players"]:
            mine, theirs = game["players"].index(a) % 2, game["players"].index(b) % 2
            if mine != theirs:
                total += 1 if game["scores"][mine] > game["scores"][theirs] else -1
    return total


def _placed(order: list[str], rows: Any, kept: Any) -> list[dict[str, Any]]:
    placed: list[dict[str, Any]] = []
    for at, name in enumerate(order):
        same = [other for other in order if _compare(name, other, rows, kept) == 0]
        place = 1 + sum(_compare(other, name, rows, kept) < 0 for other in order[:at])
        placed.append({"place": place, "equal": len(same) > 1, "id": name, **rows[name]})
    return placed


def second_sheet(lines: list[str], scoring: str, night: str, best: int) -> list[dict[str, Any]]:
    """Return the figures of each player of a *night*: place, points, Grass Roots Points, whether in
    the top quarter, and the points of the season."""
    nights = sorted({json.loads(line)["night"] for line in lines})
    by_night = {
        name: second_standing(
            [line for line in lines if json.loads(line)["night"] == name], scoring
        )
        for name in nights
    }
    tonight = by_night.get(night, [])
    entrants = len(tonight)
    quarter = 0
    while 4 * quarter < entrants:
        quarter += 1
    sheet = []
    for row in tonight:
        evenings = [one for rows in by_night.values() for one in rows if one["id"] == row["id"]]
        evenings.sort(key=lambda one: [-one[name] for name in ("points", "won", "net", "plus")])
        counted = evenings[:best] if best else evenings
        is_grass = scoring == "acc" and row["points"] > 11
        season = {name: sum(one[name] for one in counted) for name in FIGURES}
        sheet.append(
            {
                "id": row["id"], "place": row["place"], "points": row["points"],
                "grass_roots": row["points"] if is_grass else 0,
                "in_quarter": sum(one["place"] < row["place"] for one in tonight) < quarter
                and row["place"] <= quarter,
                "season": season["points"], "net": season["net"], "nights": len(evenings),
            }
        )  # fmt: skip
    return sheet


def faults(
    rounds: Sequence[Round], present: Sequence[Collection[str]], movement: str
) -> Iterator[str]:
    """Yield every rule that *rounds* break; *present* are the players of each round."""
    met: set[frozenset[str]] = set()
    sat: Counter[str] = Counter()
    for number, (one, people) in enumerate(zip(rounds, present, strict=True), 1):
        if one.round != number:
            yield f"round {one.round} is the {number}th"
        seated = [player for seating in one.tables for player in seating.players]
        if sorted([*seated, *one.out]) != sorted(people):
            yield f"round {number}: not everybody once"
        if [seating.table for seating in one.tables] != [
            str(table) for table in range(1, len(one.tables) + 1)
        ]:
            yield f"round {number}: tables are not in order"
        each = 4 if movement == "pairs" else 2
        if {len(seating.players) for seating in one.tables} - {each}:
            yield f"round {number}: not {each} at each table"
        if len(one.out) != len(people) % each:
            yield f"round {number}: {len(one.out)} sit out of {len(people)}"
        for two in _new(one, movement):
            if two in met:
                yield f"round {number}: {sorted(two)} again"
            met.add(two)
        yield from _unfair(one, people, sat)


def _new(one: Round, movement: str) -> Iterator[frozenset[str]]:
    """Yield the opponents, who may meet only once."""
    for seating in one.tables:
        if movement == "pairs":
            a, b, c, d = seating.players
            yield from (frozenset((x, y)) for x in (a, c) for y in (b, d))
        else:
            yield frozenset(seating.players)


def _unfair(one: Round, people: Iterable[str], sat: Counter[str]) -> Iterator[str]:
    """Yield players who sit out again while others have sat out less often; update the counts."""
    playing = [player for player in people if player not in one.out]
    least = min((sat[player] for player in playing), default=0)
    for player in one.out:
        if sat[player] > least:
            yield f"round {one.round}: {player} sits out again before all others did"
    sat.update(one.out)


Two: TypeAlias = frozenset[str]
MAX_STATES: Final = 20_000


def most_rounds_after(there: Sequence[str], played: Sequence[Round]) -> int | None:
    """Return how many more rounds *there* can play after *played*, without repeated opponents and
    with sit-outs in turn; None if the search takes too long."""
    met = frozenset(frozenset(seating.players) for one in played for seating in one.tables)
    sat = Counter(player for one in played for player in one.out)
    search = _Search(there)
    search.go(met, tuple(sat[player] for player in there), 0)
    return search.most if search.states else None


class _Search:
    def __init__(self, there: Sequence[str]) -> None:
        self.there = list(there)
        self.most = 0
        self.states = MAX_STATES
        self._seen: set[tuple[frozenset[Two], tuple[int, ...]]] = set()

    def go(self, met: frozenset[Two], sat: tuple[int, ...], rounds: int) -> None:
        self.most = max(self.most, rounds)
        if not self.states or (met, sat) in self._seen or rounds + self._bound(met) <= self.most:
            return
        self._seen.add((met, sat))
        self.states -= 1
        for resting in self._resting(sat):
            playing = [at for at in self.there if at != resting]
            after = tuple(
                times + (player == resting) for player, times in zip(self.there, sat, strict=True)
            )
            for games in _games(playing, met):
                self.go(met | games, after, rounds + 1)

    def _bound(self, met: frozenset[Two]) -> int:
        odd = len(self.there) % 2
        return min(
            sum(frozenset((one, other)) not in met for other in self.there if other != one) + odd
            for one in self.there
        )

    def _resting(self, sat: tuple[int, ...]) -> list[str | None]:
        if len(self.there) % 2 == 0:
            return [None]
        return [player for player, times in zip(self.there, sat, strict=True) if times == min(sat)]


def _games(playing: list[str], met: frozenset[Two]) -> Iterator[frozenset[Two]]:
    if not playing:
        yield frozenset()
        return
    first, *others = playing
    for at, other in enumerate(others):
        two = frozenset((first, other))
        if two not in met:
            for rest in _games(others[:at] + others[at + 1 :], met):
                yield rest | {two}
