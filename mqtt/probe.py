"""One look at a broker, for the doctor: does it let a table in, and does it pass its words on?"""

from contextlib import suppress
from secrets import token_hex
from time import monotonic
from typing import Any, Final, NamedTuple

from mqtt.broker import Broker
from mqtt.client import KEEPALIVE, new_session

PROBE_SECONDS: Final = 4.0
LOOP_SECONDS: Final = 0.1


class BrokerAnswer(NamedTuple):
    """The answer of a broker: why it did not let the user in, if it did not, and whether a message
    to the user's own topic came back."""

    refusal: str = ""
    passes_on: bool = True


class _EchoTest:
    """A session that sends a word to its own *topic*, to see if it comes back."""

    def __init__(self, topic: str) -> None:
        self._topic, self._word = topic, token_hex(8).encode()
        self.is_accepted = self.is_over = self.came_back = False
        self.refusal = ""

    def connected(self, session: Any, data: Any, flags: Any, code: Any, more: Any) -> None:
        if code.is_failure:
            self.refusal, self.is_over = str(code), True
            return
        self.is_accepted = True
        session.subscribe(self._topic, 1)

    def subscribed(self, session: Any, data: Any, mid: int, codes: Any, more: Any) -> None:
        session.publish(self._topic, self._word, qos=1)

    def received(self, session: Any, data: Any, message: Any) -> None:
        if bytes(message.payload) == self._word:
            self.came_back = self.is_over = True


def probe(broker: Broker, topic: str, seconds: float = PROBE_SECONDS) -> BrokerAnswer:
    """Log in at *broker*, and send a word to *topic*, from where it should come back. A broker does
    not say that an access list forbids something: then nothing comes for *seconds*.

    Raises OSError where no broker answers.
    """
    echo, session = _EchoTest(topic), new_session(broker, "")
    session.on_connect, session.on_subscribe = echo.connected, echo.subscribed
    session.on_message = echo.received
    try:
        session.connect(broker.host, broker.port, KEEPALIVE)
    except ValueError as fault:
        raise OSError(str(fault)) from None
    due = monotonic() + seconds
    while not echo.is_over and monotonic() < due:
        if session.loop(LOOP_SECONDS):
            break
    with suppress(OSError, ValueError):
        session.disconnect()
    if not (echo.is_accepted or echo.refusal):
        raise TimeoutError("no answer")
    return BrokerAnswer(echo.refusal, echo.came_back)
