"""The standing: what a game is worth, who comes before whom, who is equal; and the same again."""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from club.results import SCORINGS, StandingRow, last_of_each, natural, read_result, standing
from scorekeeper.game.codec import Unreadable
from scorekeeper.words import Fault
from tests.kit.oracles.club.second_standing import second_standing


def game(one: str, other: str, scores: str, place: str = "", **fields: Any) -> str:
    """A result as a line: ``game("a", "b", "121-87")``."""
    first, second = map(int, scores.split("-"))
    line = {
        "v": 1, "night": "n", "round": 1, "table": "1",
        "place": place or f"{one}.{other}.{scores}",
        "players": [*one.split("+"), *other.split("+")],
        "scores": [first, second], "by": "table",
    }  # fmt: skip
    if "+" in one:
        (a, b), (c, d) = one.split("+"), other.split("+")
        line["players"] = [a, c, b, d]
    return json.dumps(line | fields)


def rows(*lines: str, scoring: Any = "acc") -> dict[str, StandingRow]:
    return {row.id: row for row in standing(map(read_result, lines), SCORINGS[scoring])}


@pytest.mark.parametrize(
    ("scores", "acc", "games"),
    [
        ("121-120", 2, 1),
        ("121-91", 2, 1),
        ("121-90", 3, 2),
        ("121-61", 3, 2),
        ("121-60", 3, 3),
        ("61-31", 2, 1),
        ("61-30", 3, 2),
    ],
)
def test_game_is_worth_what_its_row_says(scores: str, acc: int, games: int) -> None:
    for scoring, worth in (("acc", acc), ("games", games)):
        found = rows(game("a", "b", scores), scoring=scoring)
        assert (found["a"].points, found["b"].points) == (worth, 0)


def test_row_is_the_public_json() -> None:
    found = rows(game("p12", "p31", "121-87"), game("p12", "p31", "100-121"))
    assert msgspec.to_builtins(found["p12"]) == {
        "place": 1, "equal": False, "id": "p12", "games": 2, "won": 1, "points": 3,
        "plus": 34, "minus": 21, "net": 13, "skunks_given": 1, "skunks_taken": 0,
    }  # fmt: skip


def test_players_without_a_game_are_there_and_people_sort_them_as_they_count() -> None:
    found = standing((), players=["p10", "p9", "Ann"])
    assert [row.id for row in found] == ["Ann", "p9", "p10"]
    assert sorted(["p10", "p9", "p1a", "p"], key=natural) == ["p", "p1a", "p9", "p10"]


def test_last_result_of_a_night_table_and_place_holds() -> None:
    first, second = game("a", "b", "121-100", "4.1"), game("a", "b", "90-121", "4.1")
    gone = json.dumps({"v": 1, "night": "n", "table": "1", "place": "4.1", "scores": None})
    other = game("a", "b", "121-100", "4.1", night="m")
    assert rows(first, second)["b"].points == 3
    assert rows(first, gone) == {}
    assert rows(first, gone, second)["b"].points == 3
    assert rows(first, other)["a"].points == 4
    assert len(last_of_each(map(read_result, [first, first, gone, other]))) == 1


def test_reported_skunk_is_taken_as_it_was_played() -> None:
    """Not every game has skunks; where the report is silent the scores say."""
    assert rows(game("a", "b", "121-80", skunk=0))["a"].points == 2
    assert rows(game("a", "b", "121-50", skunk=1), scoring="games")["a"].points == 2
    assert rows(game("a", "b", "121-50", skunk=2), scoring="games")["a"].points == 3
    assert rows(game("a", "b", "121-50"), scoring="games")["a"].points == 3


UNREADABLE = ["", "{", "[", "[]", "null", "1", '{"v":1}', '{"night":NaN}', '{"a":"\\q"}', "�"]


@pytest.mark.parametrize("text", [*UNREADABLE, "[" * 100_000])
def test_line_that_is_no_result_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        read_result(text.encode("utf-8", "surrogatepass"))


GOOD = json.loads(game("a", "b", "121-100"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"v": 2}, '"v" cannot be 2; it is 1'),
        ({"players": ["a"]}, "2 or 4 players, not 1"),
        ({"players": ["a", "b", "c"]}, "2 or 4 players, not 3"),
        ({"players": ["a", "a"]}, "a cannot play against themselves"),
        ({"players": ["a", ""]}, '"players" cannot be ""'),
        ({"players": ["a", "\u0000"]}, '"players" cannot be'),
        ({"players": ["a", "b" * 65]}, '"players" cannot be'),
        ({"scores": [121]}, "2 scores, one a side, not 1"),
        ({"scores": [121, 100, 90]}, "2 scores, one a side, not 3"),
        ({"scores": [121, 121]}, "121 to 121 has no winner"),
        ({"scores": [121, -1]}, '"scores" cannot be'),
        ({"scores": [121, 1000]}, '"scores" cannot be'),
        ({"scores": [121, 10**30]}, "."),
        ({"scores": [121, 1.5]}, "int"),
        ({"scores": "121"}, "array"),
        ({"scores": [121, True]}, "int"),
        ({"skunk": 3}, '"skunk" cannot be 3; it is 0–2'),
        ({"skunk": -1}, '"skunk" cannot be -1'),
        ({"skunk": 1}, '"skunk" cannot be 1: the spread is 21, and that takes 31'),
        ({"round": 0}, '"round" cannot be 0'),
        ({"round": 10**9}, '"round" cannot be'),
        ({"night": ""}, '"night" cannot be ""'),
        ({"table": "x" * 65}, '"table" cannot be'),
        ({"place": "\n"}, '"place" cannot be'),
        ({"by": "me"}, "enum"),
        ({"at": 5}, "str"),
    ],
)
def test_result_that_cannot_be_is_refused_with_its_value(change: dict[str, Any], said: str) -> None:
    with pytest.raises((Fault, Unreadable), match=said):
        read_result(json.dumps(GOOD | change))


def random_night(night: Random) -> list[str]:
    """Games for two and for four; some put right, some withdrawn; small margins, so that many
    players are equal."""
    count, by_four = night.randint(2, 12), night.random() < 0.2
    people = [f"p{number}" for number in range(1, max(count, 4) + 1)]
    lines = []
    for number in range(night.randint(0, 4 * count)):
        chosen = night.sample(people, 4 if by_four else 2)
        margin = night.choice([1, 2, 5, 5, 30, 31, 60, 61, night.randint(1, 121)])
        scores: Any = night.sample([121, 121 - margin], 2)
        result: dict[str, Any] = {
            "v": 1, "night": night.choice("ab"), "round": 1 + number // 4,
            "table": str(night.randint(1, 3)), "place": str(night.randint(1, 2 * count)),
            "players": chosen, "scores": None if night.random() < 0.1 else scores,
        }  # fmt: skip
        if night.random() < 0.3:
            result["skunk"] = night.randint(0, 2 if margin >= 61 else 1 if margin >= 31 else 0)
        lines.append(json.dumps(result))
    return lines


def check_nights(seeds: range) -> None:
    ties = 0
    for seed in seeds:
        lines = random_night(Random(seed))
        for scoring, row in SCORINGS.items():
            found = standing(map(read_result, lines), row)
            plain = [msgspec.to_builtins(one) for one in found]
            expected = second_standing(lines, scoring)
            # Equal ones may come in any order.
            assert sorted(plain, key=str) == sorted(expected, key=str)
            assert [one["place"] for one in plain] == [one["place"] for one in expected]
            assert sum(one.net for one in found) == 0
            assert sum(one.plus for one in found) == sum(one.minus for one in found)
            assert sum(one.skunks_given for one in found) == sum(one.skunks_taken for one in found)
            ties += any(one.equal for one in found)
    assert ties > len(seeds) / 8


def test_standing_is_that_of_a_second_plain_implementation() -> None:
    check_nights(range(300))


@pytest.mark.slow
def test_standing_is_that_of_a_second_implementation_over_ten_thousand_nights() -> None:
    check_nights(range(10_000))
