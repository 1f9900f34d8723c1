"""The MQTT link of a table: a thread that publishes the table's public data."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from threading import Event as Flag
from threading import Thread
from typing import Final

from msgspec.structs import replace

from mqtt.client import Client
from mqtt.game import Names, events_of, great_hands, state_of
from mqtt.home_assistant import HomeAssistant
from mqtt.night import NightTable
from mqtt.payloads import ONLINE, WITHDRAWN, BadPayload, State, encode
from mqtt.topics import HOME_ASSISTANT_STATUS, Topics
from scorekeeper.device import Health
from scorekeeper.game.events import Abandoned, GameBegan, GameWon
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.journal import Clock, JournalFault
from scorekeeper.table import Table

log = logging.getLogger(__name__)

STATE_GAP: Final = 0.11
"""Minimum seconds between states: fewer than ten per second even with network jitter; also the poll
interval for acknowledgements."""

YIELD_SECONDS: Final = 0.02
"""Delay in seconds before a change is published, so that the phone's response has priority."""

IDLE_SECONDS: Final = 1.0
ANNOUNCE_WITHIN: Final = 5.0
"""Maximum random delay in seconds before announcing to a restarted Home Assistant, to spread the
load of several tables."""

NIGHT_EVENTS: Final = (GameBegan, GameWon, Abandoned)
"""Events relevant to a night, besides corrections."""


class TableLink:
    """Publishes *table* as *name* under its club's *topics*, with players' names in the form
    *names*. Passes received messages to *night* and *house*.

    *make_client* takes the keyword arguments of ``Client`` except broker and name. Entries do not
    wait for the link, which follows the table in its own thread.
    """

    def __init__(
        self,
        table: Table,
        topics: Topics,
        name: str,
        make_client: Callable[..., Client],
        night: NightTable,
        house: HomeAssistant,
        *,
        names: Names = "full",
        clock: Clock,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._table, self._topics, self._name, self._names = table, topics, name, names
        self._night, self._house = night, house
        self._clock, self._chance = clock, chance
        status = topics.status(name)
        self._client = make_client(
            status=status,
            subscriptions=(topics.seat(name), topics.night, status, *house.subscriptions),
            on_connect=self._connected,
            on_lost=lambda: table.set_machine(broker=Health.LOST),
            on_message=self._receive,
        )
        self._ignored = 0
        self._fresh, self._closing = Flag(), Flag()
        self._announce_at: float | None = None
        self._version, self._scores = table.now.version, table.now.game.scores
        self._connected_at = self._version
        self._state: State | None = None
        self._feats_version, self._feats = table.now.version, great_hands(table, table.now.game)
        self._state_payload, self._state_due = b"", table.ticks()
        self._thread = Thread(target=self._run, name="mqtt-table", daemon=True)

    @property
    def health(self) -> dict[str, object]:
        """The health of the connection, its fault, and the number of messages ignored."""
        word = Health.OK if self._client.connected else Health.LOST
        return {"health": word, "fault": self._client.fault, "ignored": self._ignored}

    def agree(self, place: str, seat: int) -> bool:
        """See ``NightTable.agree``."""
        return self._night.agree(place, seat)

    def start(self) -> None:
        self._table.set_machine(broker=Health.LOST)
        self._client.start()
        self._thread.start()

    def stop(self, within: float = 3.0) -> None:
        """Publish the final state and ``offline``. Threads that hang are abandoned."""
        self._closing.set()
        self._table.set_machine(broker=Health.OFF)
        self._thread.join(within / 2)
        self._client.stop(within / 2)

    def _connected(self) -> None:
        self._connected_at = self._table.now.version
        self._fresh.set()
        self._table.set_machine(broker=Health.OK)

    def _receive(self, topic: str, payload: bytes, retained: bool) -> None:
        """Process a message. Invalid ones are counted and ignored."""
        try:
            if topic == self._topics.status(self._name):
                # Sent by the broker when it ends an earlier session of this table.
                if payload != ONLINE and not self._closing.is_set():
                    self._client.publish(topic, ONLINE, retain=True)
                    if payload == WITHDRAWN:  # By a table that used this name earlier.
                        self._fresh.set()
            elif topic == self._topics.seat(self._name):
                self._night.take_seat(payload)
            elif topic == self._topics.night:
                self._night.take_night(payload)
            elif topic == HOME_ASSISTANT_STATUS:
                if payload == ONLINE:
                    pause = self._chance() * (ANNOUNCE_WITHIN - IDLE_SECONDS)
                    self._announce_at = self._table.ticks() + pause
            elif not retained:
                self._house.obey(topic, payload)
        except BadPayload as fault:
            self._ignored += 1
            log.warning("ignored a message on %s: %s", topic, fault)

    def _run(self) -> None:
        revision, is_done = -1, False
        while not self._closing.is_set():
            now = self._table.after(revision, IDLE_SECONDS if is_done else STATE_GAP)
            if now.revision != revision:
                self._closing.wait(YIELD_SECONDS)
                now = self._table.now
            revision = now.revision
            is_done = self._follow(now)
        self._publish_state(self._table.now, at_once=True)

    def _follow(self, now: Snapshot) -> bool:
        """Publish all changes. Return True if there is nothing to do until the table changes."""
        if self._fresh.is_set():
            self._fresh.clear()
            self._client.forget_retained()
            self._state, self._state_due = None, self._table.ticks()
        if now.version != self._version:
            self._publish_events(now)
        if not self._client.connected:
            return True
        if self._announce_at is not None and self._announce_at <= self._table.ticks():
            self._announce_at = None
            self._house.announce(self._client)
        is_done = self._publish_state(now)
        is_done &= self._house.publish(now, self._table.machine, self._client)
        results = self._night.results()
        sent = {topic: text for topic, text in results.items() if self._client.retain(topic, text)}
        self._night.acknowledge(sent)
        return is_done and sent == results

    def _publish_events(self, now: Snapshot) -> None:
        """Publish the events since the last call that occurred while connected, and update the
        night if any is relevant."""
        try:
            more = max(now.version - self._version, 0)  # Not past *now*.
            lines = self._table.lines(self._version, more) if more else ()
        except JournalFault as fault:
            log.warning("events are lost: %s", fault)
            lines = ()
        self._version = now.version
        scores, self._scores = self._scores, now.game.scores
        if self._client.connected:
            heard = [line for line in lines if line.version > self._connected_at]
            known = scores if len(heard) == len(lines) else ()
            for event in events_of(heard, now.game, known):
                self._client.publish(self._topics.event(self._name), encode(event))
        events = (event for line in lines for event in line.events)
        is_corrected = any(line.kind != "do" for line in lines)
        if not lines or is_corrected or any(isinstance(event, NIGHT_EVENTS) for event in events):
            self._night.update()

    def _publish_state(self, now: Snapshot, *, at_once: bool = False) -> bool:
        """Publish the state if it has changed, STATE_GAP has passed and the last one is
        acknowledged, or *at_once*. Return True if the broker has acknowledged the current state."""
        topic = self._topics.state(self._name)
        seat = self._night.played_seat()
        if seat and self._feats_version != now.version:
            self._feats_version, self._feats = now.version, great_hands(self._table, now.game)
        if seat:
            seat = replace(seat, feats=self._feats)
        state = state_of(now, self._name, self._names, seat)
        if state != self._state:
            is_due = self._table.ticks() >= self._state_due and not self._client.is_waiting(topic)
            if not (is_due or at_once):
                return False
            at = self._clock().isoformat(timespec="milliseconds").replace("+00:00", "Z")
            self._state, self._state_payload = state, encode(replace(state, at=at))
            self._state_due = self._table.ticks() + STATE_GAP
        return self._client.retain(topic, self._state_payload)
