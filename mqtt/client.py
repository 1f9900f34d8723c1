"""An MQTT client that reconnects automatically, based on paho-mqtt, with clean sessions.

Sessions are not resumed, because queued messages would arrive after newer ones. After each connect,
the caller must publish current values again.
"""

from __future__ import annotations

import logging
import random
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from secrets import token_hex
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mqtt.broker import Broker
from mqtt.payloads import OFFLINE, ONLINE

if TYPE_CHECKING:
    from paho.mqtt.client import Client as PahoClient
    from paho.mqtt.client import MQTTMessageInfo
    from paho.mqtt.reasoncodes import ReasonCode

log = logging.getLogger(__name__)

KEEPALIVE: Final = 15
"""Keepalive interval in seconds."""

CONNECT_SECONDS: Final = 5.0
GOODBYE_SECONDS: Final = 1.0
"""Timeout in seconds for pending acknowledgements on shutdown."""

FIRST_DELAY: Final = 1.0
MAX_DELAY_SECONDS: Final = 30.0
JITTER: Final = 0.2
"""Relative jitter of reconnect delays, so that tables do not reconnect at the same time."""

PROBE_SECONDS: Final = 4.0
LOOP_SECONDS: Final = 0.1


class _Sent(NamedTuple):
    payload: bytes
    info: MQTTMessageInfo

    @property
    def is_acknowledged(self) -> bool:
        return not self.info.rc and self.info.is_published()


class _Session(NamedTuple):
    """An accepted connection, and the retained messages published in it, by topic."""

    paho: PahoClient
    sent: dict[str, _Sent]


def reconnect_delays(chance: Callable[[], float] = random.random) -> Iterator[float]:
    """Yield reconnect delays in seconds: 1, 2, 4 … 30, with JITTER."""
    seconds = FIRST_DELAY
    while True:
        yield min(seconds * (1 - JITTER + 2 * JITTER * chance()), MAX_DELAY_SECONDS)
        seconds = min(2 * seconds, MAX_DELAY_SECONDS)


class Client:
    """Keeps a connection to *broker* in background threads. No method waits for the network, except
    ``stop``.

    ``online`` is retained on the topic *status* on connect, and ``offline`` on disconnect or as
    last will. Callbacks run in paho's thread and must not block: *on_connect* after each connect,
    *on_lost* after each disconnect, *on_message* with topic, payload and retain flag of messages
    matching *subscriptions*.
    """

    def __init__(
        self,
        broker: Broker,
        *,
        name: str,
        status: str = "",
        subscriptions: Sequence[str] = (),
        on_connect: Callable[[], object] = lambda: None,
        on_lost: Callable[[], object] = lambda: None,
        on_message: Callable[[str, bytes, bool], object] = lambda topic, payload, retained: None,
        chance: Callable[[], float] = random.random,
        pause: Callable[[Event, float], object] = Event.wait,
    ) -> None:
        self._broker, self._name, self._status = broker, name, status
        self._subscriptions = [(topic, 1) for topic in subscriptions]
        self._on_connect, self._on_lost, self._on_message = on_connect, on_lost, on_message
        self._chance, self._pause = chance, pause
        self._closing, self._lost = Event(), Event()
        self._session: _Session | None = None
        self._fault: str | None = None
        self._thread = Thread(target=self._run, name="mqtt", daemon=True)

    @property
    def connected(self) -> bool:
        """True while there is a session accepted by the broker."""
        return self._session is not None

    @property
    def fault(self) -> str | None:
        """Why there is no connection, in English; None while connected."""
        return None if self.connected else self._fault

    def start(self) -> None:
        self._thread.start()

    def stop(self, within: float = 3.0) -> None:
        """Publish ``offline`` and disconnect. A connection that hangs is abandoned."""
        self._closing.set()
        self._lost.set()
        self._thread.join(within)

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> bool:
        """Publish a message with QoS 1. Return False, dropping it, if there is no connection."""
        session = self._session
        if session is None:
            return False
        session.paho.publish(topic, payload, qos=1, retain=retain)
        return True

    def retain(self, topic: str, payload: bytes) -> bool:
        """Publish a retained message once per session; an empty *payload* deletes it. Return True
        if the broker has acknowledged it: call again until then."""
        session = self._session
        if session is None:
            return False
        sent = session.sent.get(topic)
        if sent is None or sent.payload != payload:
            sent = _Sent(payload, session.paho.publish(topic, payload, qos=1, retain=True))
            session.sent[topic] = sent
        return sent.is_acknowledged

    def is_waiting(self, topic: str) -> bool:
        """True while the last retained message on *topic* has not been acknowledged."""
        session = self._session
        sent = session.sent.get(topic) if session else None
        return sent is not None and not sent.is_acknowledged

    def forget_retained(self) -> None:
        """Make ``retain`` publish everything again, as after a connect."""
        if session := self._session:
            session.sent.clear()

    def _run(self) -> None:
        delays = reconnect_delays(self._chance)
        while not self._closing.is_set():
            if self._run_session():
                delays = reconnect_delays(self._chance)
            self._pause(self._closing, next(delays))

    def _run_session(self) -> bool:
        """Connect, and wait until the session ends. Return True if the broker accepted it."""
        self._lost.clear()
        if self._closing.is_set():
            return False
        paho, accepted = new_session(self._broker, self._name), Event()
        self._set_callbacks(paho, accepted)
        try:
            paho.connect(self._broker.host, self._broker.port, KEEPALIVE)
        except (OSError, ValueError) as fault:
            self._set_fault(str(fault))
        else:
            paho.loop_start()
            self._lost.wait()
            if session := self._session:
                if self._status:
                    self.retain(self._status, OFFLINE)
                due = monotonic() + GOODBYE_SECONDS
                for sent in tuple(session.sent.values()):
                    with suppress(RuntimeError):  # The session was lost.
                        sent.info.wait_for_publish(max(due - monotonic(), 0.0))
            self._session = None
            paho.disconnect()
            paho.loop_stop()
        finally:
            forget_callbacks(paho)
        if accepted.is_set():
            _guarded(self._on_lost)
        return accepted.is_set()

    def _set_callbacks(self, paho: PahoClient, accepted: Event) -> None:
        def connected(client: Any, data: Any, flags: Any, code: ReasonCode, more: Any) -> None:
            if code.is_failure:
                self._set_fault(str(code))
                self._lost.set()
                return
            accepted.set()
            self._fault, self._session = None, _Session(paho, {})
            log.info("connected to %r", self._broker)
            if self._subscriptions:
                paho.subscribe(self._subscriptions)
            if self._status:
                self.publish(self._status, ONLINE, retain=True)
            _guarded(self._on_connect)

        def disconnected(client: Any, data: Any, flags: Any, code: ReasonCode, more: Any) -> None:
            if not self._lost.is_set():  # Keep the fault of a refused session.
                self._set_fault(str(code) if accepted.is_set() else "no answer")
            self._session = None
            self._lost.set()

        if self._status:
            paho.will_set(self._status, OFFLINE, qos=1, retain=True)
        paho.on_connect, paho.on_disconnect = connected, disconnected
        paho.on_message = lambda client, data, message: _guarded(
            self._on_message, message.topic, bytes(message.payload), message.retain
        )

    def _set_fault(self, fault: str) -> None:
        if fault != self._fault:
            log.warning("no connection to %r: %s", self._broker, fault)
        self._fault = fault


def forget_callbacks(session: PahoClient) -> None:
    """Break the reference cycle between *session* and its callbacks, so that paho closes its
    wake-up sockets, which it does only on deletion."""
    session.on_connect = session.on_disconnect = session.on_message = session.on_publish = None


def new_session(broker: Broker, name: str) -> PahoClient:
    """Return a paho client with the id *name*, not yet connected. Imports paho-mqtt lazily."""
    from paho.mqtt.client import Client as PahoClient
    from paho.mqtt.enums import CallbackAPIVersion

    session = PahoClient(CallbackAPIVersion.VERSION2, client_id=name, reconnect_on_failure=False)
    session.connect_timeout = CONNECT_SECONDS
    if broker.user:
        session.username_pw_set(broker.user, broker.password)
    if broker.tls:
        session.tls_set_context(ssl.create_default_context())
    return session


class BrokerAnswer(NamedTuple):
    """Why the login was refused (empty if accepted), and whether messages are delivered."""

    refusal: str = ""
    passes_on: bool = True


def probe(broker: Broker, topic: str, seconds: float = PROBE_SECONDS) -> BrokerAnswer:
    """Log in to *broker*, publish a message to *topic*, and wait *seconds* for its delivery, which
    an access list may prevent without an error.

    Raises OSError if the broker does not respond.
    """
    session, word = new_session(broker, ""), token_hex(8).encode()
    codes: list[ReasonCode] = []
    echoes: list[bytes] = []

    def connected(client: Any, data: Any, flags: Any, code: ReasonCode, more: Any) -> None:
        codes.append(code)
        if not code.is_failure:
            session.subscribe(topic, 1)
            session.publish(topic, word, qos=1)

    session.on_connect = connected
    session.on_message = lambda client, data, message: echoes.append(bytes(message.payload))
    try:
        session.connect(broker.host, broker.port, KEEPALIVE)
    except ValueError as fault:
        raise OSError(str(fault)) from None
    due = monotonic() + seconds
    while word not in echoes and monotonic() < due and not session.loop(LOOP_SECONDS):
        pass
    with suppress(OSError, ValueError):
        session.disconnect()
    forget_callbacks(session)
    if not codes:
        raise TimeoutError("no answer")
    return BrokerAnswer(str(codes[0]) if codes[0].is_failure else "", word in echoes)


def _guarded(call: Callable[..., object], *arguments: object) -> None:
    """Log exceptions of *call*, which would end paho's thread silently."""
    try:
        call(*arguments)
    except Exception:
        log.exception("a callback failed")
