"""A client of a broker, which keeps itself connected: paho-mqtt with a new session each time.

A session that was lost is never resumed: what it had not sent would arrive after newer messages.
Who publishes says again on each connect what still holds.
"""

from __future__ import annotations

import logging
import random
import ssl
from collections.abc import Callable, Iterator, Sequence
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from mqtt.broker import Broker

if TYPE_CHECKING:
    from paho.mqtt.client import Client as Session

log = logging.getLogger(__name__)

KEEPALIVE: Final = 15
"""Seconds of silence after which the broker is asked whether it is still there."""

CONNECT_SECONDS: Final = 5.0
GOODBYE_SECONDS: Final = 1.0
"""The time that the last message may take when the program ends."""

FIRST_DELAY: Final = 1.0
LONGEST_DELAY: Final = 30.0
JITTER: Final = 0.2
"""The share by which a delay may be shorter or longer, so that tables do not come back as one."""


class MqttMessage(NamedTuple):
    """A retained message."""

    topic: str
    payload: bytes


OnMessage: TypeAlias = Callable[[str, bytes, bool], object]
"""Takes topic and payload of a message, and whether it had been retained."""

Acknowledged: TypeAlias = Callable[[], object]

Pause: TypeAlias = Callable[[Event, float], object]
"""Waits for that many seconds, or until the event is set."""


def reconnect_delays(chance: Callable[[], float] = random.random) -> Iterator[float]:
    """Yield the seconds to wait before each new try: 1, 2, 4 … 30, a fifth more or less."""
    seconds = FIRST_DELAY
    while True:
        yield min(seconds * (1 - JITTER + 2 * JITTER * chance()), LONGEST_DELAY)
        seconds = min(2 * seconds, LONGEST_DELAY)


class Client:
    """Keeps a connection to *broker*, from threads of its own. No call waits for the network.

    *will* is a pair of messages: what is published when a session begins, and what the broker
    publishes when it is lost; ``stop`` publishes it too. The callbacks run in the thread of the
    session and must be quick: *on_connect* after each connect, *on_lost* after each loss,
    *on_message* for what arrives on the *subscriptions*.
    """

    def __init__(
        self,
        broker: Broker,
        *,
        name: str,
        will: tuple[MqttMessage, MqttMessage] | None = None,
        subscriptions: Sequence[str] = (),
        on_connect: Callable[[], object] = lambda: None,
        on_lost: Callable[[], object] = lambda: None,
        on_message: OnMessage = lambda topic, payload, retained: None,
        chance: Callable[[], float] = random.random,
        pause: Pause = Event.wait,
    ) -> None:
        self._broker, self._name, self._will = broker, name, will
        self._subscriptions = [(topic, 1) for topic in subscriptions]
        self._on_connect, self._on_lost, self._on_message = on_connect, on_lost, on_message
        self._chance, self._pause = chance, pause
        self._closing, self._lost = Event(), Event()
        self._session: Session | None = None
        self._acks = _Acks()
        self._fault: str | None = None
        self._thread = Thread(target=self._run, name="mqtt", daemon=True)

    @property
    def connected(self) -> bool:
        """True while the broker has accepted a session and it is not known to be lost."""
        return self._session is not None

    @property
    def fault(self) -> str | None:
        """The reason for which there is no connection, in English; None while there is one."""
        return None if self.connected else self._fault

    def start(self) -> None:
        """Begin to connect."""
        self._thread.start()

    def stop(self, within: float = 3.0) -> None:
        """Publish the will and disconnect; a connection that hangs is left behind."""
        self._closing.set()
        self._lost.set()
        self._thread.join(within)

    def publish(
        self,
        topic: str,
        payload: bytes,
        *,
        retain: bool = False,
        on_ack: Acknowledged = lambda: None,
    ) -> bool:
        """Hand over a message with QoS 1. Return False if nobody is connected: it is not kept.

        *on_ack* is called, in the thread of the session, when the broker has it. It never is if the
        session is lost before.
        """
        session = self._session
        if session is None:
            return False
        acks = self._acks
        info = session.publish(topic, payload, qos=1, retain=retain)
        acks.expect(info.mid, on_ack)
        return True

    def _run(self) -> None:
        delays = reconnect_delays(self._chance)
        while not self._closing.is_set():
            if self._follow():
                delays = reconnect_delays(self._chance)
            self._pause(self._closing, next(delays))

    def _follow(self) -> bool:
        """Connect, and stay until that is lost. Return True if the broker accepted the session."""
        self._lost.clear()
        accepted = Event()
        session = self._make_session(accepted)
        try:
            if self._connect(session):
                self._stay(session)
        finally:
            forget_callbacks(session)
        if accepted.is_set():
            _guarded(self._on_lost)
        return accepted.is_set()

    def _connect(self, session: Session) -> bool:
        if self._closing.is_set():
            return False
        try:
            session.connect(self._broker.host, self._broker.port, KEEPALIVE)
        except (OSError, ValueError) as fault:
            self._set_fault(str(fault))
            return False
        return True

    def _stay(self, session: Session) -> None:
        session.loop_start()
        self._lost.wait()
        if self._session and self._closing.is_set():
            self._say_goodbye(session)
        self._session = None
        session.disconnect()
        session.loop_stop()

    def _make_session(self, accepted: Event) -> Session:
        """Return a session with the will and the callbacks."""
        acks = self._acks = _Acks()
        session = new_session(self._broker, self._name)
        if self._will:
            session.will_set(*self._will[1], qos=1, retain=True)
        session.on_connect = lambda client, data, flags, code, more: self._answered(
            session, accepted, str(code) if code.is_failure else None
        )
        session.on_disconnect = lambda client, data, flags, code, more: self._ended(
            str(code) if accepted.is_set() else "no answer"
        )
        session.on_message = lambda client, data, message: _guarded(
            lambda: self._on_message(message.topic, bytes(message.payload), message.retain)
        )
        session.on_publish = lambda client, data, mid, code, more: acks.came(mid)
        return session

    def _answered(self, session: Session, accepted: Event, refusal: str | None) -> None:
        """The broker took the session, or refused it."""
        if refusal:
            self._set_fault(refusal)
            self._lost.set()
            return
        accepted.set()
        self._fault, self._session = None, session
        log.info("connected to %r", self._broker)
        if self._subscriptions:
            session.subscribe(self._subscriptions)
        if self._will:
            self.publish(*self._will[0], retain=True)
        _guarded(self._on_connect)

    def _ended(self, fault: str) -> None:
        """The session is over; one that was refused has said why already."""
        if not self._closing.is_set() and not self._lost.is_set():
            self._set_fault(fault)
        self._session = None
        self._lost.set()

    def _say_goodbye(self, session: Session) -> None:
        if self._will:
            done = Event()
            self.publish(*self._will[1], retain=True, on_ack=done.set)
            done.wait(GOODBYE_SECONDS)

    def _set_fault(self, fault: str) -> None:
        if fault != self._fault:
            log.warning("no connection to %r: %s", self._broker, fault)
        self._fault = fault


def forget_callbacks(session: Session) -> None:
    """Part *session* from its callbacks, which know it: paho closes the sockets by which it wakes
    its thread when nothing knows the session any more, and has no other way to close them."""
    session.on_connect = session.on_disconnect = session.on_message = session.on_publish = None


def new_session(broker: Broker, name: str) -> Session:
    """Return a session called *name* that logs in at *broker*, once it connects. paho-mqtt is
    imported here."""
    from paho.mqtt.client import Client as PahoClient
    from paho.mqtt.enums import CallbackAPIVersion

    session = PahoClient(CallbackAPIVersion.VERSION2, client_id=name, reconnect_on_failure=False)
    session.connect_timeout = CONNECT_SECONDS
    if broker.user:
        session.username_pw_set(broker.user, broker.password)
    if broker.tls:
        session.tls_set_context(ssl.create_default_context())
    return session


class _Acks:
    """The threads that wait for an acknowledgement, by the number of the message; it may come
    before its number is known here."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting = dict[int, Acknowledged]()
        self._early = set[int]()

    def expect(self, mid: int, on_ack: Acknowledged) -> None:
        """Call *on_ack* when message *mid* is acknowledged."""
        with self._lock:
            early = mid in self._early
            self._early.discard(mid)
            if not early:
                self._waiting[mid] = on_ack
        if early:
            _guarded(on_ack)

    def came(self, mid: int) -> None:
        """Message *mid* was acknowledged."""
        with self._lock:
            on_ack = self._waiting.pop(mid, None)
            if on_ack is None:
                self._early.add(mid)
        if on_ack:
            _guarded(on_ack)


def _guarded(call: Callable[[], object]) -> None:
    """Call what may have a mistake: the session, which would end without a word, goes on."""
    try:
        call()
    except Exception:
        log.exception("a callback failed")
