"""The broker is away for an hour: tables and hub go on, results wait and are sent once, and nothing
piles up meanwhile. The hour is that of a clock that is moved; the broker is real."""

import gc
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Condition, Event

from paho.mqtt.client import Client as Session

from club.hub.broker import BrokerLink
from club.night.entry import Claim
from club.night.state import Status
from mqtt.client import LONGEST_DELAY, Client
from mqtt.discovery import Device
from mqtt.home_assistant import HomeAssistant
from mqtt.link import TableLink, TableName
from mqtt.night_table import NightTable
from mqtt.topics import Topics
from scorekeeper.words import Words
from tests.club.evening import NIGHT, Evening
from tests.kit.drivers.mosquitto import Mosquitto, listening, mosquitto
from tests.kit.drivers.table_setup import Sitting
from tests.kit.drivers.waiting import soon
from tests.mqtt.test_link import Controls

TOPICS = Topics("home")
HOUR, MINUTE = 3600, 60


class MovedClock:
    """Clients wait by this clock; it goes on when the test says so."""

    def __init__(self) -> None:
        self._changed, self._now = Condition(), 0.0
        self.asleep, self.tries = 0, 0

    def pause(self, closing: Event, seconds: float) -> None:
        with self._changed:
            self.tries += 1
            due = self._now + seconds
            self.asleep += 1
            while self._now < due and not closing.is_set():
                self._changed.wait(0.05)
            self.asleep -= 1

    def move(self, seconds: float) -> None:
        with self._changed:
            self._now += seconds
            self._changed.notify_all()


@contextmanager
def table_1(broker: Mosquitto, clock: MovedClock, folder: Path) -> Iterator[Sitting]:
    """Table 1 of the night, as the program links it."""
    sitting = Sitting()
    device = Device(TOPICS, "1", "1.0", lambda: "http://10.0.0.2/", Words.of("en").say)
    link = TableLink(
        sitting.table,
        TableName(TOPICS, "1"),
        partial(Client, broker.address, name="table-1", pause=clock.pause),
        NightTable(sitting.table, TOPICS, "1", folder / "night.json"),
        HomeAssistant(device, Controls(), enabled=False, commands=False),
        clock=sitting.watch,
    )
    link.start()
    yield sitting
    link.stop()
    sitting.table.close()


def held() -> Counter[str]:
    """Return the counts that grow if a lost session leaves something behind."""
    gc.collect()
    sessions = sum(isinstance(one, Session) for one in gc.get_objects())
    files = len([*Path("/proc/self/fd").iterdir()])
    return Counter(sessions=sessions, threads=threading.active_count(), files=files)


@contextmanager
def hub_of(evening: Evening, broker: Mosquitto, clock: MovedClock) -> Iterator[BrokerLink]:
    """The hub of the evening."""
    make = partial(Client, pause=clock.pause)
    link = BrokerLink(evening.hub, evening.tables, TOPICS, broker.address, make_client=make)
    link.start()
    yield link
    link.stop()


def test_an_hour_without_the_broker_costs_nothing_and_loses_nothing(
    evening: Evening, tmp_path: Path
) -> None:
    evening.begin(4, agree=False)
    clock, own = MovedClock(), TOPICS.result(NIGHT, "1", "1.0")
    with (
        mosquitto(tmp_path / "mosquitto") as broker,
        table_1(broker, clock, tmp_path) as table,
        hub_of(evening, broker, clock) as hub,
    ):
        soon(lambda: table.now.live.assignment is not None, 30)
        soon(lambda: hub.health()["mode"] == "run", 30)
        broker.stop()
        soon(lambda: clock.asleep == 2, 30)
        before, tries = held(), clock.tries
        _an_hour(evening, table, clock)
        assert clock.tries - tries <= 2 * (HOUR // MINUTE + 1)
        assert not held() - before
        broker.start()
        with listening(broker.port) as listener:
            clock.move(2 * LONGEST_DELAY)
            listener.until(lambda it: bool(it.on(own)), 30)
            soon(lambda: evening.game("1").status is Status.DONE, 30)
            soon(lambda: sent(table), 30)
            games = b'"games":1'
            listener.until(lambda it: (it.last(TOPICS.standings) or b"").count(games) == 4, 30)
            said = Counter(one.topic for one in listener.settle().heard)
        results = {topic: n for topic, n in said.items() if "/result/" in topic}
        assert results == {own: 1, TOPICS.result(NIGHT, "2", "r1"): 1}
        assert said[TOPICS.event("1")] == 0, "nobody is told late what happened"
        assert max(said[TOPICS.state("1")], said[TOPICS.status("1")]) <= 3


def sent(table: Sitting) -> bool:
    """True once the table knows that the broker has its result."""
    assignment = table.now.live.assignment
    return assignment is not None and assignment.sent


def _an_hour(evening: Evening, table: Sitting, clock: MovedClock) -> None:
    """Each minute somebody enters something at the table, and the clients try again."""
    assignment = table.now.live.assignment
    assert assignment
    assert assignment.start
    names = list(assignment.start.players)
    table.do("start", rules="acc", players=names, dealer=1, scores=[119, 87])
    for minute in range(HOUR // MINUTE):
        if minute % 2 == 0:
            table.do("peg", team=0, points=2)  # The game is won …
        else:
            table.do("undo")  # … and it is not.
        clock.move(MINUTE)
        soon(lambda: clock.asleep == 2, 20)
    table.do("peg", team=0, points=2)
    game = evening.game("2")
    for player, won in zip(game.players, (True, False), strict=True):
        evening.hub.submit(Claim(player, 1, won, 12), by=player)
