"""The doctor's check of a WLED strip, by the controller's JSON API."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from threading import enumerate as running
from typing import Any

import pytest

from cribble.doctor.wled_client import Wled, WledLive, configure_wled, wled_at
from cribble.system.network import health_at
from scorekeeper.words import Fault
from tests.doctor.cases import PC, Case, on, plan
from tests.kit.drivers.waiting import soon
from tests.kit.fakes.network import page_of


def live(**said: Any) -> Case:
    there = Wled("0.15.0", 363, 3000, WledLive(**said))
    return on(PC, plan("ddp", "192.168.1.50"), "wled", wled=there)


CASES = {
    "WLED has too few lights and no limit": on(
        PC, plan("ddp", "wled.local:4048"), "wled", wled=Wled("0.15.0", 300)
    ),
    "WLED takes no frames": live(on=False),
    "WLED dims what it is sent": live(full_brightness=False),
    "WLED does not answer": on(
        PC, plan("ddp", "192.168.1.50"), "wled", wled=TimeoutError("timed out")
    ),
    "what answers has no page": on(
        PC,
        plan("ddp", "192.168.1.50"),
        "wled",
        wled=ConnectionRefusedError(111, "Connection refused"),
    ),
    "no controller is named": on(PC, plan("ddp"), "wled"),
}


SAYS = {
    b'{"ver": "0.15.0", "leds": {"count": 363, "maxpwr": 850}}': Wled("0.15.0", 363, 850),
    b'{"ver": "0.8.4", "leds": {"count": 20}}': Wled("0.8.4", 20, 0),
    b"<html>hello</html>": None,
    b"[" * 60_000: None,
    b'{"ver": "0.15.0", "leds": {"count": Infinity}}': None,
    b'{"ver": "0.15.0", "leds": {"count": -3}}': None,
    b'{"ver": "\\u001b[2J", "leds": {"count": 3}}': None,
    b'{"ver": "' + b"9" * 200 + b'", "leds": {"count": 3}}': None,
}


@pytest.mark.parametrize("body", SAYS, ids=lambda body: body[:20])
def test_wled_is_asked_by_its_page(body: bytes) -> None:
    with page_of({"/json/info": body}) as port:
        if SAYS[body]:
            assert wled_at("127.0.0.1", port) == SAYS[body]
        else:
            with pytest.raises(ValueError, match=re.compile(".")):
                wled_at("127.0.0.1", port)


LIVE = {"en": True, "mso": False, "port": 5568, "timeout": 25, "maxbri": False, "no-gc": True}
"""The defaults of WLED 0.15."""


ENDLESS = json.dumps({"if": {"live": {**LIVE, "timeout": float("inf")}}}).encode()


@contextmanager
def dripping(first: bytes) -> Iterator[int]:
    """Yield the port of a page that sends its *first* bytes, then a byte at a time forever."""
    over = Event()

    def drip() -> None:
        line, _ = listener.accept()
        with line, suppress(OSError):
            line.sendall(first)
            while not over.wait(0.05):
                line.sendall(b" ")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = Thread(target=drip)
        thread.start()
        yield listener.getsockname()[1]
        over.set()
        thread.join()


ANSWERS = {
    "head": b"HTTP/1.1 200 OK\r\nX-Slow:",
    "body": b"HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n",
}


@pytest.mark.parametrize("part", ANSWERS)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_answer_that_drips_is_given_up(
    part: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cribble.doctor.wled_client.WLED_SECONDS", 0.3)
    with dripping(ANSWERS[part]) as port:
        if method == "GET":
            with pytest.raises(TimeoutError, match=r"0\.3 s"):
                wled_at("127.0.0.1", port)
        else:
            with pytest.raises(Fault, match=r"0\.3 s"):
                configure_wled("127.0.0.1", port)
        soon(lambda: not [one for one in running() if one.name == "fetch"])


def test_a_table_whose_answer_drips_is_not_healthy() -> None:
    with dripping(ANSWERS["body"]) as port:
        assert health_at("127.0.0.1", port) is None


def test_wled_says_how_it_takes_frames() -> None:
    info = b'{"ver": "0.15.0", "leds": {"count": 363, "maxpwr": 850}}'
    told = json.dumps({"vid": 2412100, "if": {"live": LIVE}}).encode()
    with page_of({"/json/info": info, "/json/cfg": told}) as port:
        assert wled_at("127.0.0.1", port).live == WledLive(full_brightness=False)
    for nonsense in (
        b"{}",
        b'{"if": []}',
        b"[" * 60_000,
        b'{"if": {"live": {"timeout": "x"}}}',
        ENDLESS,
    ):
        with page_of({"/json/info": info, "/json/cfg": nonsense}) as port:
            assert wled_at("127.0.0.1", port) == Wled("0.15.0", 363, 850)
