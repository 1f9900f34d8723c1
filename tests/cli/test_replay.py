"""`cribble replay`: remembered answers, a new table for every start, and each bad line named."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.game.actions import Asked
from tests.kit.drivers.command_line import typed
from tests.kit.paths import DATA

REPLAYS = DATA / "replays"

ANN_AND_BEN = b'{"do":"start","rules":"six-card","players":["Ann","Ben"],"dealer":1}\n'


def remembered(file: Path) -> tuple[list[str], str, str]:
    """The options of a remembered replay, what is typed (after `> `) and what is answered."""
    first, *lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    actions = "".join(line[2:] for line in lines if line.startswith("> "))
    answers = "".join(line for line in lines if not line.startswith("> "))
    return first.removeprefix("$ cribble ").split(), actions, answers


@pytest.mark.parametrize("file", sorted(REPLAYS.iterdir()), ids=lambda file: file.stem)
def test_replay_answers_as_remembered(file: Path) -> None:
    words, actions, answers = remembered(file)
    done = typed(*words, stdin=actions.encode())
    assert (done.code, done.err) == (0, "")
    assert done.out == answers


def answers(*lines: bytes) -> Iterator[dict[str, object]]:
    """Return what each line is answered."""
    done = typed("replay", "--json", "-", stdin=b"\n".join(lines))
    assert (done.code, done.err) == (0, "")
    return map(json.loads, done.out.splitlines())


def test_replay_begins_a_new_table_at_each_accepted_start() -> None:
    refused = b'{"do":"start","rules":"whist","players":["Ann","Ben"]}'
    peg = b'{"do":"peg","team":0,"points":3}'
    told = [*answers(ANN_AND_BEN, peg, refused, peg, ANN_AND_BEN, peg)]
    assert [one.get("version", one.get("code")) for one in told] == [1, 2, "no_such", 3, 1, 2]
    assert [one.get("scores") for one in told] == [[0, 0], [3, 0], None, [6, 0], [0, 0], [3, 0]]


def test_replay_undoes_a_start() -> None:
    """The table is then idle: lists are empty, the rest is null; redo brings it back."""
    _, idle, back = answers(ANN_AND_BEN, b'{"do":"undo"}', b'{"do":"redo"}')
    assert idle == {
        "ok": True,
        "version": 2,
        "awards": [],
        "notices": [],
        "phase": "idle",
        "turn": None,
        "count": None,
        "dealer": None,
        "scores": [],
        "pegs": [],
        "players": [],
        "winner": None,
        "games": [],
    }
    assert (back["version"], back["phase"], back["players"]) == (3, "cut", ["Ann", "Ben"])


def test_replay_before_any_start_refuses() -> None:
    told = answers(b'{"do":"go"}', b'{"do":"undo"}', b'{"do":"redo"}')
    assert [one["code"] for one in told] == ["no_game", "nothing_to_undo", "nothing_to_redo"]


def test_replay_names_the_entry_of_a_broken_amend() -> None:
    told = answers(
        ANN_AND_BEN,
        b'{"do":"starter","card":"5H"}',
        b'{"do":"play","card":"5D"}',
        b'{"do":"amend","entry":2,"actions":[{"do":"starter","card":"5D"}]}',
    )
    *_, last = told
    assert (last["ok"], last["code"], last["entry"]) == (False, "no_longer_holds", 3)


def test_replay_tells_what_an_amend_inserts_as_a_correction() -> None:
    done = typed(
        "replay",
        "-",
        stdin=ANN_AND_BEN
        + b'{"do":"starter","card":"2C"}\n'
        + b'{"do":"play","card":"6S"}\n'
        + b'{"do":"amend","entry":3,"actions":[{"do":"peg","team":0,"points":2},'
        + b'{"do":"play","card":"6S"}]}\n',
    )
    assert done.out.splitlines()[-1] == "   4 Correction: Ann +2.  (Ann 2, Ben 0)"


def test_replay_says_once_that_several_teams_are_skunked() -> None:
    done = typed(
        "replay",
        "-",
        stdin=b'{"do":"start","rules":"six-handed","players":["Ann","Ben","Cid","Dee","Eve","Flo"],'
        b'"dealer":0}\n{"do":"peg","team":2,"points":121}\n',
    )
    assert done.out.count("Skunk!") == 1


def test_replay_answers_each_line_at_once() -> None:
    talk = subprocess.Popen(
        [sys.executable, "-m", "cribble", "replay", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    )
    with talk:
        assert talk.stdin
        assert talk.stdout
        for version in (1, 1):
            talk.stdin.write(ANN_AND_BEN)
            talk.stdin.flush()
            assert json.loads(talk.stdout.readline())["version"] == version
        talk.stdin.close()
        assert talk.stdout.read() == b""
    assert talk.returncode == 0


REFUSED = {
    b'{"do":"peg","team":0,"points":' + b"9" * 40 + b"}": "bad_value",
    b'{"do":"peg","team":0,"points":-' + b"9" * 40 + b"}": "bad_value",
    b'{"do":"peg","team":' + b"9" * 40 + b',"points":1}': "no_such",
    b'{"do":"muggins","team":' + b"9" * 40 + b',"points":1}': "no_such",
    b'{"do":"play","seat":' + b"9" * 40 + b',"card":"5"}': "wrong_phase",
    b'{"do":"rename","seat":-1,"name":"Ann"}': "no_such",
    b'{"do":"rename","seat":0,"name":"\\u0000"}': "bad_value",
    b'{"do":"rename","seat":0,"name":"' + b"A" * 100_000 + b'"}': "bad_value",
    b'{"do":"amend","entry":' + b"9" * 40 + b',"actions":[]}': "no_such",
    b'{"do":"start","rules":"acc","players":[],"options":{"heels":1e300}}': "bad_value",
    b'{"do":"start","rules":"acc","players":[],"options":{"heels":{"a":[null]}}}': "bad_value",
    b'{"do":"start","rules":"acc","players":[],"options":{"' + b"x" * 999 + b'":0}}': "no_such",
}


@pytest.mark.parametrize("line", REFUSED, ids=lambda line: ascii(line[:60]))
def test_replay_refuses_impossible_actions(line: bytes) -> None:
    """Huge numbers, names and options are refusals, and the table goes on."""
    _, refused, after = answers(ANN_AND_BEN, line, b'{"do":"peg","team":1,"points":1}')
    assert (refused["ok"], refused["code"]) == (False, REFUSED[line])
    assert len(str(refused["refused"])) < 400
    assert after["version"] == 2


UNREADABLE = {
    b"nope": "nope",
    b'"nope"': '"nope"',
    b"[]": "[]",
    b"null": "null",
    b'{"do":"fly"}': '"fly"',
    b'{"card":"5H"}': '"do"',
    b'{"do":"play"}': '"card"',
    b'{"do":"play","card":"5X"}': '"5X"',
    b'{"do":"play","card":5}': "5",
    b'{"do":"play","card":"5","suit":"H"}': '"suit"',
    b'{"do":"peg","team":"0","points":1}': '"0"',
    b'{"do":"peg","team":0,"points":1.5}': "1.5",
    b'{"do":"peg","team":0,"points":NaN}': "NaN",
    b'{"do":"peg","team":0,"points":1e999}': "1e999",
    b'{"do":"peg","team":0,"points":' + b"9" * 5000 + b"}": "peg",
    b'{"do":"start","rules":"acc","players":["\\ud800","b"]}': "ud800",
    b'{"do":"go"} {"do":"go"}': '{"do":"go"}',
    b'{"do":"go"': '{"do":"go"',
    b'{"do":"go","x":' * 100_000: "go",
    b"[" * 500_000: "list",
    b'{"do":"amend","entry":1,"actions":' + b"[" * 100_000: "actions[0]",
    b'{"do":"amend","entry":1,"actions":[{"do":"undo"}]}': '"undo"',
    b"\xff\xfe": r"\xff",
    b'{"do":"rename","seat":0,"name":"\xff"}': r"\xff",
    b"\x00": r"\x00",
    b'{"do":"go","x":"' + b"x" * (1 << 20): '{"do":"go","x":"xxx',
}


@pytest.mark.parametrize("line", UNREADABLE, ids=lambda line: ascii(line[:60]))
def test_replay_ends_at_the_first_unreadable_line(line: bytes) -> None:
    """Answers before it stay printed; one sentence names the line and the value; exit 2."""
    done = typed("replay", "--json", "-", stdin=ANN_AND_BEN + b"\n" + line + b"\n" + ANN_AND_BEN)
    assert done.code == 2
    assert len(done.out.splitlines()) == 1
    assert done.err.startswith("cribble: Line 3")
    assert UNREADABLE[line] in done.err
    assert done.err.count("\n") == 1
    assert len(done.err) < 400


DOINGS = sorted({str(kind.__struct_config__.tag) for kind in get_args(Asked)} - {"amend"})

cards = st.sampled_from([*"A23456789JQK", "10", "5H", "JD", "jc", "T♠"])
numbers = st.integers(-2, 5) | st.integers() | st.none()
fields = st.fixed_dictionaries(
    {"do": st.sampled_from(DOINGS)},
    optional={
        "seat": numbers,
        "team": st.integers(-1, 2),
        "points": numbers,
        "card": cards,
        "cards": st.lists(cards, max_size=5),
        "flush": numbers,
        "nobs": st.booleans(),
        "claim": numbers,
        "all": st.booleans(),
        "name": st.text(max_size=5),
        "of": st.just("crib") | st.integers(0, 1),
    },
)
amends = st.builds(
    lambda entry, actions, drop: {
        "do": "amend",
        "entry": entry,
        "actions": actions,
        "drop_rest": drop,
    },
    st.integers(0, 9),
    st.lists(fields, max_size=2),
    st.booleans(),
)
junk = st.binary(max_size=40).filter(lambda raw: b"\n" not in raw)


@settings(max_examples=60)
@given(st.lists((fields | amends).map(lambda one: json.dumps(one).encode()) | junk, max_size=12))
def test_replay_of_any_bytes_answers_or_errs(lines: list[bytes]) -> None:
    """Every line has its one JSON answer until one is told in one line; never a traceback."""
    done = typed("replay", "--json", "-", stdin=ANN_AND_BEN + b"\n".join(lines))
    told = [json.loads(line) for line in done.out.splitlines()]
    asked = 1 + sum(bool(line.strip()) for line in lines)
    assert all(set(one) >= ({"version"} if one["ok"] else {"code", "refused"}) for one in told)
    assert (done.code, done.err.count("\n")) in ((0, 0), (2, 1))
    assert len(told) == asked if done.code == 0 else len(told) < asked
