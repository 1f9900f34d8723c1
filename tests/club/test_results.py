"""Standings, seasons and the evening's sheet against independent implementations; great hands; and
spreadsheets of all these."""

import csv
import json
from random import Random
from typing import Any

import msgspec
import pytest

from club.paper.lists import SEASON_COLUMNS, results_csv, standing_csv
from club.results import SCORINGS, Result, ScoringName, last_of_each, natural, read_result, standing
from club.season import Feat, NightResults, evening_sheet, feats_of, season
from scorekeeper.game.codec import Unreadable
from scorekeeper.words import Fault
from tests.club.evening import game
from tests.club.oracles import second_sheet, second_standing


def test_players_without_a_game_are_there_and_people_sort_them_as_they_count() -> None:
    found = standing((), players=["p10", "p9", "Ann"])
    assert [row.id for row in found] == ["Ann", "p9", "p10"]
    assert sorted(["p10", "p9", "p1a", "p"], key=natural) == ["p", "p1a", "p9", "p10"]


@pytest.mark.parametrize("text", ["", "[]", '{"v":1}', '{"night":NaN}', "[" * 100_000])
def test_line_that_is_no_result_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        read_result(text.encode())


GOOD = json.loads(game("a", "b", "121-100"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"v": 2}, '"v" cannot be 2; it must be 1'),
        ({"players": ["a"]}, "2 or 4 players, not 1"),
        ({"players": ["a", "a"]}, "a cannot play against themselves"),
        ({"players": ["a", ""]}, '"players" cannot be ""'),
        ({"players": ["a", "b" * 65]}, '"players" cannot be'),
        ({"scores": [121]}, "2 scores, one per side, not 1"),
        ({"scores": [121, 121]}, "121 to 121 has no winner"),
        ({"scores": [121, -1]}, '"scores" cannot be'),
        ({"scores": [121, 1000]}, '"scores" cannot be'),
        ({"skunk": 3}, '"skunk" cannot be 3; it must be 0–2'),
        ({"skunk": 1}, '"skunk" cannot be 1: that needs a spread of at least 31, but it is 21'),
        ({"scores": [91, 46], "skunk": 2}, "a spread of at least 46, but it is 45"),
        ({"round": 0}, '"round" cannot be 0'),
        ({"round": 10**9}, '"round" cannot be'),
        ({"table": "x" * 65}, '"table" cannot be'),
        ({"place": "\n"}, '"place" cannot be'),
    ],
)
def test_result_that_cannot_be_is_refused_with_its_value(change: dict[str, Any], said: str) -> None:
    with pytest.raises((Fault, Unreadable), match=said):
        read_result(json.dumps(GOOD | change))


def random_night(night: Random) -> list[str]:
    """Games for two and four; some corrected, some withdrawn; small margins, to get many ties."""
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
            # Ties may come in any order.
            assert sorted(plain, key=str) == sorted(expected, key=str)
            assert [one["place"] for one in plain] == [one["place"] for one in expected]
            assert sum(one.net for one in found) == 0
            assert sum(one.skunks_given for one in found) == sum(one.skunks_taken for one in found)
            ties += any(one.equal for one in found)
    assert ties > len(seeds) / 8


def test_standing_is_that_of_a_second_plain_implementation() -> None:
    check_nights(range(300))


@pytest.mark.slow
def test_standing_is_that_of_a_second_implementation_over_ten_thousand_nights() -> None:
    check_nights(range(10_000))


TWO_NIGHTS = [
    game("a", "b", "121-100", night="1"),
    game("a", "c", "121-80", night="1"),
    game("b", "c", "121-119", night="1"),
    game("b", "a", "121-110", night="2"),
    game("b", "c", "121-50", night="2"),
]
RESULTS = [*map(read_result, TWO_NIGHTS)]


def nights_of(results: list[Result], scoring: ScoringName = "acc") -> list[NightResults]:
    names = sorted({result.night for result in results})
    return [
        NightResults(scoring, [result for result in results if result.night == name])
        for name in names
    ]


NIGHTS = nights_of(RESULTS)


def test_feats_are_found_and_the_rarest_come_first() -> None:
    hand = Feat("hand_29", "c", "1", 2)
    slam = [read_result(game("a", other, "121-100", other)) for other in "bcd"]
    assert [(feat.kind, feat.player) for feat in feats_of(RESULTS, [hand])] == [
        ("hand_29", "c"), ("double_skunk", "b"), ("skunk", "a"),
    ]  # fmt: skip
    assert feats_of(slam) == (Feat("grand_slam", "a", "n", 0),)
    assert feats_of(slam[:2]) == ()
    lost = read_result(game("e", "a", "121-100"))
    assert feats_of([*slam, lost]) == ()


def cells(lines: list[str]) -> list[list[str]]:
    return [*csv.reader(line.lstrip("\ufeff") for line in lines)]


def test_tables_are_for_a_spreadsheet() -> None:
    names = {"a": "=Ann", "b": "Bén"}
    head, first, second, *_ = cells([*results_csv(RESULTS, names)])
    assert dict(zip(head, first, strict=True)) == {
        "night": "1", "round": "1", "table": "1", "place": "a.b.121-100", "player": "'=Ann",
        "against": "Bén", "score": "121", "other_score": "100", "won": "1", "spread": "21",
        "skunk": "0", "by": "table", "at": "",
    }  # fmt: skip
    assert dict(zip(head, second, strict=True))["spread"] == "-21"
    head, leader, *_ = cells([*standing_csv(standing(RESULTS), names)])
    assert dict(zip(head, leader, strict=True))["name"] == "Bén"
    head, leader, *_ = cells([*standing_csv(season(NIGHTS), names, *SEASON_COLUMNS)])
    assert dict(zip(head, leader, strict=True))["best_night"] == "5"


def test_season_leaves_out_a_house_player() -> None:
    assert [one.id for one in season(NIGHTS, without={"b"})] == ["a", "c"]


def test_sheet_is_that_of_a_second_plain_implementation_over_a_thousand_nights() -> None:
    for seed in range(1000):
        chance = Random(seed)
        lines = random_night(chance)
        scoring: ScoringName = chance.choice(["acc", "games"])
        best = chance.randint(0, 2)
        results = [*last_of_each(map(read_result, lines))]
        tonight = [result for result in results if result.night == "b"]
        seasons = season(nights_of(results, scoring), best_nights=best)
        sheet = evening_sheet(standing(tonight, scoring), scoring, (), seasons)
        plain = [
            {
                "id": one.id, "place": one.place, "points": one.points,
                "grass_roots": one.grass_roots, "in_quarter": one.in_quarter,
                "season": one.season_points, "net": total.net, "nights": total.nights,
            }
            for one in sheet.rows
            for total in seasons
            if total.id == one.id
        ]  # fmt: skip
        expected = second_sheet(lines, scoring, "b", best)
        assert sorted(plain, key=str) == sorted(expected, key=str), seed
