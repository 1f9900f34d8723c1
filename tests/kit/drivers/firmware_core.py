"""The firmware's core as a shared library, driven from Python."""

import ctypes
from functools import cache
from typing import Final

from firmware_bridge.protocol.framing import Bad, Decoded, Packet
from firmware_bridge.protocol.pixels import NO_CEILING, Ceiling
from tests.firmware.rig.toolchain import CORE, HERE, STRICT, built, core_sources

TICKS_A_SECOND: Final = 15_625
"""Ticks of 64 µs."""
WRAP: Final = 65_536
MAX_GAP_LENGTH: Final = 0.5
"""Seconds: the controller must see the time before its counter wraps."""

MAX_SENT_LENGTH: Final = 16
PIXELS: Final = 400

REASONS: Final = {2: Bad.TOO_LONG, 3: Bad.TOO_SHORT, 4: Bad.MISSTUFFED, 5: Bad.CHECKSUM}
"""Names of the C enum for invalid frames."""


@cache
def library(ceiling: Ceiling = NO_CEILING) -> ctypes.CDLL:
    """Build the core, with a *ceiling* of the pixels' current."""
    sources = (*core_sources(), HERE / "window.c", HERE / "mutants.c")
    defined = (
        f"-DMAX_PIXELS={PIXELS}u",
        f"-DCEILING_MA={ceiling.limit_ma}u",
        f"-DCEILING_LED_MA={ceiling.led_ma}u",
    )
    compiler = ("gcc", *STRICT, "-O2", "-shared", "-fPIC", f"-I{CORE}", *defined)
    return ctypes.CDLL(str(built("core.so", compiler, sources)))


class CoreController:
    """A new controller, with the interface of `firmware_bridge.simulated.Controller`."""

    def __init__(self, boot: int = 7, ceiling: Ceiling = NO_CEILING) -> None:
        self._core = library(ceiling)
        self.itself = ctypes.create_string_buffer(self._core.window_controller_bytes())
        self._shown = ctypes.create_string_buffer(b"\xff" * 3 * PIXELS, 3 * PIXELS)
        self._pixels = ctypes.c_uint(0)
        self._now = 0.0
        self._core.controller_start(self.itself, boot, 0)

    def receive(self, data: bytes, now: float) -> bytes:
        said = self.tick(now)
        answers = ctypes.create_string_buffer(MAX_SENT_LENGTH * (len(data) // 2 + 1))
        heard = self._core.window_hear(
            self.itself, data, len(data), _ticks(now), answers, self._shown, self._on_strip
        )
        return said + answers.raw[:heard]

    def tick(self, now: float) -> bytes:
        said = b""
        while now - self._now > MAX_GAP_LENGTH:
            said += self._tick(self._now + MAX_GAP_LENGTH)
        return said + self._tick(now)

    def _tick(self, now: float) -> bytes:
        self._now = now
        said = ctypes.create_string_buffer(MAX_SENT_LENGTH)
        spoken = self._core.window_tick(self.itself, _ticks(now), said, self._shown, self._on_strip)
        return said.raw[:spoken]

    @property
    def _on_strip(self) -> object:
        return ctypes.byref(self._pixels)

    def press(self, key: int, now: float) -> None:
        self._now = now
        self._core.controller_press(self.itself, key, 1)

    def release(self, key: int, now: float) -> None:
        self._now = now
        self._core.controller_press(self.itself, key, 0)

    def sample(self, matrix: int, missed: int = 0) -> None:
        self._core.controller_sample(self.itself, matrix, missed)

    @property
    def shown(self) -> bytes | None:
        return self._shown.raw[: 3 * self._pixels.value] if self._pixels.value else None

    @property
    def lights(self) -> bytes:
        return self._shown.raw

    @property
    def link_led(self) -> bool:
        return bool(self._core.window_link_led(self.itself))

    @property
    def bad(self) -> int:
        return int(self._core.window_bad(self.itself))

    def harmed_by_mutants_of(self, frame: bytes) -> tuple[int, int, int]:
        """Count mutants of *frame*, corrupted pictures, and failures to understand the next
        frame."""
        wrong, deaf = ctypes.c_uint(), ctypes.c_uint()
        mutants = self._core.mutants_of(
            self.itself, frame, len(frame), ctypes.byref(wrong), ctypes.byref(deaf)
        )
        return mutants, wrong.value, deaf.value


class CoreDecoder:
    """The C decoder, with the interface of `firmware_bridge.protocol.framing.Decoder`."""

    def __init__(self) -> None:
        self._core = library()
        self._itself = ctypes.create_string_buffer(self._core.window_decoder_bytes())

    def feed(self, data: bytes) -> tuple[Decoded, ...]:
        heard = ctypes.create_string_buffer(4 * len(data) + 256)
        length = self._core.window_decode(self._itself, data, len(data), heard)
        return tuple(_told(heard.raw[:length]))


def _told(heard: bytes) -> list[Decoded]:
    told: list[Decoded] = []
    at = 0
    while at < len(heard):
        if heard[at] in REASONS:
            told.append(REASONS[heard[at]])
            at += 1
            continue
        length, kind, seq = heard[at + 1 : at + 4]
        told.append(Packet(kind, seq, heard[at + 4 : at + 4 + length]))
        at += 4 + length
    return told


def _ticks(now: float) -> int:
    return int(now * TICKS_A_SECOND) % WRAP
