"""The standing of a night once more, plainly, from the lines of JSON: no code of the program."""

import functools
import json
from typing import Any

WORTH = {"acc": (2, 3, 3), "games": (1, 2, 3)}


def second_standing(lines: list[str], scoring: str) -> list[dict[str, Any]]:
    """Return the rows, as ``cribble night standings --json`` prints them."""
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
    """Negative where *a* is before *b*; 0 only where they are equal."""
    one, other = _figures(rows[a]), _figures(rows[b])
    if one != other:
        return -1 if one < other else 1
    tied = [name for name in rows if _figures(rows[name]) == one]
    ahead = _ahead(a, b, kept) if len(tied) == 2 else 0
    return -ahead


def _ahead(a: str, b: str, kept: Any) -> int:
    """The games that *a* won against *b*, less those lost."""
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
