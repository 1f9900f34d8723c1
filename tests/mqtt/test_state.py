"""The published state: only public information, names as in the config."""

import json
from random import Random
from typing import Any

import pytest
from msgspec import UNSET

from mqtt.game import events_of, great_hands, shown_names, state_of
from mqtt.payloads import encode
from scorekeeper.game.events import awards_of
from scorekeeper.rules.options import house_rules
from scorekeeper.rules.variants import RULES
from tests.kit.drivers.table_setup import Sitting, ask
from tests.kit.players.random_games import Evening


def test_no_name_is_anywhere_in_a_state_without_names() -> None:
    sitting = Sitting().begin(players=["Zénaïde", "Quentin"])
    shown = [
        state_of(sitting.now, "kitchen", names).players for names in ("full", "initials", "none")
    ]
    assert shown == [("Zénaïde", "Quentin"), ("Z.", "Q."), ("1", "2")]
    assert shown_names(("Élodie", "E\u0301ve"), "initials") == ("É.", "É.")
    sitting.lay("4H 10 5D")
    for names in ("initials", "none"):
        text = encode(state_of(sitting.now, "kitchen", names)).decode()
        assert "énaïde" not in text
        assert "uentin" not in text


@pytest.mark.parametrize("key", RULES)
def test_the_points_of_events_add_up_to_the_scores(key: str) -> None:
    luck = Random(key)
    sitting, evening = Sitting(), Evening(key, luck)
    for turn in evening.play():
        sitting.table.submit(turn.action)
    last: dict[int, int] = {}
    lines = sitting.table.lines(limit=10_000)
    for event in map(json.loads, map(encode, events_of(lines, sitting.now.game))):
        if event["event_type"] == "correction":  # A misdeal found in the play takes points back.
            last.clear()
        if event["event_type"] in ("points", "heels", "muggins"):
            was = last.get(event["team"])
            most = sitting.now.game.goal(event["team"])
            assert was is None or was < most, "nothing is pegged past the last hole"
            assert was is None or event["total"] == min(max(was + event["points"], 0), most)
            last[event["team"]] = event["total"]
    kinds = [event.event_type for event in events_of(lines, sitting.now.game)]
    scored = [award for line in lines for award in awards_of(line.events) if award.points]
    assert kinds.count("win") == (sitting.now.game.winner is not None)
    assert len(last) <= len(scored)
    for team, total in last.items():
        assert total == sitting.now.game.scores[team]


@pytest.mark.parametrize(("loser", "expected"), [(95, ["win"]), (50, ["win", "double_skunk"])])
def test_a_win_and_its_skunk_are_events(loser: int, expected: list[str]) -> None:
    sitting = Sitting().begin(rules="six-card", scores=[119, loser])
    before = sitting.now.version
    sitting.do("peg", team=0, points=2)
    found = [one.event_type for one in events_of(sitting.table.lines(before), sitting.now.game)]
    assert found == ["points", *expected]


def test_heels_and_a_match_are_events() -> None:
    sitting = Sitting().begin(rules="six-card", options={"best_of": 3}, scores=[119, 0])
    sitting.do("starter", card="JH")
    sitting.do("concede", team=1)
    sitting.do("next")
    sitting.do("concede", team=1)
    lines = sitting.table.lines()
    found = [one.event_type for one in events_of(lines, sitting.now.game)]
    assert found[0] == "heels"
    assert found.count("win") == 2
    assert "match" in found
    assert found.index("match") > found.index("win")


def test_an_amend_and_a_redo_are_corrections() -> None:
    sitting = Sitting().begin().lay("4H 10")
    before = sitting.now.version
    sitting.do("undo")
    sitting.do("redo")
    sitting.do("amend", entry=3, actions=[{"do": "play", "card": "9"}])
    found = [one.event_type for one in events_of(sitting.table.lines(before), sitting.now.game)]
    assert found == ["undo", "correction", "correction"]


@pytest.mark.parametrize(
    ("rules", "options", "margins"),
    [
        ("six-card", {}, (31, 61)),
        ("acc", {}, (31, 61)),
        ("acc", {"target": 91}, (31, 46)),
        ("acc", {"target": 61}, (31,)),
        ("britannica", {}, (61,)),
        ("five-card", {}, ()),
        ("acc", {"skunks": [[91, 3], [71, 4]]}, (31, 51)),
        ("acc", {"skunks": [[91, 3], [71, 3]]}, (31, 61)),
    ],
)
def test_a_skunk_is_single_or_double_by_the_lines_of_the_rules(
    rules: str, options: dict[str, Any], margins: tuple[int, ...]
) -> None:
    assert house_rules(rules, options).skunk_margins == margins


def test_four_of_a_kind_of_a_play_that_a_misdeal_took_back_is_no_great_hand() -> None:
    sitting = Sitting().begin(rules="six-card").lay("2H 4C 4D 4H 4S 9")
    assert great_hands(sitting.table, sitting.now.game)
    sitting.do("misdeal")
    assert great_hands(sitting.table, sitting.now.game) == ()


def test_great_hands_are_those_that_still_hold() -> None:
    sitting = Sitting().begin(rules="six-card", options={"best_of": 3})

    def found() -> list[str]:
        hands = great_hands(sitting.table, sitting.now.game)
        return [] if hands is UNSET else [f"{one.event_type} {one.team}" for one in hands]

    sitting.do("starter", card="5H")
    sitting.do("show")
    assert found() == []
    sitting.do("count", cards=["5D", "5C", "5S", "JH"])
    hand = sitting.now.version
    events = events_of(sitting.table.lines(hand - 1), sitting.now.game)
    assert {one.event_type for one in events} == {"points", "hand_29", "four_of_a_kind"}
    assert found() == ["hand_29 0", "four_of_a_kind 0"]
    sitting.do("undo")
    assert found() == []
    sitting.do("redo")
    assert found() == ["hand_29 0", "four_of_a_kind 0"]
    sitting.amend(hand, ask("count", cards=["5D", "5C", "6S", "JH"]))
    assert found() == []
    sitting.amend(hand, ask("count", cards=["4D", "4C", "5S", "6H"]))
    assert found() == ["hand_24 0"]
    sitting.amend(hand, ask("count", cards=["5D", "5C", "5S", "KH"]))
    assert found() == ["hand_28 0", "four_of_a_kind 0"]
    sitting.do("concede", team=1)
    sitting.do("next")
    assert great_hands(sitting.table, sitting.now.game) is UNSET, (
        "the second game of a match is no game of a night"
    )
    sitting.do("undo")
    assert found() == ["hand_28 0", "four_of_a_kind 0"]
