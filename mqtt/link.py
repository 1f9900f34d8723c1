"""A table on the broker: a thread that follows the table and publishes what others may see."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from threading import Event as Flag
from threading import Thread
from typing import Final, NamedTuple, Protocol

from msgspec.structs import replace

from mqtt.client import Client, MqttMessage
from mqtt.events import events_of
from mqtt.great_hands import GreatHands
from mqtt.home_assistant import HOME_ASSISTANT_ONLINE, HomeAssistant
from mqtt.night.table import NightTable
from mqtt.payloads import (
    OFFLINE,
    ONLINE,
    WITHDRAWN,
    BadPayload,
    State,
    encode,
    read_standings,
)
from mqtt.state import Names, state_of
from mqtt.topics import HOME_ASSISTANT_STATUS, Topics
from scorekeeper.device import Health
from scorekeeper.game.events import Abandoned, GameBegan, GameWon
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.journal import JournalFault, Line
from scorekeeper.journal.row import Clock
from scorekeeper.table import Table

log = logging.getLogger(__name__)

STATE_GAP: Final = 0.11
"""Seconds between two states: fewer than ten a second, also for who counts where they arrive."""

YIELD_SECONDS: Final = 0.02
"""Seconds that the thread lets pass after a change: the phone that made it is answered first."""

ASLEEP_SECONDS: Final = 1.0
ANNOUNCE_WITHIN: Final = 5.0
"""Seconds within which a table announces itself to a Home Assistant that came back: not all at
once."""

STOP_SECONDS: Final = 3.0

NIGHT_EVENTS: Final = (GameBegan, GameWon, Abandoned)
"""Events that a night must hear of, besides every correction."""


class MakeClient(Protocol):
    """Makes a client with these callbacks."""

    def __call__(
        self,
        *,
        will: tuple[MqttMessage, MqttMessage],
        subscriptions: tuple[str, ...],
        on_connect: Callable[[], object],
        on_lost: Callable[[], object],
        on_message: Callable[[str, bytes, bool], object],
    ) -> Client: ...


class TableName(NamedTuple):
    """The name of a table, the topics of its club, and what of the players' names is published."""

    topics: Topics
    table: str
    names: Names = "full"


class TableLink:
    """Publishes *table* under its *name*, and hands what arrives to *night* and *house*.

    Nothing here is called by an entry: the thread sees the change afterwards, as phones do.
    """

    def __init__(
        self,
        table: Table,
        name: TableName,
        make_client: MakeClient,
        night: NightTable,
        house: HomeAssistant,
        *,
        clock: Clock,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._table, self._name, self._night, self._house = table, name, night, house
        self._clock, self._chance = clock, chance
        topics, status = name.topics, name.topics.status(name.table)
        self._client = make_client(
            will=(MqttMessage(status, ONLINE), MqttMessage(status, OFFLINE)),
            subscriptions=(
                topics.seat(name.table),
                topics.night,
                topics.standings,
                status,
                *house.subscriptions,
            ),
            on_connect=self._connected,
            on_lost=lambda: table.set_live(broker=Health.LOST),
            on_message=self._arrived,
        )
        self._hands = GreatHands(table)
        self._bad = 0
        self._fresh, self._closing = Flag(), Flag()
        self._announce_at: float | None = None
        self._version, self._scores = table.now.version, table.now.game.scores
        self._connected_at = self._version
        self._published: State | None = None
        self._state_due, self._in_flight = table.ticks(), False
        self._sent: set[MqttMessage] = set()
        self._thread = Thread(target=self._run, name="mqtt-table", daemon=True)

    @property
    def health(self) -> dict[str, object]:
        """The connection, why there is none, and how many messages could not be read."""
        word = Health.OK if self._client.connected else Health.LOST
        return {"health": word, "fault": self._client.fault, "ignored": self._bad}

    def agree(self, place: str, seat: int) -> bool:
        """Keep that the player at *seat* agrees with the result *place*; False if it is not that
        of the game on the table. Raises OSError where it cannot be kept."""
        return self._night.agree(place, seat)

    def start(self) -> None:
        """Begin to connect, and to publish."""
        self._table.set_live(broker=Health.LOST)
        self._client.start()
        self._thread.start()

    def stop(self, within: float = STOP_SECONDS) -> None:
        """Publish the newest state, say goodbye, and stop; what hangs is left behind."""
        self._closing.set()
        self._table.set_live(broker=Health.OFF)
        self._thread.join(within / 2)
        self._client.stop(within / 2)

    def _connected(self) -> None:
        self._connected_at = self._table.now.version
        self._fresh.set()
        self._table.set_live(broker=Health.OK)

    def _arrived(self, topic: str, payload: bytes, retained: bool) -> None:
        """Take a message; one that cannot be read is counted and ignored."""
        topics, table = self._name.topics, self._name.table
        try:
            if topic == topics.status(table):
                self._contradict(payload)
            elif topic == topics.seat(table):
                self._night.take_seat(payload)
            elif topic == topics.night:
                self._night.take_night(payload)
            elif topic == topics.standings:
                _ = payload and read_standings(payload)
            elif topic == HOME_ASSISTANT_STATUS:
                if payload == HOME_ASSISTANT_ONLINE:
                    later = self._chance() * (ANNOUNCE_WITHIN - ASLEEP_SECONDS)
                    self._announce_at = self._table.ticks() + later
            elif not retained:
                self._house.obey(topic, payload)
        except BadPayload as fault:
            self._bad += 1
            log.warning("ignored a message on %s: %s", topic, fault)

    def _contradict(self, payload: bytes) -> None:
        """Say again that the table is there, where the broker announces its end: only now may it
        have given up an earlier session of this table. If a table that had this name before
        withdrew it, publish everything again."""
        if payload != ONLINE and not self._closing.is_set():
            self._client.publish(self._name.topics.status(self._name.table), ONLINE, retain=True)
            if payload == WITHDRAWN:
                self._fresh.set()

    def _run(self) -> None:
        revision = -1
        while not self._closing.is_set():
            now = self._table.after(revision, self._rest(self._table.now))
            if now.revision != revision:
                self._closing.wait(YIELD_SECONDS)
                now = self._table.now
            revision = now.revision
            self._follow(now)
        self._state_due = self._table.ticks()
        self._in_flight = False
        self._publish_state(self._table.now)

    def _rest(self, now: Snapshot) -> float:
        """Seconds until something is to be done, if the table does not change sooner."""
        if self._client.connected and self._is_news(now):
            left = self._state_due - self._table.ticks()
            return min(max(left, 0.0), ASLEEP_SECONDS) or (STATE_GAP if self._in_flight else 0.0)
        return ASLEEP_SECONDS

    def _follow(self, now: Snapshot) -> None:
        if self._fresh.is_set():
            self._fresh.clear()
            self._published, self._in_flight = None, False
            self._state_due = self._table.ticks()
            self._sent.clear()
            self._night.publish_again()
            self._house.connected(self._client.publish)
        if now.version != self._version:
            self._happened(now)
        if not self._client.connected:
            return
        if self._announce_at is not None and self._announce_at <= self._table.ticks():
            self._announce_at = None
            self._house.announce(self._client.publish)
        self._publish_state(now)
        self._house.publish(now, self._client.publish)
        self._publish_results()

    def _happened(self, now: Snapshot) -> None:
        """Publish the events since the last look that happened while the broker was there, and let
        the night know what concerns it."""
        lines, self._version = self._lines(now), now.version
        scores, self._scores = self._scores, now.game.scores
        if self._client.connected:
            heard = [line for line in lines if line.version > self._connected_at]
            known = scores if len(heard) == len(lines) else ()
            for event in events_of(heard, now.game, known):
                self._client.publish(self._name.topics.event(self._name.table), encode(event))
        if any(line.kind != "do" or _concerns_night(line) for line in lines) or not lines:
            self._night.look()

    def _lines(self, now: Snapshot) -> tuple[Line, ...]:
        """The lines of the journal since the last look; the newest is in the snapshot."""
        if now.version == self._version + 1:
            kind = now.correction.how if now.correction else "do"
            last = now.record[-1] if now.record else None
            asked = last.actions[0] if last and last.actions else None
            if asked is not None:
                return (
                    Line(
                        version=now.version, kind=kind, asked=asked, events=now.latest, by="", at=""
                    ),
                )
        try:
            more = max(now.version - self._version, 0)  # The table may have gone on meanwhile.
            return self._table.lines(self._version, more) if more else ()
        except JournalFault as fault:
            log.warning("events are lost: %s", fault)
            return ()

    def _state(self, now: Snapshot, at: str = "") -> State:
        seat = self._night.played_seat()
        if seat:
            seat = replace(seat, feats=self._hands.of(now))
        return state_of(now, self._name.table, self._name.names, seat, at)

    def _is_news(self, now: Snapshot) -> bool:
        return self._published is None or replace(self._published, at="") != self._state(now)

    def _publish_state(self, now: Snapshot) -> None:
        """Publish the state if it is news, due, and the broker has had the one before."""
        if self._in_flight or self._table.ticks() < self._state_due or not self._is_news(now):
            return
        at = self._clock().isoformat(timespec="milliseconds").replace("+00:00", "Z")
        state = self._state(now, at)

        def landed() -> None:
            self._in_flight = False

        self._in_flight = True
        topic = self._name.topics.state(self._name.table)
        if self._client.publish(topic, encode(state), retain=True, on_ack=landed):
            self._published, self._state_due = state, self._table.ticks() + STATE_GAP
        else:
            self._in_flight = False

    def _publish_results(self) -> None:
        """Publish results that are not acknowledged, each once in a session."""
        for message in self._night.pending():
            if message in self._sent:
                continue

            def landed(message: MqttMessage = message) -> None:
                self._sent.discard(message)
                self._night.acknowledged(message)

            self._sent.add(message)
            if not self._client.publish(*message, retain=True, on_ack=landed):
                self._sent.discard(message)


def _concerns_night(line: Line) -> bool:
    return any(isinstance(event, NIGHT_EVENTS) for event in line.events)
