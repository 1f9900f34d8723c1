"""systemd hears that the table is ready and alive, and no more once a part of it hangs."""

import os
import socket
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from subprocess import PIPE, Popen
from time import sleep

import pytest

from cribble.system.network import free_port
from cribble.system.process import Watchdog
from tests.kit.fakes.lights import Watch

READY, ALIVE = "READY=1\nWATCHDOG=1", "WATCHDOG=1"


class Listener:
    """systemd's end of the socket."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(self.path)
        self.line.settimeout(20)

    def hear(self) -> str:
        return self.line.recv(1024).decode()

    @property
    def heard(self) -> list[str]:
        """Every message that waits."""
        self.line.setblocking(False)
        messages = []
        try:
            while True:
                messages.append(self.hear())
        except BlockingIOError:
            return messages


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Listener]:
    listener = Listener(tmp_path / "notify")
    yield listener
    listener.line.close()


def test_the_watchdog_is_fed_while_every_part_lives(systemd: Listener) -> None:
    watch = Watch()
    lives = {"page": True, "lights": True}
    checks = {name: partial(lives.__getitem__, name) for name in lives}
    dog = Watchdog(systemd.path, 7.5, checks, watch)
    told = []
    for changed in ({"page": False}, {"page": True}, {}, {"lights": False}, {"lights": True}):
        lives |= changed
        watch.seconds += 7.5
        dog.look()
        dog.look()
        told.append(systemd.heard)
    assert told == [[], [READY], [ALIVE], [], [ALIVE]]
    dog.stopping()
    assert systemd.heard == ["STOPPING=1"]


ENVIRONMENTS: dict[str, tuple[dict[str, str], list[str]]] = {
    "none": ({}, []),
    "ready only": ({"NOTIFY_SOCKET": "{path}"}, [READY]),
    "for us": ({"NOTIFY_SOCKET": "{path}", "WATCHDOG_USEC": "4000"}, [READY, ALIVE]),
    "for another": (
        {"NOTIFY_SOCKET": "{path}", "WATCHDOG_USEC": "4000", "WATCHDOG_PID": "1"},
        [READY],
    ),
    "nonsense": ({"NOTIFY_SOCKET": "{path}", "WATCHDOG_USEC": "soon"}, [READY]),
    "gone": ({"NOTIFY_SOCKET": "{path}.gone", "WATCHDOG_USEC": "4000"}, []),
}


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_the_environment_says_whether_and_how_often(name: str, systemd: Listener) -> None:
    """It is for this process alone, and taken out so that no other believes it."""
    given, wanted = ENVIRONMENTS[name]
    environ = {key: value.format(path=systemd.path) for key, value in given.items()}
    dog = Watchdog.of(environ, {"page": lambda: True})
    assert not environ
    dog.look()
    sleep(0.01)
    dog.look()
    assert systemd.heard == wanted


def test_serve_tells_systemd_that_it_is_ready_and_that_it_closes(
    systemd: Listener, tmp_path: Path
) -> None:
    words = ["serve", "--data", str(tmp_path), "--host", "127.0.0.1", "--strip", "null"]
    told = {"NOTIFY_SOCKET": systemd.path, "WATCHDOG_USEC": "2000000", "LC_ALL": "C.UTF-8"}
    program = [sys.executable, "-m", "cribble", *words, "--port", str(free_port("127.0.0.1"))]
    with Popen(program, env=os.environ | told, stdout=PIPE, stderr=PIPE, text=True) as process:
        assert [systemd.hear(), systemd.hear()] == [READY, ALIVE]
        process.terminate()
        assert process.wait(15) == 0
        assert systemd.heard[-1] == "STOPPING=1"
