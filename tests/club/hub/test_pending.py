"""Reports on their way into the journal: once, and all again where there are other rounds."""

import pytest

from club.hub.pending import PendingReports
from club.hub.tables import Tables
from club.night.entry import Pair
from mqtt.payloads import Result
from mqtt.topics import Topics
from tests.club.evening import NIGHT, Evening

TOPICS = Topics("home")
TOPIC, OTHER = TOPICS.result(NIGHT, "1", "1.0"), TOPICS.result(NIGHT, "2", "1.0")
RESULT = Result(
    night=NIGHT, round=1, table="1", place="1.0", players=("p1", "p2"), scores=(121, 99), skunk=0
)


def test_a_result_is_offered_until_it_is_written_and_again_to_other_rounds(
    evening: Evening,
) -> None:
    """A list of rounds may make a game of what belonged to none."""
    pending, night = PendingReports(TOPICS, Tables()), evening.begin(4).night
    pending.take_result(TOPIC, RESULT)
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


def test_results_beyond_the_limit_have_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.hub.pending.MOST_RETAINED", 1)
    pending = PendingReports(TOPICS, Tables())
    pending.take_result(TOPIC, RESULT)
    assert pending.has_room(TOPIC), "a correction of the same"
    assert not pending.has_room(OTHER)
