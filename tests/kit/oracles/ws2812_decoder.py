"""A WS2812 strip by its data sheet, which decodes the signal independently of the code.

WS2812B data sheet: a bit is high for 0.4 µs (zero) or 0.8 µs (one), ± 0.15 µs, and takes 1.25 µs ±
0.6 µs; the highest bit comes first; a low of 280 µs ends the frame.
"""

from typing import Final

ZERO: Final = (250, 550)
ONE: Final = (650, 950)
PERIOD: Final = (650, 1850)
RESET: Final = 280_000
"""All in ns."""


def taken(sent: bytes, hertz: int) -> bytes:
    """Return the bytes that the lights decode from the SPI bytes *sent* at this speed.

    Raises AssertionError if a pulse is neither a zero nor a one, or without a reset before and
    after.
    """
    wire = bin(int.from_bytes(b"\1" + sent, "big"))[3:]
    bit = 1e9 / hertz
    assert (len(wire) - len(wire.lstrip("0"))) * bit >= RESET
    assert (len(wire) - len(wire.rstrip("0"))) * bit >= RESET
    pulses = wire.lstrip("0").replace("01", "0 1").split()
    for period in set(map(len, pulses[:-1])):
        assert PERIOD[0] <= period * bit <= PERIOD[1]
    read = {pulse: _read(pulse.count("1") * bit) for pulse in set(pulses)}
    bits = "".join(map(read.__getitem__, pulses))
    assert len(bits) % 8 == 0
    return int(bits or "0", 2).to_bytes(len(bits) // 8, "big")


def _read(high: float) -> str:
    if ZERO[0] <= high <= ZERO[1]:
        return "0"
    assert ONE[0] <= high <= ONE[1], f"{high} ns is neither a zero nor a one"
    return "1"


def colours(wire: bytes, order: str) -> bytes:
    """Return red, green and blue of lights with colour order *order* from *wire*."""
    return b"".join(
        bytes(wire[at + order.index(part)] for part in "RGB")
        for at in range(0, len(wire), len(order))
    )


def on_the_wire(written: bytes, brightness: int, *, rgbw: bool = False) -> bytes:
    """Return the bytes that a Pi 5's driver sends for the RGBW *written*: green, red, blue and, if
    its overlay says *rgbw*, white."""
    assert len(written) % 4 == 0
    sent = bytearray()
    for at in range(0, len(written), 4):
        red, green, blue, white = written[at : at + 4]
        assert rgbw or white == 0
        whole = (green, red, blue, white) if rgbw else (green, red, blue)
        sent += bytes(_bright(value, brightness) for value in whole)
    return bytes(sent)


def _bright(value: int, brightness: int) -> int:
    """The table is 255 × (value / 255) ^ (1 / 0.45), truncated; brightness 0 bypasses it."""
    if not brightness:
        return value
    return int(pow(value * brightness // 255 / 255, 1 / 0.45) * 255)
