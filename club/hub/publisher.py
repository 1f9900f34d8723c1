"""The retained messages of the hub on the broker, each published only when it changes."""

from time import monotonic

from club.hub.hub import Snapshot
from club.hub.messages import as_payload, hub_messages, result_messages
from club.hub.pending import PendingReports
from mqtt.client import Client
from mqtt.payloads import WITHDRAWN, Result
from mqtt.topics import Topics


class Publisher:
    """Publishes who sits where, how it stands, and results that the hub knows better than the
    broker. For one thread."""

    def __init__(self, topics: Topics, pending: PendingReports) -> None:
        self._topics, self._pending = topics, pending
        self._held: dict[str, bytes] = {}
        """The messages on the broker that only the hub publishes."""
        self._last: Snapshot | None = None
        self._last_at = 0.0

    def forget(self) -> None:
        """The broker may hold other messages than before: they are found again."""
        self._held, self._last = {}, None

    def repeat(self) -> None:
        """Compare all messages at the next call, though the night is the same."""
        self._last = None

    def find(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """Take note of a message that the broker holds."""
        if retained or topic in self._held:
            self._held[topic] = payload

    def is_own_withdrawal(self, topic: str) -> bool:
        """True, once, if the hub itself took back the result at *topic*."""
        return self._held.pop(topic, None) == WITHDRAWN

    def is_overdue(self, seconds: float) -> bool:
        """True if nothing was published for *seconds*."""
        return monotonic() - self._last_at > seconds

    def publish(self, snapshot: Snapshot, client: Client) -> None:
        """Publish by *client* what changed since it was published last."""
        if snapshot is self._last or not client.connected:
            return
        wanted = hub_messages(snapshot.club, self._topics)
        gone = {
            topic: WITHDRAWN for topic, held in self._held.items() if held and topic not in wanted
        }
        for topic, payload in (wanted | gone).items():
            if self._held.get(topic) != payload:
                client.publish(topic, payload, retain=True)
                self._held[topic] = payload
        if night := snapshot.club.night:
            for topic, result in result_messages(night, self._topics, dict(self._pending.results)):
                self._publish_result(topic, result, client)
        self._last, self._last_at = snapshot, monotonic()

    def _publish_result(self, topic: str, wanted: Result | None, client: Client) -> None:
        client.publish(topic, as_payload(wanted), retain=True)
        if wanted is None:
            self._held[topic] = WITHDRAWN
            self._pending.results.pop(topic, None)
        else:
            self._pending.results[topic] = wanted
