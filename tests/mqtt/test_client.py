"""The client keeps itself connected, never blocks, and reports why there is no connection."""

import json
import os
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from cribble.system.network import free_port
from mqtt.broker import Broker, broker_of, is_url, read_password
from mqtt.client import Client, reconnect_delays
from scorekeeper.words import Fault
from tests.kit.drivers.mosquitto import HERE, Mosquitto, listening, mosquitto, retained
from tests.kit.drivers.waiting import limit, soon
from tests.kit.fakes.network import black_hole
from tests.kit.paths import ROOT

STATUS = "cribble/home/table/kitchen/status"


@pytest.mark.parametrize(
    ("chance", "expected"),
    [
        (0.5, [1, 2, 4, 8, 16, 30, 30]),
        (0.0, [0.8, 1.6, 3.2, 6.4, 12.8, 24, 24]),
        (1.0, [1.2, 2.4, 4.8, 9.6, 19.2, 30, 30]),
    ],
)
def test_reconnect_delays_double_up_to_half_a_minute(chance: float, expected: list[float]) -> None:
    assert list(islice(reconnect_delays(lambda: chance), 7)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("mqtt://192.168.1.10:1883", Broker("192.168.1.10", 1883)),
        ("mqtt://kitchen.local", Broker("kitchen.local", 1883)),
        ("mqtts://broker.example/", Broker("broker.example", 8883, tls=True)),
        ("mqtt://[fe80::1]:1884", Broker("fe80::1", 1884)),
    ],
)
def test_an_address_is_read(url: str, expected: Broker) -> None:
    assert broker_of(url) == expected
    assert is_url(url)


WRONG = "192.168.1.10|http://x|mqtt://|mqtt://a:b@host|mqtt://host:0|mqtt://host:65536"
WRONG += "|mqtt://host/topic|mqtt://ho st|mqtt://host\n"


@pytest.mark.parametrize("url", WRONG.split("|"))
def test_an_invalid_broker_address_is_refused_with_a_valid_example(url: str) -> None:
    assert not is_url(url)
    with pytest.raises(Fault, match=r"mqtt://192\.168\.1\.10:1883"):
        broker_of(url)


def test_a_password_never_shows_in_the_log() -> None:
    assert repr(broker_of("mqtts://[::1]", "ann", "secret")) == "mqtts://[::1]:8883"


@pytest.mark.parametrize(
    ("content", "mode", "complaint"),
    [
        (b"secret\n", 0o644, "chmod 600"),
        (b"\n", 0o600, "has no password"),
        (b"a" * 2000, 0o600, "has no password"),
    ],
)
def test_a_password_that_cannot_be_used_is_refused(
    tmp_path: Path, content: bytes, mode: int, complaint: str
) -> None:
    path = tmp_path / "password"
    path.write_bytes(b"se cret\r\nmore\n")
    path.chmod(0o600)
    assert read_password(path) == "se cret", "the first line"
    path.write_bytes(content)
    path.chmod(mode)
    with pytest.raises(Fault, match=complaint):
        read_password(path)


def test_a_session_is_announced_and_taken_back_at_the_end(broker: Mosquitto) -> None:
    client = Client(broker.address, name="kitchen", status=STATUS)
    with listening(broker.port, STATUS) as listener:
        client.start()
        listener.until_last(STATUS, b"online")
        client.stop()
        listener.until_last(STATUS, b"offline")
    assert retained(broker.port, STATUS) == {STATUS: b"offline"}


SPEAKER = """
import sys, time
from mqtt.broker import Broker
from mqtt.client import Client
broker = Broker("127.0.0.1", int(sys.argv[1]))
Client(broker, name="kitchen", status=sys.argv[2]).start()
time.sleep(60)
"""


def test_a_program_that_is_killed_is_offline_at_once(broker: Mosquitto) -> None:
    command = [sys.executable, "-c", SPEAKER, str(broker.port), STATUS]
    with listening(broker.port, STATUS) as listener:
        program = subprocess.Popen(command, cwd=ROOT, env=os.environ)
        try:
            listener.until_last(STATUS, b"online")
        finally:
            program.send_signal(signal.SIGKILL)
            program.wait()
        # Without a disconnect message, the broker waits one and a half keepalives: 22 s.
        assert listener.until_last(STATUS, b"offline") < 20
    assert retained(broker.port, STATUS) == {STATUS: b"offline"}


def test_a_retained_message_is_sent_once_a_session_until_it_changes(broker: Mosquitto) -> None:
    client = Client(broker.address, name="kitchen", chance=lambda: 0.0)
    assert not client.retain("a/0", b"1"), "there is no connection yet"
    client.start()
    soon(lambda: client.connected)
    with listening(broker.port, "a/#") as listener:
        for number in range(50):
            soon(lambda number=number: client.retain(f"a/{number}", b"1"))
        soon(lambda: client.retain("a/0", b"2"))
        assert client.retain("a/0", b"2")
        listener.until_last("a/0", b"2")
        assert listener.on("a/0") == [b"1", b"2"]
        client.forget_retained()
        soon(lambda: client.retain("a/0", b"2"))
        listener.until(lambda it: it.on("a/0") == [b"1", b"2", b"2"])
    assert len(retained(broker.port, "a/#")) == 50
    broker.stop()
    soon(lambda: not client.connected)
    assert client.fault
    assert not client.retain("a/0", b"2")
    assert not client.publish("late", b"1", retain=True)
    broker.start()
    soon(lambda: client.retain("a/0", b"2"))
    assert retained(broker.port, "late") == {}, "nothing old is said"
    client.stop()


def test_what_is_to_be_retained_arrives_before_the_client_stops(broker: Mosquitto) -> None:
    client = Client(broker.address, name="kitchen", status=STATUS)
    client.start()
    soon(lambda: client.connected)
    for number in range(100):
        client.retain(f"a/{number}", b"1")
    client.stop(within=30)
    assert len(retained(broker.port, "a/#")) == 100


def test_publishing_to_a_broker_that_never_answers_returns_at_once() -> None:
    with black_hole() as port:
        for broker in (Broker(HERE, port), Broker(HERE, free_port(HERE))):
            client = Client(broker, name="kitchen", status=STATUS)
            client.start()
            began = time.perf_counter()
            for _ in range(1000):
                assert client.publish("a", b"1") is False
            assert time.perf_counter() - began < limit(0.1)
            assert not client.connected
            client.stop(within=3)
            assert time.perf_counter() - began < limit(4)


def test_a_callback_with_a_mistake_does_not_end_the_session(
    broker: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("oops")

    heard: list[str] = []
    client = Client(
        broker.address, name="kitchen", subscriptions=("#",), on_connect=fail,
        on_message=lambda topic, payload, retained: (heard.append(topic), fail()),
    )  # fmt: skip
    client.start()
    soon(lambda: client.connected)
    with listening(broker.port) as speaker:
        soon(lambda: speaker.say("a", b"1") or "a" in heard)
        speaker.say("b", json.dumps({}).encode())
        soon(lambda: "b" in heard)
    client.stop()
    assert "oops" in caplog.text


# paho-mqtt leaves the socket of a failed handshake to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_broker_over_tls_is_known_by_its_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    names = ["-nodes", "-days", "2", "-subj", "/CN=home", "-addext", "subjectAltName=IP:127.0.0.1"]
    files = {"-keyout": tmp_path / "key", "-out": tmp_path / "certificate"}
    where = [str(part) for pair in files.items() for part in pair]
    subprocess.run([*make, *names, *where], check=True, capture_output=True)
    conf = f"allow_anonymous true\nkeyfile {tmp_path}/key\ncertfile {tmp_path}/certificate\n"
    with mosquitto(tmp_path / "closed", conf) as broker:
        for trusted in (False, True):
            if trusted:
                monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate"))
            client = Client(broker.address._replace(tls=True), name="kitchen")
            client.start()
            soon(lambda client=client: client.connected or client.fault is not None)
            assert client.connected is trusted
            assert trusted or "certificate verify failed" in str(client.fault)
            client.stop()
