"""What the hub publishes on the broker, and the reports of tables until the journal has them."""

import json
from types import MappingProxyType

import pytest
from msgspec.structs import replace

from club.hub.publisher import MOST_ROWS, hub_messages, is_same
from club.hub.tables import PendingReports, Tables, report_of
from club.night.entry import Pair, decode
from club.night.entry import encode as written
from club.night.state import Club, Night, Player
from mqtt.payloads import LONGEST, Result, encode, read_result
from mqtt.topics import Topics, result_of
from tests.club.evening import NIGHT, Evening

TOPICS = Topics("home")
TOPIC, OTHER = TOPICS.result(NIGHT, "1", "1.0"), TOPICS.result(NIGHT, "2", "1.0")
PLAYED = Result(
    night=NIGHT, round=1, table="1", place="1.0", players=("p1", "p2"), scores=(121, 99), skunk=0
)


def test_standings_of_a_large_club_fit_into_one_message() -> None:
    players = {f"p{n}": Player(f"p{n}", "é" * 40, present=True) for n in range(300)}
    club = Club(MappingProxyType(players), Night("may"))
    payload = hub_messages(club, TOPICS)[TOPICS.standings]
    assert len(payload) < LONGEST
    assert len(json.loads(payload)["standings"]) == MOST_ROWS


def test_results_are_the_same_but_for_their_time_and_the_order_of_seats() -> None:
    turned = replace(PLAYED, players=("p2", "p1"), scores=(99, 121), at="later")
    assert is_same(PLAYED, turned)
    assert is_same(None, None)
    assert not is_same(PLAYED, None)
    for other in (
        replace(PLAYED, by="director"), replace(PLAYED, skunk=1), replace(PLAYED, round=2),
        replace(PLAYED, scores=(121, 98)),
    ):  # fmt: skip
        assert not is_same(PLAYED, other)


def test_a_result_is_offered_until_it_is_written_and_again_to_other_rounds(
    evening: Evening,
) -> None:
    """A list of rounds may make a game of what belonged to none."""
    pending, night = PendingReports(TOPICS, Tables()), evening.begin(4).night
    pending.take_result(TOPIC, PLAYED)
    (report,) = pending.entries(night)
    assert pending.entries(night) == [report], "the journal does not have it yet"
    assert pending.clear(night)
    assert pending.entries(night) == []
    assert not pending.clear(night)
    assert pending.entries(evening.do(Pair(2)).club.night) == [report]
    pending.clear(evening.night)
    assert pending.entries(evening.night) == []
    pending.offer_all()
    assert pending.entries(evening.night) == [report], "after a fault of the journal"


@pytest.mark.parametrize("scores", [(999, 0), (0, 999), (0,), (0, 1, 2, 3, 4, 5)])
def test_every_result_that_a_table_may_send_can_be_read_from_the_journal(
    scores: tuple[int, ...], evening: Evening
) -> None:
    """The largest values of each field: an entry that is not read again damages the journal."""
    night = evening.begin(4).night
    sent = Result(
        night=NIGHT, round=200, table="t" * 32, place="9" * 32, players=("p" * 32,) * 6,
        scores=scores, skunk=2, at="9" * 40,
    )  # fmt: skip
    name = TOPICS.result(NIGHT, sent.table, sent.place)
    topic = result_of(TOPICS, name)
    assert topic
    report = report_of(topic, read_result(encode(sent), topic), night)
    assert report
    assert decode(written(report)) == report


def test_results_beyond_the_limit_have_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.hub.tables.MOST_RETAINED", 1)
    pending = PendingReports(TOPICS, Tables())
    assert pending.take_result(TOPIC, PLAYED)
    assert pending.take_result(TOPIC, PLAYED), "a correction of the same"
    assert not pending.take_result(OTHER, PLAYED)
