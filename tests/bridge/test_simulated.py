"""The simulated controller: over a noisy line, and as a strip."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Final, NamedTuple

import pytest

from cribble.devices.microcontroller import SimulatedStrip, open_simulated_strip
from firmware_bridge.link import End, Link, RequestType
from firmware_bridge.port import DEFAULT_LAYOUT, KEYS, KeyReceiver
from firmware_bridge.protocol.framing import Packet, encode
from firmware_bridge.protocol.messages import MESSAGES, NO_PIXEL, packed
from firmware_bridge.protocol.pixels import Tape
from firmware_bridge.simulated import BOOTING_SECONDS, OnPicture, SerialLine, unseen
from hardware.strips.strip import CaptureStrip, Strip, StripSetup, StripWiring
from scorekeeper.device import DeviceFault, Health, TransientFault
from tests.kit.drivers.waiting import soon
from tests.kit.fakes.lights import STILL_BOARD

STALLED_SECONDS: Final = (0.1, 2.0)
"""Some are shorter than the Pi's timeout."""
VANISHED_SECONDS: Final = (1.0, 5.0)


class Faults(NamedTuple):
    """Fractions of bytes lost, flipped or repeated, and seconds between mishaps; 0 is never."""

    drop: float = 0.0
    flip: float = 0.0
    duplicate: float = 0.0
    stall: float = 0.0
    reboot: float = 0.0
    vanish: float = 0.0

    def arriving(self, data: bytes, chance: Random) -> bytes:
        if not (self.drop or self.flip or self.duplicate):
            return data
        return b"".join(self._each(data, chance))

    def _each(self, data: bytes, chance: Random) -> Iterator[bytes]:
        for byte in data:
            if chance.random() < self.drop:
                continue
            turned = 1 << chance.randrange(8) if chance.random() < self.flip else 0
            yield bytes((byte ^ turned,)) * (1 + (chance.random() < self.duplicate))


class Mishap:
    """Starts every *period* seconds ± 50 % (0: never), and lasts *lasting* seconds."""

    def __init__(self, period: float, lasting: tuple[float, float], chance: Random) -> None:
        self._period, self._lasting, self._chance = period, lasting, chance
        self._begins: float | None = None
        self._ends = 0.0

    def on(self, now: float) -> bool:
        """Return whether it is in progress at *now*. Time starts with the first call."""
        if not self._period:
            return False
        if self._begins is None or now >= self._ends:
            self._begins = now + self._period * self._chance.uniform(0.5, 1.5)
            self._ends = self._begins + self._chance.uniform(*self._lasting)
        return now >= self._begins


class NoisyLine(SerialLine):
    def __init__(
        self, faults: Faults, chance: Random, shows: OnPicture = unseen, *, baud: int = 115_200
    ) -> None:
        super().__init__(shows, baud=baud)
        self._faults, self._chance = faults, chance
        self._stall = Mishap(faults.stall, STALLED_SECONDS, chance)
        self._reboot = Mishap(faults.reboot, 2 * (BOOTING_SECONDS,), chance)
        self._vanish = Mishap(faults.vanish, VANISHED_SECONDS, chance)

    def there(self, now: float) -> bool:
        return not self._vanish.on(now)

    def data_to_send(self, now: float) -> bytes:
        self._require_plugged(now)
        return b"" if self._stall.on(now) else super().data_to_send(now)

    def arriving(self, data: bytes) -> bytes:
        return self._faults.arriving(data, self._chance)

    def _require_plugged(self, now: float) -> None:
        super()._require_plugged(now)
        if self._reboot.on(now) and now >= self._ready_at:
            self.start(now)


TAPE = Tape(pixels=121, limit_ma=65535, led_ma=1, link=NO_PIXEL)
REOPEN_SECONDS = 0.25
NAMES = tuple(DEFAULT_LAYOUT.replace("/", "").split())


BYTE = 10 / 115_200
PIXEL = 30e-6
"""Seconds to send a byte, and to show a pixel."""


class Pi:
    """Runs the protocol in simulated time, and reopens the line whenever it fails."""

    def __init__(self, faults: Faults, seed: int = 5) -> None:
        self.shown: list[bytes] = []
        self.touched: list[tuple[str, bool]] = []
        self.told: list[tuple[str, bool]] = []
        """Key events at the controller, and those received by the Pi."""
        self.ends: list[End | str] = []
        self.line = NoisyLine(faults, Random(seed), self._see)
        self.now = 100.0
        self._keypad = KeyReceiver(lambda name, down: self.told.append((name, down)))
        self._is_steady = not (faults.stall or faults.reboot or faults.vanish)
        self._said_until = self._deaf_until = 0.0
        self._link: Link | None = None
        self._picture = bytes(3 * TAPE.pixels)

    def show(self, picture: bytes) -> None:
        self._picture = picture
        if self._link:
            self._link.show(picture)

    def touch(self, key: int, *, down: bool) -> None:
        self.touched.append((NAMES[key], down))
        self.line.turn(key, self.now, down=down)

    def _see(self, picture: bytes) -> None:
        """The controller shows the picture and receives nothing meanwhile."""
        self.shown.append(picture)
        self._deaf_until = self.now + PIXEL * TAPE.pixels
        heard = self.now + 9 * BYTE >= self._said_until  # Earlier if the line drops bytes.
        assert heard or not self._is_steady, "the Pi interrupts an update"

    @property
    def done(self) -> bool:
        """Return whether the controller has confirmed the wanted picture."""
        return bool(self._link and self._link.shown)

    def wait(self, seconds: float) -> None:
        ends = self.now + seconds
        while self.now < ends:
            try:
                self._turn(ends)
            except OSError as gone:
                self._end(str(gone))

    def settle(self, most: float = 30.0) -> None:
        ends = self.now + most
        while not self.done and self.now < ends:
            self.wait(0.01)
        assert self.done, f"nothing after {most} s; {self.ends[-9:]}"

    def _turn(self, ends: float) -> None:
        link = self._link or self._opened()
        if said := link.data_to_send(self.now):
            assert not self._is_steady or self.now >= self._deaf_until, (
                "the Pi interrupts an update"
            )
            self._said_until = max(self.now, self._said_until) + BYTE * len(said)
            self.line.receive(said, self.now)
        for key in link.receive(self.line.data_to_send(self.now), self.now):
            self._keypad.receive(key)
        if link.ended:
            self._end(link.ended)
        wait = min(link.wait(self.now), self.line.due_in(self.now), ends - self.now)
        self.now += max(wait, 0.0005)

    def _opened(self) -> Link:
        self.line.open(self.now)
        self._link = Link(TAPE)
        self._link.show(self._picture)
        return self._link

    def _end(self, why: End | str) -> None:
        self.ends.append(why)
        self._link = None
        self.now += REOPEN_SECONDS


def pictures(chance: Random) -> Iterator[bytes]:
    """Generate pictures as in a game: mostly a few pixels change, sometimes all."""
    pixels = bytearray(3 * TAPE.pixels)
    while True:
        for _ in range(chance.choice((1, 1, 1, 2, 6, 40))):
            pixels[chance.randrange(len(pixels))] = chance.choice((0, 0, 1, 255))
        if chance.random() < 0.05:
            pixels[:] = chance.randbytes(len(pixels)) if chance.random() < 0.5 else bytes(3 * 121)
        yield bytes(pixels)


UNPLUGGED = {
    "[Errno 5] the simulated controller was unplugged",
    "[Errno 2] the simulated controller is unplugged",
}
MENU = {
    "nothing": Faults(),
    "little": Faults(drop=0.0002, flip=0.0001, duplicate=0.0001),
    "drop": Faults(drop=0.003),
    "duplicate": Faults(duplicate=0.002),
    "vanish": Faults(vanish=6),
    "stall and drop": Faults(stall=1, drop=0.001),
    "everything": Faults(0.0005, 0.0005, 0.0005, 20, 15, 30),
}


def evening(faults: Faults, many: int, seed: int) -> Pi:
    chance, pi, down = Random(seed), Pi(faults, seed), set[int]()
    wanted = {bytes(3 * TAPE.pixels)}
    pi.settle()
    for _, picture in zip(range(many), pictures(chance), strict=False):
        wanted.add(picture)
        pi.show(picture)
        if chance.random() < 0.5:
            key = chance.randrange(KEYS)
            down ^= {key}
            pi.touch(key, down=key in down)
        pi.wait(chance.choice((0.005, 0.02, 0.3)))
        assert not pi.done or pi.shown[-1] == picture
    pi.settle()
    assert pi.shown[-1] == picture
    assert wanted.issuperset(pi.shown)
    pi.wait(3)
    assert pi.ends or pi.told == pi.touched
    return pi


@pytest.mark.parametrize("fault", MENU)
def test_no_fault_shows_a_picture_that_nobody_wanted(fault: str) -> None:
    pi = evening(MENU[fault], 1000, seed=121)
    assert len(pi.shown) > 200
    falls_silent = fault not in {"nothing", "little", "vanish"}
    assert {*pi.ends} - UNPLUGGED == ({End.SILENCE} if falls_silent else set())
    assert {*pi.ends} & UNPLUGGED == (UNPLUGGED if MENU[fault].vanish else set())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_no_fault_ever_shows_a_picture_that_nobody_wanted(seed: int) -> None:
    assert len(evening(MENU["everything"], 20_000, seed).shown) > 5000


def test_an_answer_comes_after_the_update() -> None:
    """Ten bits per byte in both directions, and 30 µs per pixel: 12.1 ms for 363 pixels. The first
    show after a start takes as long as 400 pixels, since it clears any beyond the strip."""
    line = SerialLine(baud=10_000)
    line.open(0.0)
    strip = encode(
        Packet(RequestType.CONFIGURE, 0, packed(MESSAGES["CONFIGURE"].fields, (363, 0, 1, 0)))
    )
    paint = encode(Packet(RequestType.PAINT, 1, b"\1"))
    line.receive(strip, 0.0)
    assert line.data_to_send(BOOTING_SECONDS - 0.01) + line.data_to_send(0.9) == b"", "it boots"
    for frame, shows in ((strip, 0.0), (paint, 400 * 30e-6), (paint, 363 * 30e-6)):
        line.receive(frame, 1.0)
        there = 1.0 + len(frame) / 1000
        assert line.data_to_send(there - 0.0001) + line.data_to_send(there) == b""
        answered = there + shows + 8 / 1000
        assert line.data_to_send(answered - 0.0001) == b""
        assert len(line.data_to_send(answered + 0.0001)) == 8


SETUP = StripSetup(STILL_BOARD)
DARK = bytes(3 * STILL_BOARD.pixels)


@contextmanager
def strip_on(terminal: CaptureStrip, faults: Faults, seed: int = 1) -> Iterator[Strip]:
    strip = SimulatedStrip(SETUP, terminal, partial(NoisyLine, faults, Random(seed)))
    try:
        yield strip
    finally:
        strip.close()


def test_the_terminal_shows_what_the_controller_shows() -> None:
    terminal = CaptureStrip()
    with strip_on(terminal, Faults()) as strip:
        frame = Random(1).randbytes(len(DARK)).translate(bytes(byte // 16 for byte in range(256)))
        assert strip.health == Health.OK
        strip.show(frame)
        soon(lambda: terminal.frames[-1:] == (frame,))
        before = len(terminal.frames)
        strip.show(frame)  # The caption may have changed.
        assert len(terminal.frames) > before
    assert set(terminal.frames) == {DARK, frame}
    assert terminal.frames[-1] == DARK


@pytest.mark.parametrize("at", ["drop=0.001 flip=0.001", "/dev/ttyACM0"])
def test_a_simulated_microcontroller_at_a_port_is_refused(at: str) -> None:
    with pytest.raises(
        DeviceFault, match=f'^strip.at is "{at}", .* leave strip.at empty'
    ) as caught:
        open_simulated_strip(SETUP._replace(wiring=StripWiring(at=at)))
    assert not isinstance(caught.value, TransientFault)
