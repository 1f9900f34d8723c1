"""The messages of the broker on their way to the thread of the hub."""

import logging
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple

from club.hub.tables import Tables
from mqtt.payloads import WITHDRAWN, BadPayload, read_state
from mqtt.topics import Topics, table_of

log = logging.getLogger(__name__)

WAIT_SECONDS: Final = 1.0
"""The longest wait for a message."""
MOST_AT_ONCE: Final = 1000
"""Messages that are looked at together, and results in one transaction."""
MOST_WAITING: Final = 20_000


class InboundMessage(NamedTuple):
    """A message that the thread of the hub looks at."""

    topic: str
    payload: bytes
    retained: bool


class Inbox:
    """Takes messages in the thread of the client, which must be quick, and keeps for that of the
    hub what is not just the state of a table."""

    def __init__(self, topics: Topics, tables: Tables) -> None:
        self._topics, self._tables = topics, tables
        self._queue: SimpleQueue[InboundMessage | None] = SimpleQueue()
        self.ignored = 0

    @property
    def waiting(self) -> int:
        """Return the number of messages that wait."""
        return self._queue.qsize()

    def wake(self) -> None:
        """End the wait for a message."""
        self._queue.put(None)

    def take(self, topic: str, payload: bytes, retained: bool) -> None:
        """Take a message."""
        table = table_of(self._topics, topic)
        if table and topic == self._topics.state(table):
            self._take_state(table, payload)
        elif table and topic == self._topics.status(table):
            self._tables.set_online(table, payload == b"online")
        elif self._queue.qsize() >= MOST_WAITING:
            self.ignore(topic, "too much at once")
        else:
            self._queue.put(InboundMessage(topic, payload, retained))

    def _take_state(self, table: str, payload: bytes) -> None:
        if payload == WITHDRAWN:
            return
        try:
            state = read_state(payload)
        except BadPayload as fault:
            self.ignore(table, fault)
            return
        if state.table != table:
            self.ignore(table, f"a state of {state.table}")
            return
        before = self._tables.said_by(table)
        self._tables.set_state(state)
        if state.seat and (before is None or before.seat != state.seat):
            self._queue.put(InboundMessage(self._topics.state(table), b"", False))

    def ignore(self, whose: str, fault: object) -> None:
        """Count a message that is not used, and log why."""
        self.ignored += 1
        log.info("ignored a message of %s: %s", whose, fault)

    def messages(self) -> list[InboundMessage]:
        """Return what came: at least one thing, or nothing after WAIT_SECONDS."""
        found: list[InboundMessage | None] = []
        with suppress(Empty):
            found.append(self._queue.get(timeout=WAIT_SECONDS))
            while len(found) < MOST_AT_ONCE:
                found.append(self._queue.get_nowait())
        return [one for one in found if one]
