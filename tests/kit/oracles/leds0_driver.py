"""What a Pi 5's driver does with its file: RGBW to the green, red, blue of the wire."""

from pathlib import Path


def on_the_wire(file: Path, brightness: int) -> bytes:
    """What it sends to lights without white of their own, three bytes for each."""
    written = file.read_bytes()
    assert len(written) % 4 == 0
    sent = bytearray()
    for at in range(0, len(written), 4):
        red, green, blue, white = written[at : at + 4]
        assert white == 0
        sent += bytes(_bright(value, brightness) for value in (green, red, blue))
    return bytes(sent)


def _bright(value: int, brightness: int) -> int:
    """Its table is 255 × (value / 255) ^ (1 / 0.45), cut; brightness 0 bypasses it."""
    if not brightness:
        return value
    return int(pow(value * brightness // 255 / 255, 1 / 0.45) * 255)
