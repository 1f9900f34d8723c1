"""The firmware core on this machine follows the protocol."""

import re
import subprocess
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final

import pytest

from firmware_bridge.protocol.framing import Bad, Decoder, Packet, encode
from firmware_bridge.protocol.messages import (
    ANSWER,
    MESSAGES,
    Run,
    number_of,
    packed,
    packed_runs,
    unpacked,
)
from firmware_bridge.protocol.pixels import NO_CEILING, Ceiling
from firmware_bridge.simulated import Controller
from tests.firmware.rig.toolchain import CORE, HERE, STRICT, built, core_sources, need
from tests.kit.drivers.firmware_core import CoreController, CoreDecoder
from tests.kit.formats.frame_file import FRAMES, STEP, Played

ROWS = COLUMNS = 4
KEYS: Final = ROWS * COLUMNS
MAX_BOUNCE_LENGTH: Final = 3
"""Samples of 5 ms: a worn contact bounces for 15 ms."""


class KeyMatrix:
    """A key matrix without diodes: scans see ghost keys."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.fingers = 0
        """One bit for each key pressed."""
        self._bouncing: dict[int, int] = {}

    def move(self, key: int) -> None:
        """Press or release *key*; its contact bounces in both cases."""
        self.fingers ^= 1 << key
        self._bouncing[key] = self._chance.randint(0, MAX_BOUNCE_LENGTH)

    def scan(self) -> int:
        """Return one sample, row by row, so that a contact may change between rows."""
        matrix = sum(row_seen(row, self._contacts()) << COLUMNS * row for row in range(ROWS))
        self._bouncing = {key: left - 1 for key, left in self._bouncing.items() if left > 1}
        return matrix

    def _contacts(self) -> int:
        contacts = self.fingers
        for key, left in self._bouncing.items():
            if left and self._chance.random() < 0.5:
                contacts ^= 1 << key
        return contacts


@cache
def row_seen(row: int, contacts: int) -> int:
    """Return the columns that are low when *row* is, through all closed *contacts*."""
    rows, columns = {row}, set[int]()
    while True:
        further = {
            (key // COLUMNS, key % COLUMNS)
            for key in range(KEYS)
            if contacts >> key & 1 and (key // COLUMNS in rows or key % COLUMNS in columns)
        }
        if further <= {(r, c) for r in rows for c in columns}:
            return sum(1 << column for column in columns)
        rows |= {r for r, _ in further}
        columns |= {c for _, c in further}


HELLO, CONFIGURE, PAINT, PING = map(number_of, ("HELLO", "CONFIGURE", "PAINT", "PING"))
STRIP = packed(MESSAGES["CONFIGURE"].fields, (121, 2000, 60, 120))
CEILINGS = (NO_CEILING, Ceiling(limit_ma=900, led_ma=50))
MEGABYTE = 1 << 20
HOUR = 3600


@pytest.fixture(autouse=True)
def _tools() -> None:
    need("gcc")


@pytest.mark.parametrize("path", sorted(FRAMES.glob("*.hex")), ids=lambda path: path.stem)
def test_core_does_what_the_captured_frames_say(path: Path) -> None:
    Played(lambda boot: CoreController(boot=boot)).play(path)


def noise(chance: Random, size: int) -> bytes:
    """Random bytes; bytes with many zeros; frames that are cut, altered and concatenated."""
    plain = chance.randbytes(size)
    zeros = chance.randbytes(size // 2).translate(bytes(byte % 8 for byte in range(256)))
    frames = bytearray(b"".join(encode(some_packet(chance)) for _ in range(size // 2 // 80)))
    for _ in range(len(frames) // 200):
        frames[chance.randrange(len(frames))] = chance.randrange(256)
    return plain + zeros + bytes(frames)


@pytest.mark.parametrize("megabytes", [1, pytest.param(20, marks=pytest.mark.slow)])
def test_both_decoders_hear_the_same_in_noise(megabytes: int) -> None:
    chance = Random(5)
    python, core = Decoder(), CoreDecoder()
    reasons: set[Bad] = set()
    size = 0
    while size < megabytes * MEGABYTE:
        data = noise(chance, MEGABYTE // 4)
        heard = python.feed(data)
        assert core.feed(data) == heard
        size += len(data)
        reasons |= {one for one in heard if isinstance(one, Bad)}
    assert reasons == set(Bad)
    good = Packet(PING, 9, b"")
    assert core.feed(encode(good))[-1] == good


@pytest.mark.parametrize("start", [CoreController, Controller])
@pytest.mark.parametrize("megabytes", [1, pytest.param(100, marks=pytest.mark.slow)])
def test_noise_paints_nothing(
    start: type[Controller] | type[CoreController], megabytes: int
) -> None:
    """The controller counts invalid frames, and understands the next valid one."""
    # A frame with a valid check by chance may paint: one in 65,536 of sufficient length, of which
    # only one in some hundreds is a PAINT.
    chance, controller = Random(8), configured(start())
    controller.receive(encode(Packet(PAINT, 3, b"\1" + packed_runs((Run(3, 1, b"\1\2\3"),)))), 0.1)
    before = controller.shown
    for _ in range(4 * megabytes):
        bad = controller.bad
        controller.receive(chance.randbytes(MEGABYTE // 4), 0.2)
        assert controller.shown == before
        assert controller.bad > min(bad + 250, 65_534)
        assert controller.receive(encode(Packet(PING, 4, b"")), 0.3)


def configured(controller: Controller) -> Controller:
    assert controller.receive(encode(Packet(CONFIGURE, 2, STRIP)), 0)
    return controller


def some_runs(chance: Random, pixels: int) -> bytes:
    runs = []
    for _ in range(chance.randint(0, 4)):
        first = chance.randrange(pixels)
        length = chance.randint(1, min(15, pixels - first))
        colours = chance.randbytes(3 if chance.random() < 0.3 else 3 * length)
        runs.append(Run(first, length, colours))
    return packed_runs(runs)


def test_no_fault_makes_a_wrong_picture() -> None:
    chance = Random(6)
    controller = configured(CoreController())
    mutants = 0
    for seq in range(1000):
        frame = encode(Packet(PAINT, seq % 256, b"\1" + some_runs(chance, 121)))
        some, wrong, deaf = controller.harmed_by_mutants_of(frame)
        assert (wrong, deaf) == (0, 0), frame.hex(" ")
        controller.receive(frame, 0.1)
        mutants += some
    assert mutants > 400_000


def some_packet(chance: Random, pixels: int = 21) -> Packet:
    """Generate any packet for a controller of this many *pixels*, valid or not."""
    seq = chance.randrange(256)
    kind = chance.choice((HELLO, CONFIGURE, PING, PAINT, PAINT, PAINT, PAINT, PAINT, 0x85, 0x42))
    payload = {
        HELLO: b"\1",
        CONFIGURE: packed(
            MESSAGES["CONFIGURE"].fields,
            (
                chance.choice((0, 1, 255, 400, 401, *[pixels] * 5)),
                chance.choice((0, 100, 300, 1000, 3000, 65535)),
                chance.choice((0, 1, 20, 60, 90, 1000, 1001)),
                chance.choice((0, 5, 120, 400, pixels - 1, pixels, 0xFFFF)),
            ),
        ),
        PAINT: bytes((chance.choice((0, 1, 1, 1, 2)),)) + some_runs(chance, pixels),
    }.get(kind, b"")
    if kind & ANSWER:
        payload, seq = b"\0", chance.randrange(4)
    if chance.random() < 0.1:
        payload = chance.choice((payload[:-1], payload + b"\0", payload[:2] + b"\0" + payload[3:]))
    return Packet(kind, seq, payload)


def damaged(frame: bytes, chance: Random) -> bytes:
    harmed = bytearray(frame)
    if chance.random() < 0.1:
        harmed[chance.randrange(len(frame))] ^= 1 << chance.randrange(8)
    if chance.random() < 0.1:
        harmed[chance.randrange(len(frame)) :] = chance.randbytes(2)
    return bytes(harmed)


@pytest.mark.parametrize("seed", range(24))
def test_core_and_simulated_controller_say_the_same(seed: int) -> None:
    chance, steps = Random(seed), 0
    boot, pixels = (1, 7, 255, 65535)[seed % 4], (1, 2, 21, 121, 363, 400)[seed % 6]
    ceiling = CEILINGS[seed % 2]
    controllers: tuple[Controller, Controller] = (
        CoreController(boot=boot, ceiling=ceiling),
        Controller(boot=boot, ceiling=ceiling),
    )

    def same(turn: Callable[[Controller], bytes]) -> None:
        core, python = map(turn, controllers)
        assert core == python

    for _ in range(500):
        for _ in range(470 if chance.random() < 0.005 else chance.choice((1, 1, 1, 2, 5, 20))):
            steps += 1
            same(lambda controller: controller.tick(steps * STEP))  # noqa: B023 - it is called at once
        now, key, down = steps * STEP, chance.randrange(16), chance.random() < 0.6
        if chance.random() < 0.5:
            for controller in controllers:
                (controller.press if down else controller.release)(key, now)
        frame = damaged(encode(some_packet(chance, pixels)), chance)
        cut = chance.randrange(len(frame) + 1)
        for piece in (frame[:cut], frame[cut:]):
            same(lambda controller: controller.tick(now) + controller.receive(piece, now))  # noqa: B023
        core_state, python_state = (
            (one.shown, one.lights, one.link_led, one.bad) for one in controllers
        )
        assert core_state == python_state


@pytest.mark.parametrize("start", [CoreController, Controller])
@pytest.mark.parametrize("ceiling", CEILINGS, ids=["none", "in the build"])
def test_current_of_all_lights_stays_within_the_limit_when_the_strip_changes(
    start: type[Controller] | type[CoreController], ceiling: Ceiling
) -> None:
    """Lights past a shorter strip count too, as does anything lit before a reset."""
    chance = Random(13)
    for _ in range(60):
        controller, longest = start(ceiling=ceiling), 0
        for seq in range(20):
            pixels, limit = chance.choice((1, 123, 200, 255, 400)), chance.randrange(3000)
            led_ma = chance.choice((1, 20, 60))
            strip = packed(MESSAGES["CONFIGURE"].fields, (pixels, limit, led_ma, 0xFFFF))
            longest = max(longest, pixels)
            controller.receive(encode(Packet(CONFIGURE, seq, strip)), 0)
            white = Run(0, min(pixels, 255), chance.choice((b"\xff" * 3, chance.randbytes(3))))
            controller.receive(encode(Packet(PAINT, seq, b"\1" + packed_runs((white,)))), 0)
            for limit_ma, takes in ((limit, led_ma), ceiling):
                assert sum(controller.lights) * takes / 765 <= max(limit_ma - longest, 0)
            assert controller.shown == controller.lights[: 3 * pixels]


def test_a_pi_may_be_silent_for_hours() -> None:
    """Though the counter wraps every 4.2 s, the picture stays and the link LED keeps blinking."""
    controller, lit = configured(CoreController()), b"\1\2\3" * 121
    controller.receive(encode(Packet(PAINT, 3, b"\1" + packed_runs((Run(0, 121, b"\1\2\3"),)))), 0)
    for moment in range(5 * 3 * HOUR):
        controller.tick(moment / 5)
        if moment % 5003 == 5002:
            assert controller.shown == lit[:-3] + bytes(3)
    lit_leds = []
    for moment in range(200):
        controller.tick(3 * HOUR + moment / 100)
        lit_leds.append(controller.link_led)
    assert sum(one != other for one, other in pairwise(lit_leds)) == 8
    controller.receive(encode(Packet(PING, 4, b"")), 3 * HOUR + 2)
    assert (controller.shown, controller.link_led) == (lit, True)


SANITIZED = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@pytest.mark.parametrize("megabytes", [10, pytest.param(2000, marks=pytest.mark.slow)])
def test_noise_does_no_harm(megabytes: int) -> None:
    """No access out of bounds, few false packets, and the next valid frame is understood, on strips
    whose length changes every 4 kB and past which all stays dark."""
    sources = (*core_sources(), HERE / "noise.c")
    program = built("noise", ("gcc", *STRICT, *SANITIZED, f"-I{CORE}"), sources)
    done = subprocess.run(
        [program, str(megabytes), "12345"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    frames, packets = map(int, done.stdout.split())
    assert frames > 10_000 * megabytes
    assert packets <= 3 + frames / 65_536


KEY = number_of("KEY")
WITHOUT_LINK = packed(MESSAGES["CONFIGURE"].fields, (121, 2000, 60, 0xFFFF))
SAMPLE = 0.005
SETTLED = 4
"""Number of equal samples after which a key changes."""

Told = tuple[int, int]


class CoreKeypad:
    """A controller with sampled keys, and a Pi that answers each report."""

    def __init__(self) -> None:
        self.controller, self.now = CoreController(), 0.0
        self._decoder = Decoder()
        self._say(Packet(number_of("CONFIGURE"), 1, WITHOUT_LINK))

    def _say(self, packet: Packet) -> None:
        self.controller.receive(encode(packet), self.now)

    def sample(self, matrix: int, missed: int = 0) -> list[Told]:
        """Sample *matrix* after *missed* samples, and return the keys reported."""
        told = []
        self.controller.sample(matrix, missed)
        self.now += SAMPLE * (1 + missed)
        while said := self.controller.tick(self.now):
            for packet in self._decoder.feed(said):
                assert isinstance(packet, Packet)
                _, key, down = unpacked(MESSAGES["KEY"].fields, packet.payload) or ()
                told.append((key, down))
                self._say(Packet(KEY | ANSWER, packet.seq, b"\0"))
        return told


def told(samples: str) -> str:
    """Return the keys reported for *samples* such as ``3x4 1+2``: two keys four times, then the
    first one after two missed samples."""
    keypad, keys = CoreKeypad(), list[str]()
    for matrix, times, missed in re.findall(r"([0-9a-f]+)(?:x(\d))?(?:\+(\d))?", samples):
        for _ in range(int(times or 1)):
            heard = keypad.sample(int(matrix, 16), int(missed or 0))
            keys += [f"{'-+'[down]}{key}" for key, down in heard]
    return " ".join(keys)


BOUNCES = {
    "0 1 1 1": "",
    "1x3 0 1x4": "+0",
    "1x4 0x3 1 0x3 1 0x3 1": "+0",
    "2x4 3x4 1x4": "+1 +0 -1",
}
MISSED = {
    "1 1+1 1": "+0",
    "1 1+2": "+0",
    "1 0+2 1+2": "",
    "1 3+2 2": "+0",
    "3 3+2 1+2 1+2": "+0 +1 -1",
}
"""Missed samples count if those around them are equal, and two real samples are required."""
MOVING = {
    "1+2": "",
    "1+2 1": "+0",
    "1+1 1 1": "+0",
    "1+2 0 1+2": "",
    "3+2 3": "",
    "3x4 0+2 0": "+0 +1 -0 -1",
    "3x4 1+2 1": "+0 +1",
}
"""Missed samples count for one key if none was down, and for releasing all; otherwise it is
ambiguous."""
GHOSTS = {
    "0003x4 0033x9 0012x4": "+0 +1 -0 +4",
    "9009x9": "",
    "8003x4 8033x4 0033x4": "+0 +1 +15 -15",
    "8421x4": "+0 +5 +10 +15",
    "0007x4 8007x4": "+0 +1 +2 +15",
}
"""The fourth corner of a rectangle may be a ghost; keys already down stay down."""


@pytest.mark.parametrize("samples", {**BOUNCES, **MISSED, **MOVING, **GHOSTS})
def test_a_key_changes_with_the_fourth_equal_sample(samples: str) -> None:
    assert told(samples) == {**BOUNCES, **MISSED, **MOVING, **GHOSTS}[samples]


Step = tuple[tuple[int, ...], tuple[Told, ...]]
"""Keys pressed or released at once, and the expected reports."""


def two_at_once(chance: Random) -> list[Step]:
    """Two keys pressed together, and released together or one after the other."""
    one, other = chance.sample(range(KEYS), 2)
    both: Step = ((one, other), ((one, 1), (other, 1)))
    up: list[Step] = [((one, other), ((one, 0), (other, 0)))]
    if chance.random() < 0.5:
        up = [((one,), ((one, 0),)), ((other,), ((other, 0),))]
    return [both, *up]


def rolled_over(chance: Random) -> list[Step]:
    """The next key is pressed before the last one is released."""
    one, other = chance.sample(range(KEYS), 2)
    return [
        ((one,), ((one, 1),)),
        ((other,), ((other, 1),)),
        ((one,), ((one, 0),)),
        ((other,), ((other, 0),)),
    ]


def with_a_ghost(chance: Random) -> list[Step]:
    """Press three corners of a rectangle: the third counts once another is released."""
    (row, below), (column, beside) = chance.sample(range(4), 2), chance.sample(range(4), 2)
    corner, other, third = 4 * row + column, 4 * row + beside, 4 * below + column
    down: list[Step] = [((corner,), ((corner, 1),)), ((other,), ((other, 1),)), ((third,), ())]
    if chance.random() < 0.5:
        return [*down, ((third,), ()), ((corner, other), ((corner, 0), (other, 0)))]
    first, last = chance.sample((corner, other), 2)
    return [*down, ((first,), ((first, 0), (third, 1))), ((third, last), ((third, 0), (last, 0)))]


def check_presses(sample: Callable[[int], Iterable[Told]], wanted: int) -> None:
    """Press keys that bounce; *sample* must report each once."""
    chance, presses = Random(16), 0
    matrix = KeyMatrix(chance)
    while presses < wanted:
        for moved, expected in chance.choice((two_at_once, rolled_over, with_a_ghost))(chance):
            for key in moved:
                matrix.move(key)
            samples = MAX_BOUNCE_LENGTH + SETTLED + chance.randint(0, 2)
            seen = [one for _ in range(samples) for one in sample(matrix.scan())]
            assert sorted(seen) == sorted(expected)
            presses += sum(down for _, down in seen)


def test_ten_thousand_bouncing_presses_are_ten_thousand_keys() -> None:
    check_presses(CoreKeypad().sample, 10_000)
