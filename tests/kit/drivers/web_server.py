"""A table with its page for tests: called directly, or served by the real server."""

import http.client
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import Thread
from typing import Any, NoReturn, Self

from flask import Flask
from werkzeug.test import Client, TestResponse

from cribble.hand_count import add_count
from cribble.wizard.session import WizardSession
from cribble.wizard.wizard import add_wizard
from scorekeeper.journal import Journal
from scorekeeper.table import KeypadSession, Replay, Table
from scorekeeper.words import Fault
from tests.kit.fakes.machine import BackupsInMemory, QuietWifi
from web import (
    Access,
    Addresses,
    Devices,
    FirstHost,
    Network,
    Secrets,
    Server,
    Settings,
    Streams,
    create_app,
)
from web.context import PACE, Boards, Context

CODE = "7QK4-93"
PIN = "482913"
SECRETS = Secrets(CODE, "ab" * 32, PIN, "cd" * 8)
HOST = "192.168.1.20:8121"
LOOPBACK = "127.0.0.1"


def host_name() -> str:
    """Return a host name by which this machine reaches itself, like phones on the network.

    Unlike 127.0.0.1, that is not a secure context. If there is none, the loopback is used.
    """
    name = socket.gethostname()
    try:
        return name if socket.gethostbyname(name) == LOOPBACK else LOOPBACK
    except OSError:
        return LOOPBACK


ADDRESSES = Addresses(lambda: Network("192.168.1.20", "cribble"), names=(host_name(),))

NO_GUARD = {**PACE, "tap": 0, "echo": 0}
"""Timing that accepts every tap, since tests are faster than people."""

START = {"do": "start", "rules": "six-card", "players": ["Ann", "Ben"], "dealer": 1}
TO_THE_PLAY = (START, {"do": "starter", "card": "5H"})


class Phone:
    """A browser with its cookies, which sends requests as the page does."""

    def __init__(self, app: Flask, address: str | None = None) -> None:
        self.client, self.address = Client(app), address

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.client.get(
            path, base_url=f"http://{HOST}", headers=headers, environ_base=self._environ
        )

    @property
    def _environ(self) -> dict[str, str] | None:
        return {"REMOTE_ADDR": self.address} if self.address else None

    def post(self, path: str, body: Any, method: str = "POST", **headers: str) -> TestResponse:
        return self.client.open(
            path,
            method=method,
            base_url=f"http://{HOST}",
            environ_base=self._environ,
            data=body if isinstance(body, bytes) else json.dumps(body),
            headers={
                "Origin": f"http://{HOST}",
                "Content-Type": "application/json",
                **{name.replace("_", "-"): value for name, value in headers.items()},
            },
        )

    def enter(self, action: Any, **more: Any) -> TestResponse:
        return self.post("/api/v1/actions", {"action": action, **more})

    def state(self) -> Any:
        return self.get("/api/v1/state").get_json()


class NoMachine(WizardSession):
    """Refuses a wizard step whose request is valid: a Site has no machine to set up."""

    def __init__(self) -> None:
        pass

    def __getattribute__(self, name: str) -> NoReturn:
        raise Fault("There is no machine.")


@dataclass
class Site:
    """A table and its web application; ``phone()`` is another client."""

    table: Table = field(default_factory=lambda: Table(Journal.in_memory()))
    streams: Streams = field(default_factory=lambda: Streams(56))
    is_open: bool = False
    boards: Boards = field(default_factory=Boards)
    settings: Settings = field(default_factory=Settings)
    devices: Devices = field(default_factory=Devices)
    health: Any = None
    agree: Callable[[str, int], bool] | None = None
    clock: Callable[[], float] = time.monotonic
    pace: dict[str, int] = field(default_factory=NO_GUARD.copy)
    backups: Any = field(default_factory=BackupsInMemory)
    wifi: Any = field(default_factory=QuietWifi)
    first_host: FirstHost = field(default_factory=lambda: FirstHost(time.monotonic))

    def __post_init__(self) -> None:
        self.access = Access(SECRETS, is_open=self.is_open)
        self.replay, self.keys = Replay(self.table), KeypadSession(self.table)
        context = Context(
            self.table,
            self.access,
            ADDRESSES,
            self.streams,
            self.replay,
            self.keys,
            find_boards=lambda: self.boards,
            settings=self.settings,
            devices=self.devices,
            health=self.health or {},
            agree=self.agree,
            clock=self.clock,
            pace=self.pace,
            backups=self.backups,
            wifi=self.wifi,
            first_host=self.first_host,
        )
        self.app: Flask = create_app(context, (add_count, partial(add_wizard, session=NoMachine())))
        self.app.testing = True

    def in_the_play(self) -> Self:
        scorer = self.scorer()
        for action in TO_THE_PLAY:
            assert scorer.enter(action).status_code == 201
        return self

    def phone(self) -> Phone:
        """A phone that only watches."""
        return Phone(self.app)

    def scorer(self) -> Phone:
        phone = self.phone()
        assert phone.post("/api/v1/join", {"code": CODE}).status_code == 200
        return phone

    def host(self) -> Phone:
        phone = self.phone()
        assert phone.post("/api/v1/host", {"pin": PIN}).status_code == 200
        return phone


@contextmanager
def served(site: Site, port: int = 0, **options: float) -> Iterator[int]:
    """Context manager: serve *site* with the real server and yield the port; 0 is any free one."""
    with running(Server(site.app, site.streams, host="127.0.0.1", port=port, **options)) as at:
        yield at


@contextmanager
def running(server: Server) -> Iterator[int]:
    thread = Thread(target=server.run)
    thread.start()
    try:
        yield server.port
    finally:
        server.close()
        thread.join(30)
        assert not thread.is_alive(), "the server stops when it is asked to"


def asked(
    port: int, method: str, path: str, body: Any = None, cookie: str = "", **headers: str
) -> tuple[int, Any, str]:
    """Send a request to a server on this machine; return status, JSON and cookies."""
    line = http.client.HTTPConnection(LOOPBACK, port, timeout=30)
    sent = {"Cookie": cookie, **headers}
    if body is not None:
        sent["Content-Type"] = "application/json"
    with closing(line):
        line.request(method, path, None if body is None else json.dumps(body), sent)
        answer = line.getresponse()
        pairs = [one.split(";")[0] for one in answer.headers.get_all("Set-Cookie") or []]
        return answer.status, json.loads(answer.read() or b"null"), "; ".join(pairs)


def ask(port: int, method: str, path: str, body: Any = None, cookie: str = "") -> tuple[int, Any]:
    status, answer, _ = asked(port, method, path, body, cookie)
    return status, answer


def without_age(state: dict[str, Any]) -> dict[str, Any]:
    """Return *state* without its age and the remaining lockout of keys: both differ with each
    request."""
    return {name: it for name, it in state.items() if name not in ("age_ms", "locked_ms")}


class Stream:
    """A phone that follows the stream: its events in order, over its own connection."""

    def __init__(self, port: int, path: str = "/api/v1/stream", **headers: str) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.line.request("GET", path, headers=headers)
        self.answer = self.line.getresponse()
        self.status = self.answer.status

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.answer.close()
        self.line.close()

    def event(self) -> dict[str, str]:
        """Return the next event with data; an empty one once the stream has ended."""
        fields: dict[str, str] = {}
        for raw in self.answer:
            line = raw.decode().rstrip("\n")
            if line:
                name, _, value = line.partition(": ")
                fields[name] = value
            elif "data" in fields:
                return fields
            else:
                fields = {}
        return {}

    def state(self) -> Any:
        return json.loads(self.event()["data"])
