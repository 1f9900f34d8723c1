"""The broker is away for an hour: tables and hub go on, results wait and are sent once, and nothing
piles up meanwhile. The hour is that of a clock that is moved; the broker is real, and what it was
sent is counted by its own log."""

import gc
import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Condition, Event
from typing import ClassVar

from paho.mqtt.client import Client as Session

from club.hub.broker import BrokerLink
from club.night.entry import Claim, Hide, Rule
from club.night.state import Status
from mqtt.client import LONGEST_DELAY, Client
from mqtt.home_assistant import AnnouncedTable, HomeAssistant
from mqtt.link import TableLink
from mqtt.night import NightTable
from mqtt.topics import Topics
from scorekeeper.words import Words
from tests.club.evening import NIGHT, Evening
from tests.kit.drivers.mosquitto import OPEN, Mosquitto, listening, mosquitto
from tests.kit.drivers.table_setup import Sitting
from tests.kit.drivers.waiting import soon
from tests.mqtt.test_link import Controls

TOPICS = Topics("home")
HOUR, MINUTE = 3600, 60
OWN, VOID, LATE = (TOPICS.result(NIGHT, *one) for one in (("1", "1.0"), ("2", "r1"), ("3", "r1")))
"""Results of the first round: of the table itself, of one that is withdrawn, of one by phones."""


FEW = HOUR // MINUTE // 6
"""Messages of one topic: a session that a busy machine loses says some again."""


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


class SlowClient(Client):
    """A client that hears only at the end that the broker has a result, and remembers who
    published."""

    threads: ClassVar = set[threading.Thread]()
    acknowledged: ClassVar = Event()
    hears: ClassVar = Event()

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> bool:
        self.threads.add(threading.current_thread())
        return super().publish(topic, payload, retain=retain)

    def retain(self, topic: str, payload: bytes) -> bool:
        self.threads.add(threading.current_thread())
        is_acknowledged = super().retain(topic, payload)
        if is_acknowledged and "/result/" in topic:
            self.acknowledged.set()
            return self.hears.is_set()
        return is_acknowledged


@contextmanager
def table_1(broker: Mosquitto, clock: MovedClock, folder: Path) -> Iterator[Sitting]:
    """Table 1 of the night, as the program links it."""
    sitting = Sitting()
    device = AnnouncedTable(TOPICS, "1", "1.0", lambda: "http://10.0.0.2/", Words.of("en").say)
    link = TableLink(
        sitting.table,
        TOPICS,
        "1",
        partial(SlowClient, broker.address, name="table-1", pause=clock.pause),
        NightTable(sitting.table, TOPICS, "1", folder / "night.json"),
        HomeAssistant(device, Controls(), folder / "announced.json", enabled=False, commands=False),
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
    make = partial(SlowClient, pause=clock.pause)
    link = BrokerLink(evening.hub, evening.tables, TOPICS, broker.address, make_client=make)
    link.start()
    yield link
    link.stop()


def test_an_hour_without_the_broker_costs_nothing_and_loses_nothing(
    evening: Evening, tmp_path: Path
) -> None:
    evening.begin(6, agree=False)
    clock, log = MovedClock(), tmp_path / "mosquitto" / "mosquitto.log"
    with mosquitto(tmp_path / "mosquitto", f"{OPEN}log_type all\n") as broker:
        with table_1(broker, clock, tmp_path) as table, hub_of(evening, broker, clock) as hub:
            soon(lambda: table.now.live.assignment is not None, 30)
            soon(lambda: hub.health()["mode"] == "run", 30)
            claim(evening, "2")
            soon(lambda: VOID in received(log), 30)
            broker.stop()
            soon(lambda: clock.asleep == 2, 30)
            before, tries, length = held(), clock.tries, log.stat().st_size
            _an_hour(evening, table, clock)
            assert clock.tries - tries <= 2 * (HOUR // MINUTE + 1)
            soon(lambda: not held() - before)  # A file may just be open that is written.
            broker.start()
            with listening(broker.port) as listener:
                clock.move(2 * LONGEST_DELAY)
                soon(lambda: evening.game("1").status is Status.DONE, 30)
                soon(SlowClient.acknowledged.is_set, 30)
                table.do("start", rules="acc", players=["Zoé", "Mamie"], dealer=1)  # For fun.
                listener.until(lambda it: b"Mamie" in (it.last(TOPICS.state("1")) or b""), 30)
                table.do("undo")
                SlowClient.hears.set()
                soon(lambda: sent(table), 30)
                listener.until(lambda it: bool(it.on(TOPICS.event("1"))), 30)
                games = b'"games":1'
                listener.until(lambda it: (it.last(TOPICS.standings) or b"").count(games) == 4, 30)
                listener.until(lambda it: b"" in it.on(VOID) and bool(it.on(LATE)), 30)
                evening.do(Hide(True))
                hidden = b'"hidden":true'
                listener.until(lambda it: hidden in (it.last(TOPICS.standings) or b""), 30)
        # Both have said goodbye: whatever they would have sent once more is in the log.
        said = received(log, length)
        assert {topic for topic in said if "/result/" in topic} == {OWN, VOID, LATE}
        assert said[TOPICS.state("1")]
        del said[TOPICS.hub]  # The hub announces itself every few seconds.
        assert max(said.values()) <= FEW, "of the hour's changes only the newest are told"
        events = listener.on(TOPICS.event("1"))
        assert all(b'"undo"' in event for event in events), "only what happened since"
        assert not [topic for topic in said if "/seat/" in topic], "the broker has them still"
        assert "(d1, " not in log.read_text(), "nothing was sent again by a session"
    assert threading.main_thread() not in SlowClient.threads, "an entry waits for no broker"


def received(log: Path, start: int = 0) -> Counter[str]:
    """Count what the broker was sent, by topic, after the first *start* bytes of its log."""
    text = log.read_bytes()[start:].decode()
    return Counter(re.findall(r"Received PUBLISH from (?:table|cribble)-\S+ \(.*?'(.*?)'", text))


def sent(table: Sitting) -> bool:
    """True once the table knows that the broker has its result."""
    assignment = table.now.live.assignment
    return assignment is not None and assignment.sent


def claim(evening: Evening, table: str) -> None:
    """Both players of *table* say how their game ended."""
    for player, won in zip(evening.game(table).players, (True, False), strict=True):
        evening.hub.submit(Claim(player, 1, won, 12), by=player)


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
    claim(evening, "3")
    evening.do(Rule(1, "2"))
