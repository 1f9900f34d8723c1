"""The hub on the broker: takes the reports of tables, and publishes seats and standings."""

import logging
from collections.abc import Callable, Mapping
from threading import Event, Thread
from time import monotonic, time
from typing import Any, Final

from msgspec.json import Decoder, encode

from club.hub.election import HubQuery, HubStatus, LeaderElection, Mode
from club.hub.hub import Hub, Snapshot
from club.hub.inbox import InboundMessage, Inbox
from club.hub.pending import PendingReports
from club.hub.publisher import Publisher
from club.hub.reports import feat_of
from club.hub.tables import Tables
from mqtt.broker import Broker
from mqtt.client import Client, MqttMessage
from mqtt.payloads import BadPayload, read_event, read_result
from mqtt.topics import ResultTopic, Topics, result_of, table_of
from scorekeeper.journal import JournalFault

log = logging.getLogger(__name__)

AGAIN_SECONDS: Final = 1.0
"""Before the journal is tried again after a fault."""
MOST_SILENT: Final = 2.0
"""Seconds; while more has come that is not looked at, what follows is said later."""
TOGETHER_SECONDS: Final = 0.02
"""Between two looks while much arrives: it is read in another thread, which goes on meanwhile."""
LONGEST_SYNC: Final = 5.0
"""Seconds; a broker that does not bring the own question back has dropped messages."""

_status: Final = Decoder(HubStatus).decode
_question: Final = Decoder(HubQuery).decode


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
        self._inbox = Inbox(topics, tables)
        self._closing = Event()
        self._is_fresh = False
        """True after each connect: all that holds is to be published again."""
        self._syncing_until: float | None = None
        """While the broker sends all that it keeps, nothing is written down or published."""
        self._pending = PendingReports(topics, tables)
        self._publisher = Publisher(topics, self._pending)
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
        self._inbox.wake()
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
            "waiting": self._inbox.waiting,
            "ignored": self._inbox.ignored,
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
            on_message=self._inbox.take,
        )

    def _connected(self) -> None:
        self._is_fresh = True
        question = encode(HubQuery(hub=self._hub.id))
        self._client.publish(self._topics.hub_ask, question)
        self._inbox.wake()

    def _wake(self, _: Snapshot) -> None:
        self._inbox.wake()

    def _work(self) -> None:
        while not self._closing.is_set():
            try:
                if self._syncing_until is not None:
                    self._closing.wait(TOGETHER_SECONDS)
                self._step(self._inbox.messages())
            except JournalFault as fault:
                log.error("results wait: %s", fault)
                self._pending.offer_all()
                self._closing.wait(AGAIN_SECONDS)
            except Exception:  # Whatever it is, the next message is looked at.
                log.exception("a message could not be looked at")

    def _step(self, messages: list[InboundMessage]) -> None:
        if self._is_fresh:
            self._is_fresh = False
            self._syncing_until = monotonic() + LONGEST_SYNC
            self._publisher.forget()
        for one in messages:
            self._look_at(one)
        self._election.tick(monotonic())
        if self._election.mode is not self._mode:
            self._change_mode()
        if self._mode is not Mode.RUN or self._is_syncing():
            return
        self._write_down()
        if not self._inbox.waiting or self._publisher.is_overdue(MOST_SILENT):
            self._publisher.publish(self._hub.now, self._client)

    def _is_syncing(self) -> bool:
        """True while the broker has more to tell of what it keeps: it does so before it brings the
        own question back, so that all is written down together and published once."""
        until = self._syncing_until
        if until is not None and monotonic() > until:
            log.warning("the broker did not tell all that it keeps")
            self._syncing_until = None
        return self._syncing_until is not None

    def _write_down(self) -> None:
        """Have what was reported in the journal."""
        night = self._hub.now.club.night
        self._hub.report(self._pending.entries(night))
        if self._pending.clear(night):
            # A table may have reported again what the director decided otherwise.
            self._publisher.repeat()

    def _change_mode(self) -> None:
        """A client with other subscriptions and another will takes the place of this one."""
        self._mode = self._election.mode
        self._client.stop()
        self._client = self._made_client()
        self._hub.set_rival(self._election.rival)
        if not self._closing.is_set():
            self._client.start()

    def _look_at(self, message: InboundMessage) -> None:
        """Take note of a message."""
        topics = self._topics
        if message.topic in (topics.hub, topics.hub_ask):
            self._take_hub(message)
        elif name := result_of(topics, message.topic):
            self._take_result(message, name)
        elif (table := table_of(topics, message.topic)) and message.topic == topics.event(table):
            self._take_event(table, message)
        elif table and message.topic == topics.state(table):
            self._pending.take_seat(table)
        else:
            self._publisher.find(message.topic, message.payload, retained=message.retained)

    def _take_hub(self, message: InboundMessage) -> None:
        try:
            if message.topic == self._topics.hub_ask:
                self._take_question(_question(message.payload))
            elif self._election.take(_status(message.payload), retained=message.retained):
                self._publish_online()
        except ValueError as fault:
            self._inbox.ignore("a hub", fault)

    def _take_question(self, asked: HubQuery) -> None:
        if asked.hub == self._hub.id:
            self._election.take_own_question(monotonic())
            if self._mode is Mode.RUN:
                self._syncing_until = None
        elif self._mode is Mode.RUN:
            self._publish_online()

    def _publish_online(self) -> None:
        self._client.publish(self._topics.hub, encode(self._election.online), retain=True)

    def _take_result(self, message: InboundMessage, name: ResultTopic) -> None:
        try:
            result = read_result(message.payload, name) if message.payload else None
        except BadPayload as fault:
            self._inbox.ignore(name.table, fault)
            return
        if not self._pending.has_room(message.topic):
            self._inbox.ignore(name.table, "too many results")
            return
        if result is None and self._publisher.is_own_withdrawal(message.topic):
            return
        self._pending.take_result(message.topic, result)

    def _take_event(self, table: str, message: InboundMessage) -> None:
        """Take note of the feat that a table reports; what is retained is not of now."""
        try:
            event = read_event(message.payload)
        except BadPayload as fault:
            self._inbox.ignore(table, fault)
            return
        feat = feat_of(event, self._tables.said_by(table), self._hub.now.club.night)
        if feat and not message.retained:
            self._pending.take_feat(feat)
