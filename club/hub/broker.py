"""The hub on the broker: hears tables and results, and says who sits where and how it stands."""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic, time
from typing import Any, Final, NamedTuple

from msgspec.json import Decoder, encode

from club.hub.election import HubQuery, HubStatus, LeaderElection, Mode
from club.hub.hub import Hub, Snapshot
from club.hub.messages import as_payload, hub_messages, result_messages
from club.hub.pending import PendingReports
from club.hub.reports import feat_of
from club.hub.tables import Tables
from mqtt.broker import Broker
from mqtt.client import Client, MqttMessage
from mqtt.payloads import WITHDRAWN, BadPayload, Result, read_event, read_result, read_state
from mqtt.topics import ResultTopic, Topics, result_of, table_of
from scorekeeper.journal import JournalFault

log = logging.getLogger(__name__)

AGAIN_SECONDS: Final = 1.0
"""After a fault of the journal, and between two looks at the time."""
MOST_AT_ONCE: Final = 1000
"""Messages that are looked at together, and results in one transaction."""
MOST_SILENT: Final = 2.0
"""Seconds; while more has come that is not looked at, what follows is said later."""
TOGETHER_SECONDS: Final = 0.02
"""Between two looks while much arrives: it is read in another thread, which goes on meanwhile."""
LONGEST_HEARING: Final = 5.0
"""Seconds; a broker that does not bring the own question back has dropped messages."""
MOST_WAITING: Final = 20_000

_status: Final = Decoder(HubStatus).decode
_question: Final = Decoder(HubQuery).decode


class InboundMessage(NamedTuple):
    """A message that the thread of the hub looks at."""

    topic: str
    payload: bytes
    retained: bool


class BrokerLink:
    """Connects *hub* and *tables* to a broker, in threads of its own, from ``start`` to ``stop``.

    What must be quick is done where it arrives. Results are written down by one thread, many at a
    time; until the journal has them they wait here, and the broker keeps them, too.
    """

    def __init__(
        self,
        hub: Hub,
        tables: Tables,
        topics: Topics,
        broker: Broker,
        *,
        since: Callable[[], float] = time,
        make_client: Callable[..., Client] = Client,
    ) -> None:
        self._hub, self._tables, self._topics, self._broker = hub, tables, topics, broker
        self._new_client = make_client
        self._election = LeaderElection(hub.id, int(1000 * since()))
        self._queue: SimpleQueue[InboundMessage | None] = SimpleQueue()
        self._closing = Event()
        self._is_fresh = False
        """True after each connect: all that holds is to be said again."""
        self._hearing_until: float | None = None
        """While the broker tells all that it keeps, nothing is written down or said."""
        self._published: dict[str, bytes] = {}
        """The retained messages on the broker that only the hub publishes."""
        self._pending = PendingReports(topics, tables)
        self._said: object = None
        self._said_at = 0.0
        self.ignored = 0
        self._mode = Mode.LOOK
        self._client = self._made_client()
        self._worker = Thread(target=self._work, name="club", daemon=True)
        hub.subscribe(self._wake)

    def start(self) -> None:
        """Begin to connect."""
        self._client.start()
        self._worker.start()

    def stop(self) -> None:
        """Say goodbye, and end the threads; what hangs is left to itself."""
        self._closing.set()
        self._queue.put(None)
        self._worker.join(3.0)
        self._client.stop()

    def health(self) -> Mapping[str, Any]:
        """Return how the broker is: connected or not and why not, and what was ignored."""
        client = self._client
        return {
            "url": repr(self._broker),
            "connected": client.connected,
            "fault": client.fault,
            "mode": self._mode.name.lower(),
            "waiting": self._queue.qsize(),
            "ignored": self.ignored,
        }

    def _made_client(self) -> Client:
        """Return a client for the mode; only who runs the night leaves a will."""
        topics, is_looking = self._topics, self._mode is Mode.LOOK
        online, offline = encode(self._election.online), encode(self._election.offline)
        followed = () if is_looking else (
            topics.status(),
            topics.state(),
            topics.result(),
            topics.event(),
            topics.seat(),
        )  # fmt: skip
        will = (MqttMessage(topics.hub, online), MqttMessage(topics.hub, offline))
        return self._new_client(
            self._broker,
            name=f"cribble-hub-{self._hub.id}-{self._mode.name.lower()}",
            will=will if self._mode is Mode.RUN else None,
            subscriptions=(topics.hub, topics.hub_ask, *followed),
            on_connect=self._connected,
            on_lost=self._tables.forget_all,
            on_message=self._hear,
        )

    def _connected(self) -> None:
        self._is_fresh = True
        question = encode(HubQuery(hub=self._hub.id))
        self._client.publish(self._topics.hub_ask, question)
        self._queue.put(None)

    def _wake(self, _: Snapshot) -> None:
        self._queue.put(None)

    def _hear(self, topic: str, payload: bytes, retained: bool) -> None:
        """Take a message, in the thread of the client."""
        table = table_of(self._topics, topic)
        if table and topic == self._topics.state(table):
            self._hear_state(table, payload)
        elif table and topic == self._topics.status(table):
            self._tables.set_online(table, payload == b"online")
        elif self._queue.qsize() >= MOST_WAITING:
            self._ignore(topic, "too much at once")
        else:
            self._queue.put(InboundMessage(topic, payload, retained))

    def _hear_state(self, table: str, payload: bytes) -> None:
        if payload == WITHDRAWN:
            return
        try:
            state = read_state(payload)
        except BadPayload as fault:
            self._ignore(table, fault)
            return
        if state.table != table:
            self._ignore(table, f"a state of {state.table}")
            return
        before = self._tables.said_by(table)
        self._tables.set_state(state)
        if state.seat and (before is None or before.seat != state.seat):
            self._queue.put(InboundMessage(self._topics.state(table), b"", False))

    def _ignore(self, whose: str, fault: object) -> None:
        self.ignored += 1
        log.info("ignored a message of %s: %s", whose, fault)

    def _work(self) -> None:
        while not self._closing.is_set():
            try:
                self._step(self._gathered())
            except JournalFault as fault:
                log.error("results wait: %s", fault)
                self._pending.offer_all()
                self._closing.wait(AGAIN_SECONDS)
            except Exception:  # Whatever it is, the next message is looked at.
                log.exception("a message could not be looked at")

    def _gathered(self) -> list[InboundMessage]:
        """Return what came: at least one thing, or nothing after AGAIN_SECONDS."""
        found: list[InboundMessage | None] = []
        if self._hearing_until is not None:
            self._closing.wait(TOGETHER_SECONDS)
        with suppress(Empty):
            found.append(self._queue.get(timeout=AGAIN_SECONDS))
            while len(found) < MOST_AT_ONCE:
                found.append(self._queue.get_nowait())
        return [one for one in found if one]

    def _step(self, heard: list[InboundMessage]) -> None:
        if self._is_fresh:
            self._is_fresh = False
            self._hearing_until = monotonic() + LONGEST_HEARING
            self._published, self._said = {}, None
        for one in heard:
            self._look_at(one)
        self._election.tick(monotonic())
        if self._election.mode is not self._mode:
            self._change_mode()
        if self._mode is not Mode.RUN or self._is_hearing():
            return
        self._write_down()
        if self._queue.empty() or monotonic() - self._said_at > MOST_SILENT:
            self._publish()

    def _is_hearing(self) -> bool:
        """True while the broker has more to tell of what it keeps: it does so before it brings the
        own question back, so that all is written down together and said once."""
        until = self._hearing_until
        if until is not None and monotonic() > until:
            log.warning("the broker did not tell all that it keeps")
            self._hearing_until = None
        return self._hearing_until is not None

    def _write_down(self) -> None:
        """Have what was heard in the journal."""
        night = self._hub.now.club.night
        self._hub.report(self._pending.entries(night))
        if self._pending.clear(night):
            self._said = None  # A table may have said again what the director decided otherwise.

    def _change_mode(self) -> None:
        """A client with other subscriptions and another will takes the place of this one."""
        self._mode = self._election.mode
        self._client.stop()
        self._client = self._made_client()
        self._hub.set_rival(self._election.rival)
        if not self._closing.is_set():
            self._client.start()

    def _look_at(self, heard: InboundMessage) -> None:
        """Take note of a message."""
        topics = self._topics
        if heard.topic in (topics.hub, topics.hub_ask):
            self._hear_hub(heard)
        elif name := result_of(topics, heard.topic):
            self._hear_result(heard, name)
        elif (table := table_of(topics, heard.topic)) and heard.topic == topics.event(table):
            self._hear_event(table, heard)
        elif table and heard.topic == topics.state(table):
            self._pending.take_seat(table)
        elif heard.retained or heard.topic in self._published:
            self._published[heard.topic] = heard.payload

    def _hear_hub(self, heard: InboundMessage) -> None:
        try:
            if heard.topic == self._topics.hub_ask:
                self._hear_question(_question(heard.payload))
            elif self._election.hear(_status(heard.payload), retained=heard.retained):
                self._say_online()
        except ValueError as fault:
            self._ignore("a hub", fault)

    def _hear_question(self, asked: HubQuery) -> None:
        if asked.hub == self._hub.id:
            self._election.hear_own_question(monotonic())
            if self._mode is Mode.RUN:
                self._hearing_until = None
        elif self._mode is Mode.RUN:
            self._say_online()

    def _say_online(self) -> None:
        self._client.publish(self._topics.hub, encode(self._election.online), retain=True)

    def _hear_result(self, heard: InboundMessage, name: ResultTopic) -> None:
        try:
            result = read_result(heard.payload, name) if heard.payload else None
        except BadPayload as fault:
            self._ignore(name.table, fault)
            return
        if not self._pending.has_room(heard.topic):
            self._ignore(name.table, "too many results")
            return
        if result is None and self._published.pop(heard.topic, None) == WITHDRAWN:
            return  # The hub itself took it back.
        self._pending.take_result(heard.topic, result)

    def _hear_event(self, table: str, heard: InboundMessage) -> None:
        """Take note of the feat that a table tells of; what is retained is not of now."""
        try:
            event = read_event(heard.payload)
        except BadPayload as fault:
            self._ignore(table, fault)
            return
        feat = feat_of(event, self._tables.said_by(table), self._hub.now.club.night)
        if feat and not heard.retained:
            self._pending.take_feat(feat)

    def _publish(self) -> None:
        """Say what changed since it was said last."""
        snapshot = self._hub.now
        if snapshot is self._said or not self._client.connected:
            return
        wanted = hub_messages(snapshot.club, self._topics)
        gone = {
            topic: WITHDRAWN
            for topic, held in self._published.items()
            if held and topic not in wanted
        }
        for topic, payload in (wanted | gone).items():
            if self._published.get(topic) != payload:
                self._client.publish(topic, payload, retain=True)
                self._published[topic] = payload
        if snapshot.club.night:
            night, held = snapshot.club.night, dict(self._pending.results)
            for topic, result in result_messages(night, self._topics, held):
                self._publish_result(topic, result)
        self._said, self._said_at = snapshot, monotonic()

    def _publish_result(self, topic: str, wanted: Result | None) -> None:
        self._client.publish(topic, as_payload(wanted), retain=True)
        if wanted is None:
            self._published[topic] = WITHDRAWN
            self._pending.results.pop(topic, None)
        else:
            self._pending.results[topic] = wanted
