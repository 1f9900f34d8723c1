"""A table on a real broker: what it publishes and when, how it handles messages, and how Home
Assistant is told of it."""

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from mqtt.home_assistant import AnnouncedTable, HomeAssistant, discovery
from mqtt.payloads import Seat, SeatedPlayer, encode
from mqtt.topics import Topics
from scorekeeper.words import Words
from tests.kit.drivers.mosquitto import Listener, Mosquitto, listening, retained
from tests.kit.drivers.table_setup import Sitting
from tests.kit.drivers.waiting import soon
from tests.kit.paths import DATA
from tests.mqtt.conftest import HOME, Controls, Kitchen

STATE, STATUS, EVENT = HOME.state("kitchen"), HOME.status("kitchen"), HOME.event("kitchen")
HOUSE_STATUS = "homeassistant/status"
ROUND_4 = Seat(
    night="may", round=4, rules="acc",
    players=(SeatedPlayer(id="p12", name="Ann"), SeatedPlayer(id="p31", name="Luc")),
)  # fmt: skip
Opens: TypeAlias = Callable[..., Kitchen]
NEARLY = {"rules": "acc", "players": ["Ann", "Luc"], "dealer": 1, "scores": [119, 87]}


@pytest.fixture
def kitchen(broker: Mosquitto, tmp_path: Path) -> Iterator[Opens]:
    opened: list[Kitchen] = []

    def open_kitchen(name: str = "kitchen", topics: Topics = HOME, **house: bool) -> Kitchen:
        opened.append(Kitchen(broker, tmp_path, name, topics, **house))
        status = {topics.status(name): b"online"}  # Published once it has subscribed.
        soon(lambda: retained(broker.port, topics.status(name)) == status)
        return opened[-1]

    yield open_kitchen
    for one in opened:
        one.link.stop()
        one.sitting.table.close()


@pytest.fixture
def listener(broker: Mosquitto) -> Iterator[Listener]:
    with listening(broker.port) as listener:
        yield listener


def state(listener: Listener) -> dict[str, Any]:
    return json.loads(listener.last(STATE) or b"{}")


def test_the_state_is_retained_and_has_exactly_what_the_contract_says(
    kitchen: Opens, broker: Mosquitto, listener: Listener
) -> None:
    table = kitchen()
    table.sitting.begin(rules="six-card").lay("4H 10 5D")
    listener.until(lambda it: state(it).get("count") == 15)
    assert retained(broker.port, STATUS) == {STATUS: b"online"}
    kept = json.loads(retained(broker.port, STATE)[STATE])
    assert kept.pop("at").endswith("Z")
    assert kept == {
        "v": 1, "table": "kitchen", "phase": "play", "rules": "six-card", "target": 121,
        "players": ["Ann", "Ben"], "teams": [[0], [1]], "scores": [0, 2],
        "pegs": [[0, 0], [2, 0]], "dealer": 1, "turn": 0, "count": 15, "deal": 1,
        "games": [0, 0], "winner": None, "seat": None,
    }  # fmt: skip


def test_each_thing_that_happens_is_an_event_that_is_not_retained(
    kitchen: Opens, broker: Mosquitto, listener: Listener
) -> None:
    table = kitchen()
    table.sitting.begin().lay("4H 10 5D")
    listener.until(lambda it: len(it.on(EVENT)) == 1)
    table.sitting.do("undo")
    listener.until(lambda it: len(it.on(EVENT)) == 2)
    assert [json.loads(one) for one in listener.on(EVENT)] == [
        {"v": 1, "event_type": "points", "team": 1, "points": 2, "why": "fifteen", "total": 2},
        {"v": 1, "event_type": "undo"},
    ]
    for _ in range(30):  # Entries are faster than the thread.
        table.sitting.do("peg", team=0, points=1)
    listener.until(lambda it: len(it.on(EVENT)) == 32)
    assert [json.loads(one)["total"] for one in listener.on(EVENT)[2:]] == list(range(1, 31))
    assert retained(broker.port, EVENT) == {}


def test_at_most_ten_states_a_second_and_the_newest_always(
    kitchen: Opens, listener: Listener
) -> None:
    """By the times in them: under load several may arrive together."""
    table, points = kitchen(), 0
    table.sitting.begin()
    while len(listener.on(STATE)) < 20:
        table.sitting.do("peg", team=points % 2, points=1)
        points += 1
        if points == 200:
            table.sitting.do("abandon")
            table.sitting.begin()
            points = 0
    listener.until(lambda it: state(it)["scores"] == [(points + 1) // 2, points // 2])
    times = [datetime.fromisoformat(json.loads(one)["at"]) for one in listener.on(STATE)]
    for first, eleventh in zip(times, times[10:], strict=False):
        assert eleventh - first >= timedelta(seconds=1)


def test_a_broker_that_was_away_has_everything_again(
    kitchen: Opens, broker: Mosquitto, tmp_path: Path
) -> None:
    table = kitchen()
    with listening(broker.port) as speaker:
        speaker.say(HOME.seat("kitchen"), encode(ROUND_4), retain=True)
    soon(lambda: table.sitting.now.live.assignment is not None)
    table.sitting.do("start", **NEARLY)
    table.sitting.do("starter", card="5H")
    table.sitting.do("show")
    table.sitting.do("count", cards=["5D", "5C", "5S", "JH"])
    soon(lambda: table.sitting.now.live.assignment.sent)
    with listening(broker.port) as listener:
        listener.until(lambda it: b"hand_29" in (it.last(STATE) or b""))
    broker.kill()
    for kept in (tmp_path / "mosquitto").glob("*.db"):
        kept.unlink()
    soon(lambda: table.health["health"] == "lost")
    soon(lambda: table.sitting.table.machine.broker == "lost")
    table.sitting.do("start", **NEARLY | {"players": ["Eve", "Luc"]})
    table.sitting.do("peg", team=0, points=2)
    broker.start()
    soon(lambda: table.sitting.table.machine.broker == "ok")
    result = HOME.result("may", "kitchen", "1.0")
    with listening(broker.port) as listener:
        listener.until(lambda it: it.last(result) is not None)
        listener.until(lambda it: state(it).get("scores") == [121, 87])
        assert listener.last(STATUS) == b"online"


def test_an_unreadable_message_is_ignored_and_counted(kitchen: Opens, listener: Listener) -> None:
    table = kitchen()
    for payload in (b"{", b'{"v":2}', b"x" * 70_000, b"[" * 40_000, b"\xff"):
        listener.say(HOME.seat("kitchen"), payload)
        listener.say(HOME.night, payload)
    listener.say(Topics("away").seat("kitchen"), encode(ROUND_4))
    listener.say(HOME.seat("pantry"), encode(ROUND_4))
    soon(lambda: table.health["ignored"] == 10)
    assert table.sitting.now.live.assignment is None


def test_the_end_of_an_earlier_session_is_contradicted(
    kitchen: Opens, broker: Mosquitto, listener: Listener
) -> None:
    """The power returned before the broker had ended the dead session."""
    kitchen()
    listener.say(STATUS, b"offline", retain=True)
    listener.until(lambda it: b"offline" in it.on(STATUS) and it.last(STATUS) == b"online")
    assert len(listener.on(STATUS)) < 5, "it does not contradict itself"
    assert retained(broker.port, STATUS) == {STATUS: b"online"}


def test_home_assistant_is_told_again_when_it_comes_back_and_obeyed(
    kitchen: Opens, broker: Mosquitto, listener: Listener
) -> None:
    table = kitchen(enabled=True, commands=True)
    config = HOME.discovery("kitchen")
    listener.until(lambda it: len(it.on(config)) == 1)
    listener.say(HOUSE_STATUS, b"online")
    listener.until(lambda it: len(it.on(config)) >= 2)
    assert json.loads(listener.last(HOME.of_table("kitchen", "light")) or b"")["brightness"] == 128
    listener.say(HOME.of_table("kitchen", "command/light"), b'{"state":"ON","brightness":51}')
    listener.say(HOME.of_table("kitchen", "command/night"), b"ON")
    listener.say(HOME.of_table("kitchen", "command/marks"), b"OFF")
    listener.say(HOME.of_table("kitchen", "command/undo"), b"PRESS")
    listener.say(HOME.of_table("kitchen", "command/undo"), b"rm -rf /")
    listener.say(HOME.of_table("kitchen", "command/reboot"), b"PRESS")
    soon(lambda: table.health["ignored"] == 2)
    assert table.controls.done == [
        ("light", True, 0.2),
        ("night", True),
        ("marks", False),
        ("undo",),
    ]
    assert json.loads(retained(broker.port, config)[config])["o"]["name"] == "Cribble"


def test_a_command_that_was_retained_is_not_obeyed(kitchen: Opens, listener: Listener) -> None:
    """A retained undo would be repeated at each connect."""
    listener.say(HOME.of_table("kitchen", "command/undo"), b"PRESS", retain=True)
    table = kitchen(enabled=True, commands=True)
    listener.say(HOME.of_table("kitchen", "command/night"), b"ON")
    soon(lambda: table.controls.done == [("night", True)])


def test_without_commands_a_table_obeys_none(kitchen: Opens, listener: Listener) -> None:
    table = kitchen(enabled=True)
    listener.say(HOME.of_table("kitchen", "command/undo"), b"PRESS")
    listener.say(HOME.night, b"{")
    soon(lambda: table.health["ignored"] == 1)
    assert table.controls.done == []


def test_renamed_table_leaves_nothing_under_its_old_name(kitchen: Opens, broker: Mosquitto) -> None:
    """Neither the device in Home Assistant nor its states, in another club as well."""
    for name, topics in (("kitchen", HOME), ("porch", HOME), ("porch", Topics("oak"))):
        own = {
            topics.discovery(name), topics.status(name), topics.state(name),
            topics.of_table(name, "devices"), topics.of_table(name, "light"),
        }  # fmt: skip
        table = kitchen(name, topics, enabled=True)
        soon(lambda own=own: set(retained(broker.port, "#")) == own)
        table.link.stop()
    table = kitchen("porch", Topics("oak"))
    own = {Topics("oak").status("porch"), Topics("oak").state("porch")}
    soon(lambda: set(retained(broker.port, "#")) == own)


def test_table_whose_name_another_gives_up_is_announced_again(
    kitchen: Opens, listener: Listener
) -> None:
    kitchen(enabled=True)
    config = HOME.discovery("kitchen")
    listener.until(lambda it: len(it.on(config)) == 1)
    for topic in (config, STATE, STATUS):
        listener.say(topic, b"", retain=True)
    listener.until(lambda it: it.last(config) not in (b"", None) and it.last(STATUS) == b"online")
    listener.until(lambda it: it.last(STATE) != b"")


GOLDEN: Final = DATA / "mqtt" / "discovery.json"
PAGE: Final = "http://192.168.1.20:8121/"
KITCHEN: Final = AnnouncedTable(HOME, "kitchen", "1.2.3", lambda: PAGE, Words.of("en").say)


def test_the_message_is_the_golden_one() -> None:
    assert discovery(KITCHEN, 2, commands=True) == json.loads(GOLDEN.read_text())


def test_without_commands_nothing_that_commands_is_enabled() -> None:
    parts = discovery(KITCHEN, 2, commands=False)["cmps"]
    off = {name for name, part in parts.items() if part.get("en") is False}
    assert off == {"light", "night", "marks", "undo"}


class RetainedMessages(dict[str, bytes]):
    """Retained messages, by topic, of a broker that acknowledges at once."""

    def retain(self, topic: str, payload: bytes) -> bool:
        self[topic] = payload
        return True


def test_a_third_team_is_announced_when_it_plays(tmp_path: Path) -> None:
    options = {"enabled": True, "commands": False}
    house = HomeAssistant(KITCHEN, Controls(), tmp_path / "announced.json", **options)
    sitting = Sitting()

    def announces_third_team() -> bool:
        broker = RetainedMessages()
        assert house.publish(sitting.now, sitting.table.machine, broker)
        return "score_3" in json.loads(broker[HOME.discovery("kitchen")])["cmps"]

    assert not announces_third_team()
    sitting.begin(rules="three-handed", players=["Ann", "Ben", "Cid"])
    assert announces_third_team()
    sitting.do("abandon")
    sitting.begin()
    assert announces_third_team()
