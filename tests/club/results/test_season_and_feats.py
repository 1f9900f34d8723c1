"""Nights added up, great hands and skunks, and all of it as tables for a spreadsheet."""

import csv
from random import Random

import pytest

from club.paper.lists import results_csv, season_csv, standing_csv
from club.results import Result, ScoringName, last_of_each, read_result, standing
from club.season import Feat, NightResults, evening_sheet, feats_of, grass_roots, season
from tests.club.results.test_standing import game, random_night
from tests.kit.oracles.club.second_sheet import second_sheet

TWO_NIGHTS = [
    game("a", "b", "121-100", night="1"),
    game("a", "c", "121-80", night="1"),
    game("b", "c", "121-119", night="1"),
    game("b", "a", "121-110", night="2"),
    game("b", "c", "121-50", night="2"),
]
RESULTS = [*map(read_result, TWO_NIGHTS)]


def nights_of(results: list[Result], scoring: ScoringName = "acc") -> list[NightResults]:
    """The results by their nights."""
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
    head, leader, *_ = cells([*season_csv(season(NIGHTS), names)])
    assert dict(zip(head, leader, strict=True))["best_night"] == "5"


def test_season_leaves_out_a_house_player() -> None:
    assert [one.row.id for one in season(NIGHTS, without={"b"})] == ["a", "c"]


@pytest.mark.parametrize(
    ("points", "scoring", "grass"),
    [(11, "acc", 0), (12, "acc", 12), (27, "acc", 27), (27, "games", 0)],
)
def test_grass_roots_points_count_from_twelve(
    points: int, scoring: ScoringName, grass: int
) -> None:
    assert grass_roots(points, scoring) == grass


def test_sheet_names_the_top_quarter_with_all_who_share_its_last_place_and_the_pots() -> None:
    lines = [game("a", "x", "121-100"), game("b", "y", "121-100"), game("c", "z", "121-50")]
    results = [*map(read_result, lines)]
    feats = feats_of(results, [Feat("hand_24", "x", "n", 1)])
    sheet = evening_sheet(standing(results), "acc", feats, season(nights_of(results)))
    assert [one.row.id for one in sheet.rows if one.in_quarter] == ["c", "a", "b"]
    assert (sheet.quarter, [feat.kind for feat in sheet.pots]) == (2, ["hand_24"])
    late = standing(results, "acc", ["new"])
    assert not evening_sheet(late, "acc", (), ()).rows[-1].in_quarter


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
                "id": one.row.id, "place": one.row.place, "points": one.row.points,
                "grass_roots": one.grass_roots, "in_quarter": one.in_quarter,
                "season": one.season.row.points, "net": one.season.row.net,
                "nights": one.season.nights,
            }
            for one in sheet.rows
            if one.season
        ]  # fmt: skip
        expected = second_sheet(lines, scoring, "b", best)
        assert sorted(plain, key=str) == sorted(expected, key=str), seed
