"""`cribble night`: rounds and standings, for people and as JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.club.test_results import game
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
    assert "  p1 & p2 – p3 & p4\n" in night("pair", "--players", "4", "--movement", "pairs")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "4", "--rounds", "4"), "with 4 players circle has 3 without a repeat"),
        (("--players", "0"), "--players cannot be 0; it is 1–200 | Ann,Ben,…"),
        (("--players", "Ann,Ann"), "Ann is named twice"),
    ],
)
def test_what_cannot_be_paired_is_said(words: tuple[str, ...], said: str) -> None:
    assert said in refused("pair", *words)


RESULTS = "\n".join([game("p12", "p31", "121-87"), game("p31", "p12", "121-120")])


def test_standings_are_the_public_json(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(RESULTS)
    rows = night("standings", "--scoring", "acc", "--json", str(file))["standings"]
    assert rows[0] == {
        "place": 1, "equal": False, "id": "p12", "games": 2, "won": 1, "points": 3,
        "plus": 34, "minus": 1, "net": 33, "skunks_given": 1, "skunks_taken": 0,
    }  # fmt: skip


def test_standings_for_people() -> None:
    page = night("standings", "-", stdin=RESULTS)
    assert page.splitlines()[1].split() == ["1", "p12", "3", "1", "2", "+33", "34", "1"]
    assert "There is no file" in refused("standings", "/nowhere/at/all")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "Line 3: The JSON ends too soon"),
        ("[" * 10_000, "Line 3:"),
        (game("a", "b", "121-121"), "Line 3: 121 to 121 has no winner"),
        (game("<script>", "b", "121-90", v=7), 'Line 3: "v" cannot be 7'),
        ("x" * (1 << 20) + "x", "Line 3 is longer than"),
    ],
)
def test_hostile_line_is_refused_with_its_number(line: str, said: str) -> None:
    assert said in refused("standings", "-", stdin=f"{RESULTS}\n{line}\n")
    assert refused("standings", "-", "--lang", "fr", stdin=f"{RESULTS}\n{line}\n")
