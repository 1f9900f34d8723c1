"""Routes of finished games: by deal, by player, and statistics as tables."""

import csv
import json
import re
import threading
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.game.actions import Peg, Start, Undo
from scorekeeper.game.codec import read_asked
from scorekeeper.game.live import ReplayPosition
from scorekeeper.journal import Journal
from scorekeeper.journal.journal import GameName
from scorekeeper.table import Table, import_lines
from tests.kit.drivers.table_setup import Sitting, ask
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import Phone, Site
from tests.kit.formats.game_file import PAD, enter, lines, read_action
from web.history.cache import GameCache


@pytest.fixture
def site() -> Site:
    """A table with the finished game of the score sheet."""
    site = Site()
    enter(site.table, PAD.read_text())
    return site


def asked(phone: Phone, path: str) -> Any:
    answer = phone.get(f"/api/v1/{path}")
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


def players(site: Site) -> Any:
    """Return the players' figures over all games."""
    return asked(site.phone(), "figures")["figures"]["players"]


def test_a_game_deal_by_deal(site: Site) -> None:
    game = asked(site.phone(), "games/1.0?lang=fr")
    assert game["title"] == "Crib à six cartes"
    assert game["game"]["scores"] == [61, 37]
    assert [line["scores"] for line in game["sheet"]["deals"]] == [[14, 37], [38, 37], [61, 37]]
    told = asked(site.phone(), "record")["deals"]
    assert [deal["scores"] for deal in told] == [[14, 37], [38, 37], [61, 37]], "with the crib"
    assert [deal["points"] for deal in told] == [[14, 17], [24, 0], [23, 0]]
    second = asked(site.phone(), "record?deal=2")
    assert second["scores"][-1] == [38, 37]
    assert second["closing"]["actions"][0]["do"] == "crib"
    third = asked(site.phone(), "record?deal=3")
    assert third["closing"] is None
    assert asked(site.phone(), "record") == third
    assert asked(site.phone(), "record?game=1.0&deal=2") == second
    assert game["entries"] == 21


@pytest.mark.parametrize("path", ["9.0", "1.7", "x", "1.0/0", "1.0/99", "1.0/-1"])
def test_a_game_that_is_not_there(site: Site, path: str) -> None:
    answer = site.phone().get(f"/api/v1/games/{path}")
    assert (answer.status_code, answer.get_json()["code"]) == (404, "not_found")


def test_entry_by_entry_as_it_was(site: Site) -> None:
    live = Site()
    before = site.phone().state()
    for number, line in enumerate(lines(PAD.read_text()), 1):
        live.table.submit(read_action(line.does, live.table.now.game))
        then, now = live.phone().state(), asked(site.phone(), f"games/1.0/{number}")
        for name in ("journal", "revision", "undo", "redo", "age_ms", "live", "machine", "strip"):
            then.pop(name)
            now.pop(name)
        for entry in (*then["record"], *now["record"]):
            entry.pop("at")
        assert now == then
    assert site.phone().state() | {"age_ms": 0} == before | {"age_ms": 0}


def test_a_hand_that_was_passed_is_in_the_sheet_but_in_no_average(site: Site) -> None:
    for line in ("next game", "starter 5H", "to the show"):
        site.table.submit(read_action(line, site.table.now.game))
    scorer = site.scorer()
    first, other = site.table.now.game.around()
    scorer.enter({"do": "count", "seat": first, "pass": True})
    assert scorer.state()["record"][-1]["passed"] == first
    scorer.enter({"do": "count", "seat": other, "cards": ["4", "6", "5", "5"]})
    scorer.enter({"do": "crib", "pass": True})
    scorer.enter({"do": "concede", "team": other})
    game = asked(site.phone(), "games/1.1")
    shown = [(one["of"], one["points"], one["passed"]) for one in game["sheet"]["shown"]]
    assert shown == [(first, 0, True), (other, 23, False), ("crib", 0, True)]
    line = game["sheet"]["deals"][0]
    assert (line["hands"][first], line["hands"][other], line["crib"]) == (None, 23, None)
    figures = game["game"]["figures"]
    assert [(one["hands"], one["cribs"]) for one in (figures[first], figures[other])] == [
        (0, 0),
        (1, 0),
    ]
    assert (game["game"]["winner"], game["game"]["spread"]) == (first, -23)


def test_the_spread_of_a_game_and_of_a_player() -> None:
    """The distance to the best of the others; in lowball how far the winner was behind."""
    site = Site()
    enter(site.table, "three-handed: Ben, Ann, Zoé; Ben deals; at 120 100 10\nBen pegs 1")
    enter(site.table, "six-card: Ben, Ann; Ben deals; wins low\nBen pegs 90\nAnn pegs 121")
    enter(site.table, "six-card: Ben, Ann; Ben deals\nabandon")
    games = asked(site.phone(), "games")["games"]
    told = [(game["wins"], game["winner"], game["spread"]) for game in games]
    assert told == [("high", None, None), ("low", 0, 31), ("high", 0, 21)]
    spreads = {one["name"]: one["spread"] for one in players(site)}
    assert spreads == {"Ben": 52, "Ann": -52, "Zoé": -111}


def test_a_game_tells_what_claims_too_high_brought_the_others() -> None:
    site = Site()
    hand = "5S 5D JC 4C"
    for overcount in ("fined", "corrected"):
        enter(
            site.table,
            f"six-card: Ann, Ben; Ben deals; muggins true; overcount {overcount}\n"
            f"starter 7H\nto the show\nAnn counts {hand} claims 9\nabandon",
        )
    phone = site.phone()
    names = [f"{one['match']}.{one['place']}" for one in asked(phone, "games")["games"]]
    fines = [asked(phone, f"games/{name}")["fines"] for name in names]
    assert fines == [[0, 0], [0, 3]], "the newest first"


def test_the_quiz_asks_what_was_told(site: Site) -> None:
    questions = asked(site.phone(), "quiz")["questions"]
    newest = [(one["whose"], one["total"]) for one in questions][:3]
    assert newest == [("the crib", 0), ("Ann’s hand", 22), ("Ben’s hand", 0)]
    assert questions[1]["lines"][-1]["total"] == 22
    enter(site.table, "six-card: Ann, Ben; Ben deals\nstarter 5H\nto the show")
    site.table.submit(read_action("Ann counts TS 9S 8C 7C", site.table.now.game))
    lines = [line["cards"] for line in asked(site.phone(), "quiz")["questions"][0]["lines"]]
    assert [sorted(cards) for cards in lines[:2]] == [["10S", "5H"], ["7C", "8C"]]


def test_answers_to_the_quiz_are_shared_with_all_phones(site: Site) -> None:
    """Of each player the last one for a hand, sixteen in all; watchers only read."""
    hand = {"hand": ["5H", "5S", "5D", "JC", "JH"]}
    maude, tom = site.scorer(), site.scorer()
    for phone, player in ((maude, "Maude"), (tom, "Tom")):
        phone.post("/api/v1/me", {"player": player}, "PUT")
    for phone, points in ((tom, 20), (maude, 22), (tom, 22)):
        assert phone.post("/api/v1/quiz", hand | {"points": points}, "PUT").status_code == 200
    watcher = site.phone()
    assert watcher.post("/api/v1/quiz", hand | {"points": 22}, "PUT").status_code == 403
    answers = watcher.state()["live"]["quiz"]
    assert answers == [hand | {"points": 22, "by": by} for by in ("Maude", "Tom")]
    hands = [[f"{rank}{suit}"] for suit in "CD" for rank in "23456789"]
    for cards in hands:
        assert tom.post("/api/v1/quiz", {"hand": cards, "points": 0}, "PUT").status_code == 200
    assert [answer["hand"] for answer in watcher.state()["live"]["quiz"]] == hands
    assert tom.post("/api/v1/quiz", hand | {"points": 41}, "PUT").status_code == 400


def test_the_export_is_the_journal(site: Site, tmp_path: Path) -> None:
    assert site.phone().get("/api/v1/export").status_code == 403
    answer = site.scorer().get("/api/v1/export")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="cribble-')
    count = import_lines(answer.data.splitlines(keepends=True), tmp_path / "journal.sqlite3")
    assert count == site.table.now.version
    carried = Table(Journal.open(tmp_path / "journal.sqlite3"))
    assert carried.games() == site.table.games()
    carried.close()


def test_a_game_to_play_again(site: Site) -> None:
    for line in ("next game", "starter JH", "Ben pegs 61"):
        site.table.submit(read_action(line, site.table.now.game))
    assert site.phone().get("/api/v1/games/1.0/export").status_code == 403
    for name in ("1.0", "1.1"):
        text = site.scorer().get(f"/api/v1/games/{name}/export").data
        actions = [read_asked(line) for line in text.splitlines()]
        assert isinstance(actions[0], Start)
        with closing(Table(Journal.in_memory())) as again:
            for action in actions:
                again.submit(action)
            game = asked(site.phone(), f"games/{name}")["game"]
            assert list(again.now.game.scores) == game["scores"]
            assert again.now.game.rules == site.table.now.game.rules


def test_a_replay_goes_on_by_itself_and_ends_with_the_first_entry(site: Site) -> None:
    scorer = site.scorer()
    asked_for = {"game": "1.0", "at": 19, "speed": 4}
    assert scorer.post("/api/v1/replay", asked_for, "PUT").status_code == 200
    replay = site.replay
    soon(lambda: site.table.now.live.replay.at == 21, 10)
    assert site.table.now.live.replay == ReplayPosition(
        game="1.0", version=site.table.now.version, at=21, of=21, playing=False, speed=4
    )
    assert replay.seen(site.table.now).game == site.table.now.game
    scorer.post("/api/v1/replay", {"game": "1.0", "at": 3, "playing": False}, "PUT")
    assert replay.seen(site.table.now).game.count == 10
    scorer.post("/api/v1/replay", {"game": None}, "PUT")
    assert replay.seen(site.table.now) is site.table.now
    scorer.post("/api/v1/replay", {"game": "1.0"}, "PUT")
    scorer.enter({"do": "next"})
    assert replay.seen(now := site.table.now) is now
    soon(lambda: site.table.now.live.replay is None, 10)
    refused = scorer.post("/api/v1/replay", {"game": "1.0"}, "PUT")
    assert (refused.status_code, refused.get_json()["code"]) == (422, "wrong_phase")


def test_many_replays_have_one_thread(site: Site) -> None:
    played = GameCache(site.table).game("1.0")
    for at in (1, 2) * 50:
        assert site.replay.show(played, at=at, playing=True, speed=1)
    assert sum(thread.name == "replay" for thread in threading.enumerate()) <= 2
    site.replay.stop()


def test_players_are_counted_again_after_undo_and_amend() -> None:
    sitting = Sitting().begin()
    site = Site(table=sitting.table)

    def won() -> dict[str, int]:
        return {player["name"]: player["won"] for player in players(site)}

    assert won() == {}
    for team in (0, 0, 1):
        sitting.do("peg", team=team, points=121)
        sitting.do("next")
    assert won() == {"Ann": 2, "Ben": 1}
    sitting.amend(2, ask("peg", team=1, points=121))
    assert won() == {"Ann": 1, "Ben": 2}
    sitting.do("undo")
    assert won() == {"Ann": 2, "Ben": 1}
    for _ in range(2):
        sitting.do("undo")
    assert won() == {"Ann": 2, "Ben": 0}


def test_twins_under_muggins_tell_the_same() -> None:
    told = []
    for hand in ("5S 5D JC 4C", "9S 9D KC 2C"):
        site = Site()
        enter(site.table, PAD.read_text())
        enter(site.table, "six-card: Ann, Ben; Ben deals; muggins true\nstarter 7H\nto the show")
        site.table.submit(read_action(f"Ann counts {hand} claims 2", site.table.now.game))
        phone = site.phone()
        paths = ("games", "games/1.0", "figures", "quiz", "rules/sheet")
        text = json.dumps([asked(phone, path) for path in paths])
        told.append(re.sub(r'"(at|begun|ended)": "[^"]*"', "", text))
    assert told[0] == told[1]


def test_an_annulled_game_is_in_the_list_and_in_no_figure(site: Site, tmp_path: Path) -> None:
    phone = site.phone()
    known = asked(phone, "figures")
    rows = site.scorer().get("/api/v1/tables/games").text
    site.table.submit(ask("annul", match=1, place=0))
    assert "doesn’t count" in phone.state()["latest"]["correction"]
    assert [game["counts"] for game in asked(phone, "games")["games"]] == [False]
    assert asked(phone, "games/1.0")["game"]["counts"] is False
    import_lines(site.table.export(), tmp_path / "there")
    for table in (site.table, Table(Journal.open(tmp_path / "there"))):
        other = Site(table).phone()
        assert asked(other, "figures")["figures"]["games"] == 0
    assert len(site.scorer().get("/api/v1/tables/games").text.splitlines()) == 1
    site.table.submit(ask("annul", match=1, place=0, counts=True))
    assert asked(phone, "figures") == known
    assert site.scorer().get("/api/v1/tables/games").text == rows


def test_joined_names_are_one_player_until_they_are_parted(site: Site) -> None:
    enter(site.table, "six-card: Anne, Zoé; Anne deals; at 120 0\nAnne pegs 1")
    phone = site.phone()
    apart = asked(phone, "figures")
    site.table.submit(ask("same", names=["anne", "Ann"]))
    anne, *others = players(site)
    assert (anne["name"], anne["games"], anne["won"]) == ("Anne", 2, 2)
    assert [one["name"] for one in others] == ["Ben", "Zoé"]
    assert asked(phone, "figures?player=Ann&player=Ben")["figures"]["games"] == 1
    assert [game["players"][0] for game in asked(phone, "games")["games"]] == ["Anne", "Anne"]
    assert asked(phone, "games/1.0")["game"]["players"] == ["Ann", "Ben"]
    assert phone.state()["names"] == [["Anne", "Ann"]]
    site.table.submit(ask("same", names=["Ann"]))
    assert asked(phone, "figures") == apart
    assert "names" not in phone.state()
    site.table.submit(ask("undo"))
    assert len(players(site)) == 3


GAMES = (
    PAD.read_text(),
    "six-card: Ben, Ann; Ben deals; at 0 100\nstarter 5H\nBen pegs 121",
    "three-handed: Ben, Ann, =Zoé; Ben deals; at 120 100 10\nBen pegs 1",
    "six-card: Ben, Ann; Ann deals\nabandon",
)


@pytest.fixture(scope="module")
def four() -> Site:
    site = Site()
    for game in GAMES:
        enter(site.table, game)
    return site


def rows(site: Site, table: str, query: str = "") -> list[dict[str, Any]]:
    answer = site.scorer().get(f"/api/v1/tables/{table}{query}")
    assert (answer.status_code, answer.mimetype) == (200, "text/csv")
    return list(csv.DictReader(answer.get_data().decode("utf-8-sig").splitlines()))


def test_figures_of_all_games(four: Site) -> None:
    """An unfinished last deal is in no average: the 10 and 13 by hand ended it."""
    figures = asked(four.phone(), "figures")["figures"]
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


def test_figures_of_a_family_and_of_days(four: Site) -> None:
    phone = four.phone()
    assert asked(phone, "figures?player=ann&player=BEN")["figures"]["games"] == 2
    assert asked(phone, "figures?until=2020-01-01")["figures"]["games"] == 0
    assert asked(phone, "figures?since=2020-01-01")["figures"]["games"] == 3
    answer = phone.get("/api/v1/figures?since=2026-13-01")
    assert (answer.status_code, answer.get_json()["refused"]) == (
        400,
        'since cannot be "2026-13-01"; it must be YYYY-MM-DD.',
    )


RIVALS = "rivalry?rules=six-card&player=Ann&player=Ben"


def test_a_family_is_told_how_it_stands(site: Site) -> None:
    """Whatever their seats; only games between exactly these sides count."""
    told = asked(site.phone(), RIVALS)
    assert (told["score"], told["lines"]) == ("Ann 1 – Ben 0", ["Best hand: 22"])
    assert told["last"] == {"ended": site.table.games()[0].ended, "spread": 24}
    for names in (("Ben", "Ann"), ("Ann", "Carl")):
        site.table.submit(Start(rules="six-card", players=names, dealer=1))
        site.table.submit(Peg(team=1, points=121))
    told = asked(site.phone(), f"{RIVALS}&lang=fr")
    assert (told["score"], told["lines"][0]) == ("Ann 2 – Ben 0", "Ann a gagné deux fois de suite")
    assert asked(site.phone(), RIVALS.replace("Ben", "Zoé"))["score"] == ""
    assert site.phone().get("/api/v1/rivalry?rules=cribble&player=Ann").status_code == 400


MUGGINS = "muggins true; muggins_until next_count"


@pytest.mark.parametrize(
    ("hours", "counts", "record"),
    [
        (1, "4C 4S 6D 6H", "Best hand of the evening"),
        (24, "4C 4S 6D 6H", "Best hand this family has had"),
        (24, "4C 6C 6D 6H", None),
        (1, "4C 4S 6D 6H\nBen counts 5C 5D 5S JH", "Best hand of the evening"),
        (1, "4C 4S 6D 6H\nBen counts 4D 4H 6C 6S", None),
        (1, "9C 9D 8C 2C\nBen counts 2D 2H 2S QC\ncrib 4C 4S 6D 6H", "Best crib of the evening"),
    ],
)
def test_a_great_hand_may_be_the_best_so_far(hours: int, counts: str, record: str | None) -> None:
    """Of the last twelve hours, or of all games, whatever another family has had."""
    sitting = Sitting()
    enter(sitting.table, PAD.read_text())
    other = "six-card: Ann, Zoe; Zoe deals; at 100 0\nstarter 5H\nto the show"
    enter(sitting.table, f"{other}\nAnn counts 5C 5D 5S JH")
    sitting.watch.now += timedelta(hours=hours)
    start = "six-card: Ann, Ben; Ben deals\nstarter 5H\nto the show"
    enter(sitting.table, f"{start}\nAnn counts {counts}")
    told = asked(Site(sitting.table).phone(), "moment")
    assert told == {"version": sitting.now.version, "text": record}


@pytest.mark.parametrize(
    ("options", "counts", "record"),
    [
        ("at 100 0", "5C 5D 5S JH", "Best hand of the evening"),
        (MUGGINS, "4C 4S 6D 6H claims 24\nBen counts 2C 2D 2S QH claims 6", None),
    ],
)
def test_a_best_hand_may_win_but_is_not_told_beside_an_open_claim(
    options: str, counts: str, record: str | None
) -> None:
    site = Site()
    enter(site.table, PAD.read_text())
    start = f"six-card: Ann, Ben; Ben deals; {options}\nstarter 5H\nto the show"
    enter(site.table, f"{start}\nAnn counts {counts}")
    assert site.phone().state()["latest"]["moment"]["kind"] == "hand"
    assert asked(site.phone(), "moment")["text"] == record


def test_every_table_has_its_rows_oldest_first(four: Site) -> None:
    games = rows(four, "games")
    assert [(one["players"], one["score"], one["won"], one["spread"]) for one in games[:4]] == [
        ("Ann", "61", "1", "24"),
        ("Ben", "37", "0", "-24"),
        ("Ben", "121", "1", "21"),
        ("Ann", "100", "0", "-21"),
    ]
    assert len(games) == 2 + 2 + 3 + 2
    deals = [one for one in rows(four, "deals") if one["game"] == "1.0"]
    assert [(one["player"], one["hand"], one["crib"], one["pegged"]) for one in deals[:2]] == [
        ("Ann", "12", "", "2"),
        ("Ben", "6", "8", "1"),
    ]
    assert [one["complete"] for one in deals] == ["1", "1", "1", "1", "0", "0"]
    hands = rows(four, "hands")
    assert (hands[0]["cards"], hands[0]["starter"], hands[0]["points"]) == (
        "KS 6D 5D 4C",
        "6C",
        "12",
    )
    assert [one["of"] for one in hands[:3]] == ["hand", "hand", "crib"]


def test_games_are_read_once_for_a_table_until_the_next_entry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
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


def test_a_name_is_no_formula_in_a_spreadsheet(four: Site) -> None:
    assert {one["players"] for one in rows(four, "games")} == {"Ann", "Ben", "'=Zoé"}
    assert [one["players"] for one in rows(four, "games", "?player=%3Dzoé&player=ann&player=ben")][
        -1
    ] == "Ann"


def test_tables_are_for_scorers_and_have_known_names(four: Site) -> None:
    assert four.phone().get("/api/v1/tables/games").status_code == 403
    answer = four.scorer().get("/api/v1/tables/cards")
    assert (answer.status_code, answer.get_json()["refused"]) == (
        404,
        "Unknown table cards; available: games, deals, hands.",
    )
