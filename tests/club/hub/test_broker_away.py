"""The broker is down for an hour: tables and hub continue, results are queued and sent once, and
nothing accumulates meanwhile. The clock is simulated; the broker is real."""

import gc
import threading
from collections import Counter
from functools import partial
from pathlib import Path
from threading import Condition, Event

from paho.mqtt.client import Client as Session

from club.hub.broker import BrokerLink
from club.night.entry import PlayerReport, Rule
from club.night.state import Status
from mqtt.client import MAX_DELAY_SECONDS, Client
from mqtt.topics import Topics
from tests.club.evening import NIGHT, Evening
from tests.kit.drivers.mosquitto import listening, mosquitto, retained
from tests.kit.drivers.waiting import soon
from tests.mqtt.conftest import Kitchen

TOPICS = Topics("home")
HOUR, MINUTE = 3600, 60
OWN, VOID, LATE = (TOPICS.result(NIGHT, *one) for one in (("1", "1.0"), ("2", "r1"), ("3", "r1")))
"""Results of the first round: of the table itself, a withdrawn one, and one by phones."""
FEW = HOUR // MINUTE // 6
"""Maximum number of messages on a topic: after a lost session, some are sent again."""


class MovedClock:
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


def held() -> Counter[str]:
    """Return the counts that grow if a lost session leaks something."""
    gc.collect()
    sessions = sum(isinstance(one, Session) for one in gc.get_objects())
    files = len([*Path("/proc/self/fd").iterdir()])
    return Counter(sessions=sessions, threads=threading.active_count(), files=files)


def test_an_hour_without_the_broker_costs_nothing_and_loses_nothing(
    evening: Evening, tmp_path: Path
) -> None:
    evening.begin(6, agree=False)
    clock = MovedClock()
    make = partial(Client, pause=clock.pause)
    with mosquitto(tmp_path / "mosquitto") as broker:
        table = Kitchen(broker, tmp_path, "1", TOPICS, make_client=make)
        hub = BrokerLink(evening.hub, evening.tables, TOPICS, broker.address, make_client=make)
        hub.start()
        soon(lambda: table.sitting.now.live.assignment is not None, 30)
        report(evening, "2")
        soon(lambda: VOID in retained(broker.port, VOID), 30)
        broker.stop()
        soon(lambda: clock.asleep == 2, 30)
        before, tries = held(), clock.tries
        _an_hour(evening, table, clock)
        assert clock.tries - tries <= 2 * (HOUR // MINUTE + 1)
        soon(lambda: not held() - before)  # A file may be open for writing just now.
        broker.start()
        with listening(broker.port) as listener:
            clock.move(2 * MAX_DELAY_SECONDS)
            soon(lambda: evening.game("1").status is Status.DONE, 30)
            soon(lambda: table.sitting.now.live.assignment.sent, 30)
            games = b'"games":1'
            listener.until(lambda it: (it.last(TOPICS.standings) or b"").count(games) == 4, 30)
            listener.until(lambda it: b"" in it.on(VOID) and bool(it.on(LATE)), 30)
        hub.stop()
        table.link.stop()
        table.sitting.table.close()
    said = Counter(one.topic for one in listener.heard if not one.retained)
    assert {topic for topic in said if "/result/" in topic} == {OWN, VOID, LATE}
    assert said[TOPICS.state("1")]
    del said[TOPICS.hub]  # Published by the hub every few seconds.
    assert max(said.values()) <= FEW, "of the hour's changes only the newest are told"
    assert not listener.on(TOPICS.event("1")), "only what happened since is told"
    assert not [topic for topic in said if "/seat/" in topic], "the broker has them still"


def report(evening: Evening, table: str) -> None:
    """Report the end of their game by both players of *table*."""
    for player, won in zip(evening.game(table).players, (True, False), strict=True):
        evening.hub.submit(PlayerReport(player, 1, won, 12), by=player)


def _an_hour(evening: Evening, table: Kitchen, clock: MovedClock) -> None:
    """Each minute, an entry is made at the table and the clients retry."""
    names = list(table.sitting.now.live.assignment.start.players)
    table.sitting.do("start", rules="acc", players=names, dealer=1, scores=[119, 87])
    for minute in range(HOUR // MINUTE):
        if minute % 2 == 0:
            table.sitting.do("peg", team=0, points=2)  # The game is won,
        else:
            table.sitting.do("undo")  # and the win is undone.
        clock.move(MINUTE)
        soon(lambda: clock.asleep == 2, 20)
    table.sitting.do("peg", team=0, points=2)
    report(evening, "3")
    evening.do(Rule(1, "2"))
