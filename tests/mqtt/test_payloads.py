"""Payloads of others: valid ones are parsed, others refused with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtt.payloads import (
    MAX_LENGTH,
    BadPayload,
    Event,
    Night,
    Result,
    Seat,
    SeatedPlayer,
    State,
    encode,
    read,
    read_result,
)
from mqtt.topics import ResultTopic, Topics, is_name, result_of, table_of

SEAT = (
    b'{"v":1,"night":"2026-11-22","round":4,"rules":"acc","target":121,'
    b'"players":[{"id":"p12","name":"Ann"},{"id":"p31","name":"Luc"}],"sits_out":false}'
)
RESULT = (
    b'{"v":1,"night":"2026-11-22","round":4,"table":"7","place":"412.1","players":["p12","p31"],'
    b'"scores":[121,87],"skunk":1,"by":"table","at":"2026-11-22T20:15:03.120Z"}'
)
AT = ResultTopic("2026-11-22", "7", "412.1")
HOME = Topics("home")


def test_a_seat_is_read_as_the_contract_has_it() -> None:
    players = SeatedPlayer(id="p12", name="Ann"), SeatedPlayer(id="p31", name="Luc")
    assert read(Seat, SEAT) == Seat(night="2026-11-22", round=4, rules="acc", players=players)
    assert encode(read(Seat, SEAT)) == SEAT


def test_a_result_is_read_and_written_as_the_contract_has_it() -> None:
    assert encode(read_result(RESULT, AT)) == RESULT


@pytest.mark.parametrize("topic", [AT._replace(table="8"), AT._replace(place="412.0")])
def test_a_result_that_names_another_game_than_its_topic_is_refused(topic: ResultTopic) -> None:
    """Otherwise a client with write access for one table could write for all."""
    with pytest.raises(BadPayload, match="was published on"):
        read_result(RESULT, topic)


@pytest.mark.parametrize(
    ("payload", "complaint"),
    [
        (b"", "truncated"),
        (b"{}", "missing required field `v`"),
        (SEAT.replace(b'"v":1', b'"v":2'), "Invalid enum value 2"),
        (SEAT.replace(b'"v":1', b'"v":true'), "Expected `int`"),
        (SEAT.replace(b'"round":4', b'"round":0'), ">= 1"),
        (SEAT.replace(b"2026-11-22", b"../../etc"), "matching regex"),
        (SEAT.replace(b"2026-11-22", b"a" * 33), "matching regex"),
        (SEAT.replace(b"p12", b"p 12"), "matching regex"),
        (SEAT.replace(b'"Ann"', b'""'), "length >= 1"),
        (SEAT.replace(b'"Ann"', b'"' + 41 * b"A" + b'"'), "length <= 40"),
        (SEAT.replace(b'"target":121', b'"target":-1'), ">= 1"),
        (SEAT + b"x" * MAX_LENGTH, "exceed the limit of 65536"),
        (SEAT[:-1] + b',"more":' + b"[" * 30_000 + b"]" * 30_000 + b"}", "recursion"),
        (b"\xff\xfe", "malformed|decode"),
    ],
)
def test_a_payload_that_does_not_fit_is_refused(payload: bytes, complaint: str) -> None:
    with pytest.raises(BadPayload, match=f"(?i){complaint}"):
        read(Seat, payload)


@given(st.binary(max_size=300))
def test_random_bytes_raise_bad_payload_and_nothing_else(payload: bytes) -> None:
    for kind in (Seat, Night, State, Event, Result):
        try:
            read(kind, payload)
        except BadPayload:
            continue


@pytest.mark.parametrize(
    "payload",
    [
        State(table="t", phase="idle", target=0, scores=(0, 10_000), pegs=((0, 0),), turn=0),
        Event(event_type="points", team=0, points=-100_000, total=0),
        Seat(night="n", round=1, target=1, sits_out=True),
        Night(night="n", round=0, rounds=1000, agree=True),
        Result(night="n", round=200, table="t", place="1.0", players=("a",), scores=(0,), skunk=2),
    ],
)
def test_a_payload_at_its_bounds_is_read(payload: State | Event | Seat | Night | Result) -> None:
    assert read(type(payload), encode(payload)) == payload


@pytest.mark.parametrize(
    "payload",
    [
        State(table="t", phase="idle", scores=(10_001,)),
        State(table="t", phase="idle", at=41 * "0"),
        State(table="t", phase="idle", players=(81 * "A",)),
        Event(event_type="points", points=100_001),
        Event(event_type="points", team=-1),
        Night(night="n", round=1001),
        Result(night="n", round=201, table="t", place="1.0", players=("a",), scores=(0,)),
        Result(night="n", round=1, table="t", place="1.0", players=7 * ("a",), scores=(0,)),
        Result(night="n", round=1, table="t", place="1.0", players=("a",), scores=(1000,)),
        Result(night="n", round=1, table="t", place="1.0", players=("a",), scores=()),
    ],
)
def test_a_payload_beyond_its_bounds_is_refused(payload: State | Event | Night | Result) -> None:
    with pytest.raises(BadPayload):
        read(type(payload), encode(payload))


def test_unknown_fields_of_a_later_version_are_ignored() -> None:
    assert read(Night, b'{"v":1,"night":"may","cake":true}') == Night(night="may")


def test_an_event_without_a_team_says_only_what_happened() -> None:
    assert encode(Event(event_type="undo")) == b'{"v":1,"event_type":"undo"}'


def test_names_are_what_a_topic_can_hold() -> None:
    assert all(map(is_name, ("home", "table-7", "a" * 32)))
    assert not any(map(is_name, ("a" * 33, "", "Home", "a/b", "a+", "#", "a\n", "é")))


def test_topics_are_those_of_the_contract() -> None:
    assert [
        HOME.status("kitchen"),
        HOME.state("kitchen"),
        HOME.event("kitchen"),
        HOME.result("2026-11-22", "7", "412.1"),
        HOME.seat("7"),
        HOME.night,
        HOME.standings,
        HOME.discovery("kitchen"),
    ] == [
        "cribble/home/table/kitchen/status",
        "cribble/home/table/kitchen/state",
        "cribble/home/table/kitchen/event",
        "cribble/home/result/2026-11-22/7/412.1",
        "cribble/home/seat/7",
        "cribble/home/night",
        "cribble/home/standings",
        "homeassistant/device/cribble_home_kitchen/config",
    ]


def test_a_topic_says_which_table_and_which_game_it_is_about() -> None:
    assert table_of(HOME, HOME.state("kitchen")) == "kitchen"
    assert table_of(HOME, HOME.seat("7")) == "7"
    assert table_of(HOME, Topics("away").state("kitchen")) is None
    assert table_of(HOME, "cribble/home/table/A/state") is None
    assert result_of(HOME, HOME.result(*AT)) == AT
    assert result_of(HOME, "cribble/home/result/x/y") is None
