"""Nights added up, great hands and skunks, and all of it as tables for a spreadsheet."""

import csv

from club.results import read_result, standing
from club.results.feats import Feat, feats_of
from club.results.season import season
from club.results.tables import results_csv, season_csv, standing_csv
from tests.club.results.test_standing import game

TWO_NIGHTS = [
    game("a", "b", "121-100", night="1"),
    game("a", "c", "121-80", night="1"),
    game("b", "c", "121-119", night="1"),
    game("b", "a", "121-110", night="2"),
    game("b", "c", "121-50", night="2"),
]
RESULTS = [*map(read_result, TWO_NIGHTS)]


def test_season_adds_up_the_nights() -> None:
    rows = [(one.row.place, one.row.id, one.row.points, one.nights, one.best) for one in
            season(RESULTS)]  # fmt: skip
    assert rows == [(1, "b", 7, 2, 5), (2, "a", 5, 2, 5), (3, "c", 0, 2, 0)]


def test_season_may_count_only_the_best_nights() -> None:
    rows = [(one.row.id, one.row.points, one.nights) for one in season(RESULTS, best_nights=1)]
    assert rows == [("b", 5, 2), ("a", 5, 2), ("c", 0, 2)]


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
    head, leader, *_ = cells([*season_csv(season(RESULTS), names)])
    assert dict(zip(head, leader, strict=True))["best_night"] == "5"
