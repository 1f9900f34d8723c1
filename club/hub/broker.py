"""The hub's broker connection: receives the reports of tables, and publishes seats and
standings."""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import inf
from queue import Empty, SimpleQueue
from threading import Event as Flag
from threading import Thread
from time import monotonic
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from club.hub.hub import Hub
from club.hub.publisher import Publisher
from club.hub.tables import PendingReports, Tables
from mqtt.broker import Broker
from mqtt.client import Client
from mqtt.payloads import WITHDRAWN, BadPayload, Event, State, read, read_result
from mqtt.topics import ResultTopic, Topics, result_of, table_of
from scorekeeper.journal import JournalFault

log = logging.getLogger(__name__)

BEAT_SECONDS: Final = 5.0
"""Seconds between two announcements of the hub that runs the night."""
SILENT_SECONDS: Final = 15.0
"""Seconds without an announcement after which a watching hub takes over."""
RETRY_SECONDS: Final = 1.0
"""Delay in seconds before the journal is retried after an error."""
MAX_SILENT_SECONDS: Final = 2.0
"""Maximum delay in seconds of publishing under load."""
BATCH_SECONDS: Final = 0.02
"""Pause between two batches while the broker sends retained messages."""
MAX_SYNC_SECONDS: Final = 5.0
"""Timeout in seconds for the probe, after which the broker must have dropped messages."""
WAIT_SECONDS: Final = 1.0
"""Timeout in seconds when waiting for a message."""
MAX_BATCH: Final = 1000
"""Maximum number of messages per batch."""
MAX_WAITING: Final = 20_000


class HubLease(msgspec.Struct, frozen=True, kw_only=True):
    """The announcement of the ``hub`` that runs the night, by its random id."""

    v: Literal[1] = 1
    hub: Annotated[str, Meta(max_length=40)]


class InboundMessage(NamedTuple):
    """A message queued for the hub's thread."""

    topic: str
    payload: bytes
    retained: bool


class Inbox:
    """Receives messages in the client's thread, which must be quick: states go directly to
    *tables*, everything else is queued for the hub's thread."""

    def __init__(self, topics: Topics, tables: Tables) -> None:
        self._topics, self._tables = topics, tables
        self._queue: SimpleQueue[InboundMessage | None] = SimpleQueue()
        self.ignored = 0

    @property
    def waiting(self) -> int:
        return self._queue.qsize()

    def wake(self) -> None:
        """End the wait for a message."""
        self._queue.put(None)

    def take(self, topic: str, payload: bytes, retained: bool) -> None:
        table = table_of(self._topics, topic)
        if table and topic == self._topics.state(table):
            self._take_state(table, payload)
        elif table and topic == self._topics.status(table):
            self._tables.change(table, online=payload == b"online")
        elif self._queue.qsize() >= MAX_WAITING:
            self.ignore(topic, "too many messages at once")
        else:
            self._queue.put(InboundMessage(topic, payload, retained))

    def _take_state(self, table: str, payload: bytes) -> None:
        if payload == WITHDRAWN:
            return
        try:
            state = read(State, payload)
        except BadPayload as fault:
            self.ignore(table, fault)
            return
        if state.table != table:
            self.ignore(table, f"state of another table, {state.table}")
            return
        previous = self._tables.state_of(table)
        self._tables.change(table, state=state)
        if state.seat and (previous is None or previous.seat != state.seat):
            self._queue.put(InboundMessage(self._topics.state(table), b"", False))

    def ignore(self, sender: str, fault: object) -> None:
        """Count and log an ignored message."""
        self.ignored += 1
        log.info("ignored a message from %s: %s", sender, fault)

    def messages(self) -> list[InboundMessage]:
        """Return a batch of messages, empty after WAIT_SECONDS."""
        batch: list[InboundMessage | None] = []
        with suppress(Empty):
            batch.append(self._queue.get(timeout=WAIT_SECONDS))
            while len(batch) < MAX_BATCH:
                batch.append(self._queue.get_nowait())
        return [message for message in batch if message]


class BrokerLink:
    """Connects *hub* and *tables* to a broker, in threads of its own, from ``start`` to ``stop``.

    Results are written to the journal in batches by one thread; until then they remain in memory
    and on the broker. If a club has two hubs, the one whose lease is on the broker runs the night;
    the other watches until the lease is withdrawn or expires.
    """

    def __init__(
        self,
        hub: Hub,
        tables: Tables,
        topics: Topics,
        broker: Broker,
        *,
        make_client: Callable[..., Client] = Client,
    ) -> None:
        self._hub, self._topics, self._broker = hub, topics, broker
        self._tables = tables
        self._inbox = Inbox(topics, tables)
        self._closing = Flag()
        self._is_fresh = False
        """True after each connect: all retained messages must be published again."""
        self._syncing_until: float | None = None
        """Deadline for retained messages; until then nothing is written or published."""
        self._rival: str | None = None
        self._rival_heard_at = 0.0
        self._next_beat: float | None = None
        """Time of the next announcement; None while this hub does not run the night."""
        self._pending = PendingReports(topics, tables)
        self._publisher = Publisher(topics, self._pending)
        self._client = make_client(
            broker,
            name=f"cribble-hub-{hub.id}",
            subscriptions=(
                *(topics.hub, topics.hub_probe, topics.status(), topics.state()),
                *(topics.result(), topics.event(), topics.seat()),
            ),
            on_connect=self._connected,
            on_lost=tables.forget_all,
            on_message=self._inbox.take,
        )
        self._worker = Thread(target=self._work, name="club", daemon=True)
        hub.on_change.add(lambda _: self._inbox.wake())

    def start(self) -> None:
        self._client.start()
        self._worker.start()

    def stop(self) -> None:
        """Withdraw the lease of this hub and stop the threads; a thread that hangs is abandoned."""
        self._closing.set()
        self._inbox.wake()
        self._worker.join(3.0)
        self._client.stop()

    def health(self) -> Mapping[str, Any]:
        """Return the health of the connection: whether it is connected, any fault, and the number
        of ignored messages."""
        client = self._client
        mode = "watch" if self._rival else "listen" if self._next_beat is None else "run"
        return {
            "url": repr(self._broker),
            "connected": client.connected,
            "fault": client.fault,
            "mode": mode,
            "waiting": self._inbox.waiting,
            "ignored": self._inbox.ignored,
        }

    def _connected(self) -> None:
        self._is_fresh = True
        # The broker returns the probe after all that it retains.
        self._client.publish(self._topics.hub_probe, self._hub.id.encode())
        self._inbox.wake()

    def _work(self) -> None:
        while not self._closing.is_set():
            try:
                if self._syncing_until is not None:
                    self._closing.wait(BATCH_SECONDS)
                self._step(self._inbox.messages())
            except JournalFault as fault:
                log.error("cannot save results, retrying: %s", fault)
                self._pending.offer_all()
                self._closing.wait(RETRY_SECONDS)
            except Exception:  # The thread goes on with the next message.
                log.exception("a message could not be handled")
        if self._next_beat is not None:
            self._client.retain(self._topics.hub, WITHDRAWN)

    def _step(self, messages: list[InboundMessage]) -> None:
        now = monotonic()
        if self._is_fresh:
            self._is_fresh = False
            self._syncing_until, self._rival_heard_at = now + MAX_SYNC_SECONDS, now
            self._publisher.forget()
        for message in messages:
            self._handle(message)
        if self._syncing_until is not None:
            if now <= self._syncing_until:
                return
            log.warning("the broker did not send all retained messages")
            self._syncing_until = None
        if self._rival and self._client.connected and now - self._rival_heard_at > SILENT_SECONDS:
            self._rival = None
            self._pending.offer_all()
        self._hub.set_rival(self._rival)
        if self._rival:
            self._next_beat = None
            return
        self._renew_lease(now)
        night = self._hub.now.club.night
        self._hub.report(self._pending.entries(night))
        if self._pending.clear(night):
            # A table may have reported again what the director decided otherwise.
            self._publisher.repeat()
        if not self._inbox.waiting or self._publisher.is_overdue(MAX_SILENT_SECONDS):
            self._publisher.publish(self._hub.now, self._client)

    def _renew_lease(self, now: float) -> None:
        if self._next_beat is None or now >= self._next_beat:
            lease = msgspec.json.encode(HubLease(hub=self._hub.id))
            if self._client.publish(self._topics.hub, lease, retain=True):
                self._next_beat = now + BEAT_SECONDS

    def _handle(self, message: InboundMessage) -> None:
        try:
            self._take(message)
        except BadPayload as fault:
            self._inbox.ignore(message.topic, fault)

    def _take(self, message: InboundMessage) -> None:
        topics = self._topics
        if message.topic == topics.hub:
            self._take_lease(message.payload)
        elif message.topic == topics.hub_probe:
            if message.payload == self._hub.id.encode():
                self._syncing_until = None
        elif name := result_of(topics, message.topic):
            self._take_result(message, name)
        elif (table := table_of(topics, message.topic)) and message.topic == topics.event(table):
            event = read(Event, message.payload)
            if not message.retained:  # A retained event is an old one.
                self._pending.take_event(table, event, self._hub.now.club.night)
        elif table and message.topic == topics.state(table):
            self._pending.take_seat(table)
        else:
            retained = message.retained or self._rival is not None
            self._publisher.find(message.topic, message.payload, retained=retained)

    def _take_lease(self, payload: bytes) -> None:
        """Store a lease. The last one wins; both hubs receive leases in the same order."""
        if payload == WITHDRAWN:
            self._rival_heard_at = -inf
            return
        hub = read(HubLease, payload).hub
        self._rival, self._rival_heard_at = None if hub == self._hub.id else hub, monotonic()

    def _take_result(self, message: InboundMessage, name: ResultTopic) -> None:
        result = read_result(message.payload, name) if message.payload else None
        if result is None and self._publisher.is_own_withdrawal(message.topic):
            return
        if not self._pending.take_result(message.topic, result):
            self._inbox.ignore(name.table, "too many results")
