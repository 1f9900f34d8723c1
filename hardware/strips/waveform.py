"""Lights' bits as SPI sends them: a long pulse for a one, a short pulse for a zero.

A WS2812 reads a bit by how long its line is high: about 0.4 µs or 0.8 µs, 0.15 µs more or less. SPI
has no pulses, but a few of its own bits make one, if they go at the right speed.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

RESET_SECONDS: Final = 300e-6
"""The line low for so long before the first light and after the last: newer lights ask for 280 µs
where the first ones were content with 50. Before, because SPI may begin with a stray pulse."""


class Pulses(NamedTuple):
    """The SPI bits of a ``zero`` and a ``one``, and how many of them go in a second."""

    zero: str
    one: str
    hertz: int


PULSES: Final[Mapping[int, Pulses]] = MappingProxyType(
    {
        3: Pulses("100", "110", 2_400_000),
        8: Pulses("11000000", "11111000", 6_400_000),
    }
)
"""By how many SPI bits a bit of light takes: high for 0.42 or 0.83 µs of three, for 0.31 or 0.78 µs
of eight. A Pi rounds the speed down to what it can divide; both bear that."""


class Symbols:
    """Bytes for the lights, as bytes for SPI that take *bits* bits each, 3 or 8."""

    def __init__(self, bits: int) -> None:
        pulses = PULSES[bits]
        self.hertz = pulses.hertz
        self._reset = bytes(round(RESET_SECONDS * pulses.hertz / 8))
        self._bytes = tuple(_symbol(byte, pulses) for byte in range(256))

    def encoded(self, lights: bytes) -> bytes:
        """All that SPI is to send for *lights*, with the silence before and after."""
        return self._reset + b"".join([self._bytes[byte] for byte in lights]) + self._reset


def _symbol(byte: int, pulses: Pulses) -> bytes:
    bits = "".join(pulses.one if bit == "1" else pulses.zero for bit in f"{byte:08b}")
    return int(bits, 2).to_bytes(len(bits) // 8, "big")
