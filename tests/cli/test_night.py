"""`cribble night`: rounds, standings, seasons and cards, for people and as JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.club.results.test_standing import game
from tests.kit.drivers.command_line import typed


def night(*words: str, stdin: str = "") -> Any:
    done = typed("night", *words, stdin=stdin.encode())
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out) if "--json" in words else done.out


def refused(*words: str, stdin: str = "") -> str:
    done = typed("night", *words, stdin=stdin.encode())
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    return done.err


def test_the_design_s_own_example() -> None:
    line = ("--players", "9", "--rounds", "9", "--movement", "circle", "--seed", "1", "--json")
    rounds = night("pair", *line)["rounds"]
    assert len(rounds) == 9
    assert rounds[0]["tables"][0] == {"table": "1", "players": ["p2", "p9"]}
    assert rounds[0]["out"] == ["p1"]


def test_rounds_for_people() -> None:
    assert night("pair", "--players", "Ann,Ben,Cleo,Dan,Eve", "--rounds", "1") == (
        "Round 1\n  Table 1  Ben – Eve\n  Table 2  Cleo – Dan\n  Out: Ann\n"
    )
    assert "Ronde 1\n" in night("pair", "--players", "4", "--lang", "fr")
    assert "  p1 & p2 – p3 & p4\n" in night("pair", "--players", "4", "--movement", "pairs")


def test_usual_number_of_rounds_is_nine_or_what_there_is() -> None:
    assert len(night("pair", "--players", "6", "--json")["rounds"]) == 5
    assert len(night("pair", "--players", "30", "--json")["rounds"]) == 9


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "4", "--rounds", "4"), "with 4 players circle has 3 without a repeat"),
        (("--players", "0"), "--players cannot be 0; it is 1–200 | Ann,Ben,…"),
        (("--players", "201"), "--players cannot be 201"),
        (("--players", "1"), "circle takes 2 players or more, not 1"),
        ((), "--players is missing: see cribble night pair --help"),
        (("--players", "Ann,Ann"), "Ann is named twice"),
        (("--players", "4", "--movement", "square"), "--movement cannot be square"),
        (("--players", "4", "--seed", "-1"), "--seed cannot be -1"),
        (("--players", "4", "--left", "Zoé"), "Zoé has not been there"),
        (("--players", "4", "--played", "/nowhere/at/all"), "There is no file"),
    ],
)
def test_what_cannot_be_paired_is_said(words: tuple[str, ...], said: str) -> None:
    assert said in refused("pair", *words)


def test_night_is_paired_again_from_its_own_json(tmp_path: Path) -> None:
    plan = tmp_path / "plan.json"
    plan.write_text(typed("night", "pair", "--players", "9", "--json").out)
    again = night("pair", "--played", str(plan), "--from", "4", "--left", "p3,p4",
                  "--joined", "Léo", "--rounds", "7", "--json")["rounds"]  # fmt: skip
    before = json.loads(plan.read_text())["rounds"]
    assert again[:3] == before[:3]
    for one in again[3:]:
        there = [player for table in one["tables"] for player in table["players"]]
        assert sorted([*there, *one["out"]]) == sorted(
            ["p1", "p2", "p5", "p6", "p7", "p8", "p9", "Léo"]
        )


def test_results_say_which_rounds_were_played_and_who_sat_out(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    lines = [game("p2", "p5", "121-90", "1", table="1"), game("p3", "p4", "121-90", "2", table="2")]
    results.write_text("\n".join(lines))
    rounds = night("pair", "--players", "5", "--rounds", "5", "--played", str(results), "--json")
    assert rounds["rounds"][0]["out"] == ["p1"]
    assert [one["out"] for one in rounds["rounds"]].count(["p1"]) == 1
    *_, second = night("pair", "--players", "5", "--rounds", "2", "--played", str(results),
                       "--movement", "winners-up", "--json")["rounds"]  # fmt: skip
    assert second["tables"][0]["players"] == ["p2", "p3"]


RESULTS = "\n".join([game("p12", "p31", "121-87"), game("p31", "p12", "121-120")])


def test_standings_are_the_public_json(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(RESULTS)
    rows = night("standings", "--scoring", "acc", "--json", str(file))["standings"]
    assert rows[0] == {
        "place": 1, "equal": False, "id": "p12", "games": 2, "won": 1, "points": 3,
        "plus": 34, "minus": 1, "net": 33, "skunks_given": 1, "skunks_taken": 0,
    }  # fmt: skip


def test_standings_for_people_and_spreadsheets() -> None:
    page = night("standings", "-", "--players", "p40", stdin=RESULTS)
    assert page.splitlines()[1].split() == ["1", "p12", "3", "1", "2", "+33", "34", "1"]
    assert page.splitlines()[-1] == "Skunks given: p12"
    assert "Rang" in night("standings", "-", "--lang", "fr", stdin=RESULTS)
    assert night("standings", "-", "--csv", stdin=RESULTS).startswith("\ufeffplace,equal,id,name")
    assert night("standings", "-", "--json", "--night", "other", stdin=RESULTS) == {"standings": []}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "Line 3: The JSON ends too soon"),
        ("[]", "Line 3:"),
        ('{"v":1}', "Line 3:"),
        ("\x00", "Line 3:"),
        ("[" * 10_000, "Line 3:"),
        ('{"rounds":5}', "Line 3:"),
        ('{"rounds":[{"round":2,"tables":[],"out":[]}]}', "Line 3: The rounds that were played"),
        (game("a", "b", "121-121"), "Line 3: 121 to 121 has no winner"),
        (game("<script>", "b", "121-90", v=7), 'Line 3: "v" cannot be 7'),
        ("x" * (1 << 20) + "x", "Line 3 is longer than"),
    ],
)
def test_hostile_line_is_refused_with_its_number(line: str, said: str) -> None:
    assert said in refused("standings", "-", stdin=f"{RESULTS}\n{line}\n")
    assert refused("standings", "-", "--lang", "fr", stdin=f"{RESULTS}\n{line}\n")


def test_season_adds_files_up(tmp_path: Path) -> None:
    names = []
    for day in ("1", "2"):
        file = tmp_path / f"{day}.jsonl"
        file.write_text(game("a", "b", "121-100", night=day))
        names.append(str(file))
    (row, _) = night("season", *names, "--json")["season"]
    assert (row["row"]["points"], row["nights"], row["best"]) == (4, 2, 2)
    assert len(night("season", *names, "--best", "1", "--csv").splitlines()) == 3


def test_cards_are_written_once(tmp_path: Path) -> None:
    out = str(tmp_path / "cards.pdf")
    assert night("cards", "--cards", "6", "--out", out) == f"{out}\n"
    assert Path(out).read_bytes().startswith(b"%PDF")
    assert "is there already" in refused("cards", "--out", out)
    plan = typed("night", "pair", "--players", "9", "--json").out
    filled = str(tmp_path / "filled.svg")
    done = night("cards", "--plan", "-", "--out", filled, stdin=plan)
    assert len(done.splitlines()) == 3
