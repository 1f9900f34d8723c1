"""Routes of the figures: totals of chosen games, and tables for a spreadsheet."""

import csv
from typing import Any

import pytest

from scorekeeper.game.actions import Undo
from scorekeeper.journal.journal import GameName
from tests.kit.drivers.web_server import Site
from tests.web.test_history import PAD, asked, enter

GAMES = (
    PAD.read_text(),
    "six-card: Ben, Ann; Ben deals; at 0 100\nstarter 5H\nBen pegs 121",
    "three-handed: Ben, Ann, =Zoé; Ben deals; at 120 100 10\nBen pegs 1",
    "six-card: Ben, Ann; Ann deals\nabandon",
)


@pytest.fixture(scope="module")
def site() -> Site:
    """A table with four games behind it, one of them left."""
    site = Site()
    for game in GAMES:
        enter(site.table, game)
    return site


def rows(site: Site, table: str, query: str = "") -> list[dict[str, Any]]:
    """Return *table* as a spreadsheet reads it."""
    answer = site.scorer().get(f"/api/v1/tables/{table}{query}")
    assert (answer.status_code, answer.mimetype) == (200, "text/csv")
    return list(csv.DictReader(answer.get_data().decode("utf-8-sig").splitlines()))


def test_figures_of_all_games(site: Site) -> None:
    """A last deal that was not finished is in no average: the 10 and 13 by hand ended it."""
    figures = asked(site.phone(), "figures")["figures"]
    assert (figures["games"], figures["first_dealer_won"]) == (3, 2)
    ben, ann, zoe = figures["players"]
    assert [one["name"] for one in (ben, ann, zoe)] == ["Ben", "Ann", "=Zoé"]
    assert ann["dealing"] == {
        "hands": 1, "hand_points": 22, "cribs": 1, "crib_points": 0, "plays": 0, "pegged": 0,
    }  # fmt: skip
    assert ann["not_dealing"]["hand_points"] == 12
    assert (ben["claims"]["made"], ben["claims"]["right"]) == (1, 1)
    assert ann["claims"] == {
        "made": 2, "right": 0, "missed": 2, "lost": 2, "over": 7, "took": 0,
    }  # fmt: skip
    pairs = {tuple(one["names"]): one["ahead"] for one in figures["pairs"]}
    assert pairs == {("=Zoé", "Ann"): [0, 1], ("=Zoé", "Ben"): [0, 1], ("Ann", "Ben"): [1, 2]}
    assert (ann["best_hand"]["shown"]["points"], ann["worst_hand"]["shown"]["points"]) == (22, 12)
    assert (ben["dealt_first"], ben["won_dealing_first"], ben["streak"]) == (3, 2, 2)


def test_figures_of_a_family_and_of_days(site: Site) -> None:
    phone = site.phone()
    assert asked(phone, "figures?player=ann&player=BEN")["figures"]["games"] == 2
    assert asked(phone, "figures?until=2020-01-01")["figures"]["games"] == 0
    assert asked(phone, "figures?since=2020-01-01")["figures"]["games"] == 3
    answer = phone.get("/api/v1/figures?since=2026-13-01")
    assert (answer.status_code, answer.get_json()["refused"]) == (
        400,
        'since cannot be "2026-13-01"; it is YYYY-MM-DD.',
    )


def test_every_table_has_its_rows_oldest_first(site: Site) -> None:
    games = rows(site, "games")
    assert [(one["players"], one["score"], one["won"], one["spread"]) for one in games[:4]] == [
        ("Ann", "61", "1", "24"),
        ("Ben", "37", "0", "-24"),
        ("Ben", "121", "1", "21"),
        ("Ann", "100", "0", "-21"),
    ]
    assert len(games) == 2 + 2 + 3 + 2
    deals = [one for one in rows(site, "deals") if one["game"] == "1.0"]
    assert [(one["player"], one["hand"], one["crib"], one["pegged"]) for one in deals[:2]] == [
        ("Ann", "12", "", "2"),
        ("Ben", "6", "8", "1"),
    ]
    assert [one["complete"] for one in deals] == ["1", "1", "1", "1", "0", "0"]
    hands = rows(site, "hands")
    assert (hands[0]["cards"], hands[0]["starter"], hands[0]["points"]) == (
        "KS 6D 5D 4C",
        "6C",
        "12",
    )
    assert [one["of"] for one in hands[:3]] == ["hand", "hand", "crib"]


def test_games_are_read_once_for_a_table_until_the_next_entry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To read 900 games takes seconds; sides follow from the results alone."""
    site, read = Site(), list[GameName]()
    load = site.table.load_game
    monkeypatch.setattr(site.table, "load_game", lambda name: read.append(name) or load(name))
    for game in GAMES[:2]:
        enter(site.table, game)
    rows(site, "games")
    assert read == []
    hands = rows(site, "hands")
    assert (rows(site, "hands"), len(read)) == (hands, 2)
    rows(site, "deals")
    assert len(read) == 4
    site.table.submit(Undo())
    assert rows(site, "hands") == [hand for hand in hands if hand["game"] == "1.0"]


def test_a_name_is_no_formula_in_a_spreadsheet(site: Site) -> None:
    assert {one["players"] for one in rows(site, "games")} == {"Ann", "Ben", "'=Zoé"}
    assert [one["players"] for one in rows(site, "games", "?player=%3Dzoé&player=ann&player=ben")][
        -1
    ] == "Ann"


def test_tables_are_for_scorers_and_have_known_names(site: Site) -> None:
    assert site.phone().get("/api/v1/tables/games").status_code == 403
    answer = site.scorer().get("/api/v1/tables/cards")
    assert (answer.status_code, answer.get_json()["refused"]) == (
        404,
        "There is no table called cards; there are games, deals, hands.",
    )
