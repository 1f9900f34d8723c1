"""``cribble count``, ``replay``, ``rules`` and ``night``: commands that need no table."""

import json
import os
import subprocess
import sys
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.game.actions import Asked
from scorekeeper.rules.options import OPTIONS
from scorekeeper.rules.variants import RULES
from tests.club.evening import game
from tests.kit.drivers.command_line import typed

SIX_CARD = """
{"players": 2, "teams": [[0], [1]], "dealt": 6, "hand": 4, "crib_from_deck": 0, "target": 121,
 "targets": [61, 121], "teams_by": "seating", "for_last": 0, "next_dealer": "left",
 "next_game_dealer": "loser", "starter_cutter": "left", "starter_turner": "dealer", "heels": 2,
 "nobs": 1, "counts": "all", "go_point": "on_call", "crib_flush": "five", "exact_finish": false,
 "muggins": true, "muggins_until": "next_deal", "captain": false, "skunks": [[91, 2]], "game": 1,
 "misdeal": 2, "renege": 0, "shape": "classic",
 "undercount": "given", "overcall": "nothing", "overcount": "corrected", "wins": "high",
 "heels_at_end": "win", "first_deal": "loser", "best_of": 0, "dealt_by_place": [],
 "target_by_team": [], "lurch": "furthest"}
"""


def test_a_row_is_printed_as_public_json() -> None:
    rows, wanted = json.loads(typed("rules", "--json").out), json.loads(SIX_CARD)
    assert list(rows) == [*RULES]
    assert all(list(row) == list(wanted) for row in rows.values())
    assert rows["six-card"] == wanted
    assert rows["five-card"]["muggins_until"] is None
    assert rows["cribble"]["skunks"] == []
    assert rows["acc"]["skunks"] == [[91, 3], [61, 3]]


def test_people_read_every_game_and_every_house_rule() -> None:
    for lang in ("en", "fr"):
        page = typed("rules", "--lang", lang).out
        assert all(f"({key})" in page for key in RULES)
        assert all(f"  {name}: {option.wanted}\n" in page for name, option in OPTIONS.items())


def test_many_hands_as_json() -> None:
    lines = (
        b'\xef\xbb\xbf{"hand": ["5H", "5D", "5S", "JC"], "starter": "5C", "crib": false}\n',
        b'  {"hand":["2","4","6","8"],"starter":"K","crib":true,"flush":5,"nobs":null}',
        b'{"hand":["6","7","8"],"starter":"9","rules":"five-card"}',
    )
    done = typed("count", "--json", "-", stdin=b"\n".join(lines))
    assert (done.code, done.err) == (0, "")
    told = [json.loads(line) for line in done.out.splitlines()]
    assert [one["total"] for one in told] == [29, 5, 8]
    assert told[2]["combos"][-1] == {"kind": "run", "cards": ["6", "7", "8", "9"], "points": 4}


ANN_AND_BEN = b'{"do":"start","rules":"six-card","players":["Ann","Ben"],"dealer":1}\n'


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


HAND = b'{"hand":["2","4","6","8"],"starter":"K"}\n'
COUNT, REPLAY, STANDINGS = (
    ("count", "--json", "-"),
    ("replay", "--json", "-"),
    ("night", "standings", "-"),
)
GOOD = {COUNT: HAND, REPLAY: ANN_AND_BEN, STANDINGS: game("a", "b", "121-87").encode() + b"\n"}

WRONG_LINES = [
    (COUNT, b"\xff", "\\xff"),
    (COUNT, b'{"starter":"5"}', '"hand"'),
    (COUNT, b'{"hand":["2","4","6"],"starter":"5"}', "2 4 6"),
    (COUNT, HAND[:-2] + b',"rules":"whist"}', '"whist"'),
    (COUNT, HAND[:-2] + b',"flush":' + b"9" * 5000 + b"}", "hand"),
    (COUNT, b'{"hand":["' + b"5" * (1 << 20), '{"hand":["5555'),
    (REPLAY, b"nope", "nope"),
    (REPLAY, b'{"do":"peg","team":0,"points":NaN}', "NaN"),
    (REPLAY, b'{"do":"peg","team":0,"points":' + b"9" * 5000 + b"}", "peg"),
    (REPLAY, b'{"do":"go"} {"do":"go"}', '{"do":"go"}'),
    (REPLAY, b'{"do":"go","x":' * 100_000, "go"),
    (REPLAY, b'{"do":"amend","entry":1,"actions":' + b"[" * 100_000, "actions[0]"),
    (REPLAY, b'{"do":"go","x":"' + b"x" * (1 << 20), '{"do":"go","x":"xxx'),
    (STANDINGS, b"{", "The JSON is truncated"),
    (STANDINGS, game("a", "b", "121-121").encode(), "121 to 121 has no winner"),
    (STANDINGS, game("<script>", "b", "121-90", v=7).encode(), '"v" cannot be 7'),
    (STANDINGS, b"x" * (1 << 20) + b"x", "is longer than"),
]


@pytest.mark.parametrize(("words", "line", "said"), WRONG_LINES, ids=lambda it: ascii(it[:40]))
def test_the_first_line_that_is_wrong_ends_it(
    words: tuple[str, ...], line: bytes, said: str
) -> None:
    done = typed(*words, stdin=GOOD[words] + line + b"\n" + GOOD[words])
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.out.count("\n") == (words != STANDINGS)
    assert done.err.startswith("cribble: Line 2")
    assert said in done.err
    assert len(done.err) < 400


DOINGS = sorted({str(kind.__struct_config__.tag) for kind in get_args(Asked)} - {"amend"})

cards = st.sampled_from([*"A23456789JQK", "10", "5H", "JD", "jc", "T♠"])
numbers = st.integers(-2, 5) | st.integers() | st.none()
FIELDS: dict[str, st.SearchStrategy[object]] = {
    "seat": numbers,
    "team": st.integers(-1, 2),
    "points": numbers,
    "card": cards,
    "cards": st.lists(cards, max_size=5),
    "flush": numbers,
    "name": st.text(max_size=5),
}
fields = st.fixed_dictionaries({"do": st.sampled_from(DOINGS)}, optional=FIELDS)
amends = st.fixed_dictionaries(
    {
        "do": st.just("amend"),
        "entry": st.integers(0, 9),
        "actions": st.lists(fields, max_size=2),
    }
)
junk = st.binary(max_size=40).filter(lambda raw: b"\n" not in raw)


@settings(max_examples=60)
@given(st.lists((fields | amends).map(lambda one: json.dumps(one).encode()) | junk, max_size=12))
def test_replay_of_any_bytes_answers_or_errs(lines: list[bytes]) -> None:
    done = typed("replay", "--json", "-", stdin=ANN_AND_BEN + b"\n".join(lines))
    told = [json.loads(line) for line in done.out.splitlines()]
    asked = 1 + sum(bool(line.strip()) for line in lines)
    assert all(set(one) >= ({"version"} if one["ok"] else {"code", "refused"}) for one in told)
    assert (done.code, done.err.count("\n")) in ((0, 0), (2, 1))
    assert len(told) == asked if done.code == 0 else len(told) < asked
