"""A board: the real firmware on an emulated chip, and the devices at its pins."""

import json
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from firmware_bridge.protocol.framing import Decoder, Packet
from firmware_bridge.protocol.messages import number_of

PATIENCE: Final = 30.0
"""Timeout in seconds; on a busy machine the emulated time slows down as well."""
POLL_SECONDS: Final = 0.002

KEY: Final = number_of("KEY")

Span = tuple[float, float]
"""Shortest and longest time, in ns."""


class Picture(NamedTuple):
    """The colours received by the strip's pixels, and the timing of the data line."""

    at_us: float
    took_us: float
    reset_us: float
    bits: int
    t0h: Span
    t1h: Span
    t0l: Span
    t1l: Span
    colours: bytes


def within_the_data_sheets(picture: Picture) -> bool:
    """Return whether the times are valid for WS2812B, WS2812B-2020 and WS2812B-V6."""
    limits = {"t0h": (250, 380), "t1h": (750, 950), "t0l": (750, 1000), "t1l": (300, 420)}
    spans = ((getattr(picture, name), limits[name]) for name in limits)
    return picture.reset_us >= 300 and all(
        shortest == longest == 0 or least <= shortest <= longest <= most
        for (shortest, longest), (least, most) in spans
    )


class Board(ABC):
    """A running chip; its events are recorded in *folder*."""

    ROOM: int
    """Number of lights that the firmware has room for."""

    def __init__(self, folder: Path, baud: int = 115_200, limit_ma: int = 65_535) -> None:
        self.baud, self._limit_ma = baud, limit_ma
        self.lights = self.ROOM
        """Number of lights on the strip; further pixels are ignored."""
        self.port = ""
        """The serial port; empty while unplugged."""
        self.pictures: list[Picture] = []
        self.link_led: list[tuple[float, bool]] = []
        """Times in seconds at which the link LED changed, and True if it went on."""
        self.touched: list[float] = []
        """Times in seconds at which a key was pressed or released."""
        self.packets: list[tuple[float, Packet]] = []
        """The chip's packets, with the time in seconds at which each frame began."""
        self._decoder, self._frame_began = Decoder(), 0.0
        self._reports: list[dict[str, Any]] = []
        self._path = folder / f"{type(self).__name__}-{baud}-{id(self)}"
        self._chip: subprocess.Popen[str]
        self._orders: IO[str]
        self._log: IO[str]

    @abstractmethod
    def plug(self) -> None:
        """Plug in the cable, which starts the chip anew, and wait until it listens."""

    @abstractmethod
    def unplug(self) -> None: ...

    def press(self, key: int) -> None:
        self._order(f"press {key}")

    def release(self, key: int) -> None:
        self._order(f"release {key}")

    def set_contact(self, key: int, *, down: bool) -> float:
        """Close or open the contact of *key* without bouncing; return the chip's time."""
        known = len(self.touched)
        self._order(f"{'close' if down else 'open'} {key}")
        assert self.until(lambda: len(self.touched) > known)
        return self.touched[-1]

    def wait_for_key(self, key: int, *, down: bool, since: float) -> float:
        """Wait until the chip reports *key* after the second *since*; return when it first did
        so."""
        change = bytes((key, down))

        def reports() -> list[float]:
            return [
                at
                for at, packet in self.packets
                if at > since and packet.type == KEY and packet.payload.endswith(change)
            ]

        assert self.until(lambda: bool(reports())), f"key {key} was not reported"
        return reports()[0]

    def hurry(self, seconds: float) -> None:
        self._order(f"hurry {seconds}")
        self.report()

    def flood(self, seconds: float) -> None:
        """Flood the line with invalid frames from now on."""
        self._order(f"flood {seconds}")

    def report(self) -> dict[str, Any]:
        known = len(self._reports)
        self._order("report")
        self.until(lambda: len(self._reports) > known)
        return self._reports[-1]

    @property
    def picture(self) -> bytes | None:
        self.read_events()
        return self.pictures[-1].colours if self.pictures else None

    def shows(self, picture: bytes) -> bool:
        return self.until(lambda: self.picture == picture)

    def until(self, come: Callable[[], bool]) -> bool:
        """Wait for the condition *come*; return False on a timeout."""
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            self.read_events()
            if come():
                return True
            assert self._log.closed or self._chip.poll() is None, "the chip has crashed"
            time.sleep(POLL_SECONDS)
        return False

    def stop(self) -> None:
        self._orders.close()
        self._chip.wait()
        self._log.close()

    def _order(self, order: str) -> None:
        self._orders.write(f"{order}\n")
        self._orders.flush()

    def read_events(self) -> None:
        for event in self._events():
            match event.pop("is"):
                case "plugged" | "unplugged":
                    self.port = event.get("port", "")
                case "led":
                    self.link_led.append((event["at_us"] / 1e6, bool(event["lit"])))
                case "touched":
                    self.touched.append(event["at_us"] / 1e6)
                case "said":
                    self._hear(event["at_us"] / 1e6, event["byte"])
                case "picture":
                    colours = bytes.fromhex(event.pop("colours"))[: 3 * self.lights]
                    self.pictures.append(Picture(**event, colours=colours))
                case "report":
                    self._reports.append(event)
                case kind:
                    self._notice(kind, event)

    def _notice(self, kind: str, event: dict[str, Any]) -> None:
        """Take an event that only this board has."""
        raise AssertionError(f"{kind}: {event}")

    def _hear(self, at: float, byte: int) -> None:
        heard = self._decoder.take(byte)
        if isinstance(heard, Packet):
            self.packets.append((self._frame_began, heard))
        if byte == 0:
            self._frame_began = at

    def _events(self) -> Iterator[dict[str, Any]]:
        """Return all complete lines logged since the last call."""
        while not self._log.closed and (line := self._log.readline()):
            if not line.endswith("\n"):
                self._log.seek(self._log.tell() - len(line))
                return
            if line.startswith("{"):
                yield json.loads(line)
