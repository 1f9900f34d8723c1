"""Fresh machines with each kind of strip, served by the real server, to be set up by phone."""

import http.client
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from cribble.cli.overrides import ActiveConfig
from cribble.config.file import parse_config
from cribble.doctor.machine import Machine
from cribble.doctor.wled_client import Wled
from cribble.serve.app import App
from cribble.wizard.search import FoundWled
from cribble.wizard.session import WizardSession
from firmware_bridge.link import Greeting
from hardware.strips import leds0, spi
from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import shape_named
from scorekeeper.board.wiring import Place
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from scorekeeper.words import Words
from tests.firmware.rig.board import Board
from tests.firmware.rig.pico import Pico
from tests.firmware.rig.uno import Uno
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import PIN, SECRETS, ask, asked
from tests.kit.fakes.machine import QuietWifi
from tests.kit.fakes.network import Wled as FakeWled
from tests.kit.fakes.pwm_helper_process import pwm_helper_process
from tests.kit.formats.machine_file import machine
from tests.kit.oracles.ws2812_decoder import on_the_wire, taken
from web import Access, Settings


class FreshMachine:
    """An *app* with its *wizard*, its config *file*, and a host's phone without a browser."""

    def __init__(self, app: App, wizard: WizardSession, file: Path) -> None:
        self.app, self.wizard, self.file = app, wizard, file
        self.port = app.addresses.port
        self._cookie = ""

    @property
    def cookie(self) -> str:
        """The host's cookie: the first request as the host makes this the first host."""
        if not self._cookie:
            self.become_first_host()
        return self._cookie

    def become_first_host(self) -> int:
        status, _, cookie = asked(self.port, "POST", "/api/v1/setup/first-host", {}, "")
        if status == 200:
            self._cookie = cookie
        return status

    def become_host(self) -> None:
        status, _, self._cookie = asked(self.port, "POST", "/api/v1/host", {"pin": PIN}, "")
        assert status == 200

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        status, answer = ask(self.port, method, f"/api/v1/{path}", body, self.cookie)
        assert status == 200, (status, answer)
        return answer

    def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        status, answer = ask(self.port, method, f"/api/v1/{path}", body, self.cookie)
        assert status >= 400, answer
        return status, answer["refused"]

    def printed(self, sheet: str, paper: str) -> bytes:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        with closing(line):
            path = f"/setup/{sheet}.pdf?paper={paper}"
            line.request("GET", path, headers={"Cookie": self.cookie})
            answer = line.getresponse()
            assert answer.status == 200
            return answer.read()


@contextmanager
def fresh_machine(
    folder: Path,
    config: str = "",
    examined: Callable[[], Machine] | None = None,
    *,
    port: int = 0,
    wleds: Callable[[], Sequence[FoundWled]] = tuple,
    packaged: bool = True,
    wifi: QuietWifi | None = None,
    synchronized: bool = True,
) -> Iterator[FreshMachine]:
    """A table with an empty journal and this *config*, on a PC unless *examined* is given, on a
    network with the controllers found by *wleds*; *packaged* if installed from the package; with
    the clock *synchronized*. If it existed in this *folder*, it keeps its config."""
    file = folder / "config.toml"
    if not file.exists():
        file.write_text(f'host = "127.0.0.1"\nport = {port}\n{config}')
    active = ActiveConfig(parse_config(file.read_bytes(), str(file)), file)
    active = active._replace(config=replace(active.config, data=str(folder)))

    def wizard(app: App) -> WizardSession:
        pc = lambda: machine("pc", folder / "pc")  # noqa: E731
        return WizardSession(
            app,
            active,
            examined or pc,
            wleds,
            packaged=packaged,
            synchronized=lambda: synchronized,
        )

    with closing(Table(Journal.in_memory())) as table:
        is_open = active.config.access == "open"
        access, words = Access(SECRETS, is_open=is_open), Words.of("en")
        app = App(table, active.config, access, words, Settings(), wizard=wizard, wifi=wifi)
        assert app.wizard
        with app.open(Event()):
            yield FreshMachine(app, app.wizard, file)


class BoardBuilder:
    """Looks at a strip with this many lights, whose holes are *strip*; *see* returns the bytes sent
    to it, and *order* is the colour order of its chips."""

    def __init__(
        self, strip: Sequence[Place], see: Callable[[], bytes], order: str = "RGB"
    ) -> None:
        self.strip, self._see, self._order = strip, see, order

    @property
    def lights(self) -> list[bytes]:
        sent, width = self._see(), len(self._order)
        return [sent[at : at + width] for at in range(0, width * len(self.strip), width)]

    def is_last_lit(self) -> bool:
        """Answer a question of the bisection, during which something must be lit."""
        soon(lambda: bool(self._lit))
        return any(self.lights[-1])

    def colour(self) -> str | None:
        soon(lambda: bool(self._lit))
        seen = {at for light in self.lights for at, level in enumerate(light) if level}
        return self._order[seen.pop()] if len(seen) == 1 else None

    def hole(self) -> Place:
        return self.strip[self.light()]

    def light(self) -> int:
        """Return the only light that is lit, once there is one."""
        soon(lambda: len(self._lit) == 1)
        return self._lit[0]

    @property
    def _lit(self) -> list[int]:
        return [at for at, light in enumerate(self.lights) if any(light)]


def four_pieces() -> list[Place]:
    """Return 122 lights on a classic board for two: the second row of the second team, then the
    first of the first, reversed, then the two others."""
    shape = shape_named("classic", Measures(tracks=2))
    rows = [
        [Place(number, hole) for hole in row]
        for number, track in enumerate(shape.tracks)
        for row in track.rows
    ]
    return [*rows[3], *rows[0][::-1], *rows[2], *rows[1]]


SETTLED = 0.3
"""Seconds without a new picture after which the last one is displayed."""
BUFFER = "== /sys/module/spidev/parameters/bufsiz\n{bytes}\n"
OVERLAY = "== /boot/firmware/config.txt\ndtoverlay=ws2812-pio,gpio=18,num_leds=512{more}\n"
DRIVEN = "== /proc/device-tree/ws2812_pio@12/rpi,num-leds\nhex 00000200\n"

See: TypeAlias = Callable[[], bytes]
Bench: TypeAlias = AbstractContextManager[tuple[FreshMachine, See]]


class Wire:
    """The data pin of a Pi's SPI, or the driver of a Pi 5: records the last frame."""

    def __init__(self) -> None:
        self.sent = b""

    def writebytes2(self, values: bytes, /) -> None:
        self.sent = values

    write = writebytes2

    def close(self) -> None:
        pass


@contextmanager
def by_spi(folder: Path, buffer: int = 32768) -> Iterator[tuple[FreshMachine, See]]:
    """A Pi 3 whose kernel sends *buffer* bytes over SPI at once; 32768 once the boot files say
    so."""
    wire, bufsiz = Wire(), BUFFER.format(bytes=buffer)
    pi = partial(machine, "pi3", folder / "pi", also=bufsiz)
    pi()
    file = folder / "pi/sys/module/spidev/parameters/bufsiz"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hardware.strips.spi.open_strip", partial(spi.strip_on, wire, buffer=file))
        with fresh_machine(folder, '[strip]\nname = "spi"\n', pi) as host:
            yield host, lambda: taken(wire.sent, spi.PULSES[8].hertz)


@contextmanager
def by_leds0(folder: Path) -> Iterator[tuple[FreshMachine, See]]:
    """A Pi 5 after the wizard's restart. A line added to its config.txt takes effect at once."""
    wire = Wire()
    known = machine("pi5", folder / "pi", also=DRIVEN + OVERLAY.format(more=""))
    opener = partial(leds0.strip_on, wire, tree=folder / "pi/proc/device-tree")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hardware.strips.leds0.open_strip", opener)
        with fresh_machine(folder, '[strip]\nname = "leds0"\n', lambda: known) as host:

            def see() -> bytes:
                config = known.text("/boot/firmware/config.txt") or ""
                return on_the_wire(wire.sent, 255, rgbw="rgbw" in config)

            yield host, see


@contextmanager
def by_pwm_helper(folder: Path) -> Iterator[tuple[FreshMachine, See]]:
    """A Pi 3 with the real PWM helper, which records its output."""
    (folder / "helper").mkdir()
    pi = partial(machine, "pi3", folder / "pi")
    with pwm_helper_process(folder / "helper") as helper:
        config = f'[strip]\nname = "ws281x"\nat = "{helper.at}"\n'
        with fresh_machine(folder, config, pi) as host:
            yield host, lambda: helper.frames[-1]


@contextmanager
def by_network(folder: Path, lights: int = 122) -> Iterator[tuple[FreshMachine, See]]:
    answer, one = Wled("0.15.0", lights), FakeWled(lights)
    pc = partial(machine, "pc", folder / "pc", wled=answer)
    found = FoundWled(one.name, one.at, answer)
    with one.display, fresh_machine(folder, "", pc, wleds=lambda: [found]) as host:
        yield host, one.newest_frame


@contextmanager
def by_microcontroller(folder: Path, chip: type[Board] = Uno) -> Iterator[tuple[FreshMachine, See]]:
    """The real firmware on an emulated chip."""
    board = chip(folder)
    board.plug()

    def see() -> bytes:
        known, ends = 0, time.monotonic() + SETTLED
        while time.monotonic() < ends:
            board.read_events()
            if len(board.pictures) != known:
                known, ends = len(board.pictures), time.monotonic() + SETTLED
            time.sleep(0.01)
        return (board.picture or b"").ljust(3 * board.ROOM, b"\0")

    ports = {board.port: Greeting(1, 3, 7, board.ROOM, 48, 16)}
    pc = partial(machine, "pc", folder / "pc", ports=ports)
    with fresh_machine(folder, "", pc) as host:
        yield host, see
    board.stop()


BENCHES: dict[str, Callable[[Path], Bench]] = {
    "ddp": by_network,
    "spi": by_spi,
    "leds0": by_leds0,
    "ws281x": by_pwm_helper,
    "microcontroller": by_microcontroller,
    "pico": partial(by_microcontroller, chip=Pico),
}
"""A fresh machine with each kind of strip."""


@contextmanager
def listening(path: Path, root: Path) -> Iterator[None]:
    """Emulate systemd: a socket, and the real helper for its only connection."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.bind(str(path))
        line.listen()

        def serve() -> None:
            one, _ = line.accept()
            with one:
                subprocess.run(
                    [sys.executable, "-m", "cribble.boot_helper", "--root", str(root)],
                    stdin=one,
                    stdout=one,
                    check=True,
                )

        thread = Thread(target=serve)
        thread.start()
        yield
        thread.join(20)
