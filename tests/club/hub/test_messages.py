"""Messages of the hub on the broker: none is too long, and a change of who decided is one."""

import json
from types import MappingProxyType

from msgspec.structs import replace

from club.hub.publisher import MOST_ROWS, hub_messages, is_same
from club.night.state import Club, Night, Player
from mqtt.payloads import LONGEST, Result
from mqtt.topics import Topics

TOPICS = Topics("home")
PLAYED = Result(
    night="may", round=1, table="1", place="r1", players=("p1", "p2"), scores=(121, 99), skunk=0
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
