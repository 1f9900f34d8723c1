"""A real mosquitto on its own port, and a listener that subscribes to everything."""

import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Self

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from cribble.system.network import free_port
from mqtt.broker import Broker
from mqtt.client import forget_callbacks
from tests.kit.drivers.waiting import soon

HERE = "127.0.0.1"
PROGRAM = "/usr/sbin/mosquitto"
OPEN = "allow_anonymous true\n"


class Mosquitto:
    """Debian's mosquitto with its files in *folder*; retained messages survive a restart."""

    def __init__(self, folder: Path, conf: str = OPEN) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port, self._conf = free_port(HERE), folder / "mosquitto.conf"
        self._said = folder / "mosquitto.log"
        self._conf.write_text(
            f"user root\nlistener {self.port} {HERE}\npersistence true\n"
            "max_inflight_messages 0\n"
            f"persistence_location {folder}/\n{conf}"
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> Broker:
        return Broker(HERE, self.port)

    @property
    def url(self) -> str:
        return f"mqtt://{HERE}:{self.port}"

    def start(self) -> Self:
        with self._said.open("ab") as said:
            command = [PROGRAM, "-c", str(self._conf)]
            self._process = subprocess.Popen(command, stdout=said, stderr=said)
        soon(self._answers)
        return self

    def stop(self) -> None:
        self._end("terminate")

    def kill(self) -> None:
        self._end("kill")

    def _end(self, how: str) -> None:
        process, self._process = self._process, None
        if process:
            getattr(process, how)()
            process.wait(30)

    def _answers(self) -> bool:
        assert self._process
        assert self._process.poll() is None, self._said.read_text()
        try:
            socket.create_connection((HERE, self.port), 1).close()
        except OSError:
            return False
        return True


@contextmanager
def mosquitto(folder: Path, conf: str = OPEN) -> Iterator[Mosquitto]:
    broker = Mosquitto(folder, conf).start()
    try:
        yield broker
    finally:
        broker.kill()


class Heard(NamedTuple):
    topic: str
    payload: bytes
    retained: bool


class Listener:
    """Receives every message on *topics*, and can publish."""

    def __init__(
        self, port: int, *topics: str, user: str | None = None, password: str | None = None
    ) -> None:
        self.heard: list[Heard] = []
        self._topics, self._taken = topics or ("#",), 0
        self._client = Client(CallbackAPIVersion.VERSION2)
        if user:
            self._client.username_pw_set(user, password)
        self._client.on_connect = self._connected
        self._client.on_subscribe = self._subscribed
        self._client.on_message = self._hear
        self._client.reconnect_delay_set(1, 1)
        self._client.connect(HERE, port)
        self._client.loop_start()
        soon(lambda: self._taken > 0)

    def _connected(self, client: Client, data: Any, flags: Any, code: Any, more: Any) -> None:
        client.subscribe([(topic, 1) for topic in self._topics])

    def _subscribed(self, client: Client, data: Any, mid: Any, codes: Any, more: Any) -> None:
        self._taken += 1

    def _hear(self, client: Client, data: Any, message: MQTTMessage) -> None:
        self.heard.append(Heard(message.topic, message.payload, message.retain))

    def say(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Publish, and wait until the broker has the message."""
        self._client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(30)

    def settle(self) -> Self:
        """Wait until all retained messages have arrived: the broker handles requests in order."""
        taken = self._taken
        self._client.subscribe("nothing/is/said/here")
        soon(lambda: self._taken > taken)
        return self

    def on(self, topic: str) -> list[bytes]:
        return [one.payload for one in self.heard if one.topic == topic]

    def last(self, topic: str) -> bytes | None:
        return next((one.payload for one in reversed(self.heard) if one.topic == topic), None)

    def until(self, true: Callable[[Self], bool], patience: float = 30.0) -> float:
        return soon(lambda: true(self), patience)

    def until_last(self, topic: str, payload: bytes) -> float:
        return soon(lambda: self.last(topic) == payload)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()
        self._client.on_subscribe = None
        forget_callbacks(self._client)


@contextmanager
def listening(port: int, *topics: str, **login: str) -> Iterator[Listener]:
    listener = Listener(port, *topics, **login)
    try:
        yield listener
    finally:
        listener.close()


def retained(port: int, topic: str, **login: str) -> Mapping[str, bytes]:
    with listening(port, topic, **login) as listener:
        heard = listener.settle().heard
        return {one.topic: one.payload for one in heard if one.retained}
