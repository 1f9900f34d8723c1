"""The Pi and the board in conversation while frames are lost, keys bounce and pictures change."""

from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

import pytest

from firmware_bridge.link import Link
from firmware_bridge.port import DEFAULT_LAYOUT, Keypad
from firmware_bridge.protocol.framing import Decoder, Packet
from firmware_bridge.protocol.messages import BYTES, NO_PIXEL, SHOW, Status, number_of
from firmware_bridge.protocol.pixels import Tape
from firmware_bridge.simulated import Board
from tests.firmware.rig.toolchain import need
from tests.kit.drivers.firmware_core import CoreBoard

PAINT: Final = number_of("PAINT")
ANSWER: Final = PAINT | 0x80
STEP: Final = 0.001
SAMPLE: Final = 0.005
PIXEL: Final = 30e-6
BYTE: Final = 10 / 115_200
FRAMES_A_SECOND: Final = 60
LATE: Final = 0.3
SETTLED: Final = 3.5
"""Seconds after which all must be right again, for a line that loses every fiftieth frame."""

NAMES = tuple(DEFAULT_LAYOUT.replace("/", "").split())


class Tap(NamedTuple):
    """A finger on a key from one second to another; its contact bounces at both ends."""

    key: int
    begins: float
    ends: float
    bounces: float


class Way:
    """One way of a line that loses frames, and may answer for a picture after it is asked again."""

    def __init__(self, loss: float, chance: Random) -> None:
        self._loss, self._chance = loss, chance
        self._coming: deque[tuple[float, bytes]] = deque()

    def send(self, said: bytes, now: float) -> None:
        for stuffed in filter(None, said.split(b"\0")):
            frame = b"\0" + stuffed + b"\0"
            begins = max(now, self._coming[-1][0]) if self._coming else now
            if self._chance.random() >= self._loss:
                self._coming.append((begins + self._late(frame) + BYTE * len(frame), frame))

    def _late(self, frame: bytes) -> float:
        (packet,) = packets(frame)
        return LATE if packet.type == ANSWER and self._chance.random() < self._loss else 0.0

    def come(self, now: float) -> Iterator[bytes]:
        while self._coming and self._coming[0][0] <= now:
            yield self._coming.popleft()[1]


class Evening:
    """A link, a *board*, and people who tap keys while pictures of so many *pixels* change."""

    def __init__(self, board: Board | CoreBoard, pixels: int, loss: float, chance: Random) -> None:
        self.board, self.chance, self.now = board, chance, 0.0
        self._tape = Tape(pixels, 65535, 1, NO_PIXEL)
        self.link = Link(self._tape)
        self.wanted = bytes(BYTES * pixels)
        self._before = deque([self.wanted], maxlen=3)
        self.told: list[tuple[str, bool]] = []
        self.put_off = 0
        self._pad = Keypad(lambda name, down: self.told.append((name, down)))
        self._to_board, self._to_pi = Way(loss, chance), Way(loss, chance)
        self._deaf_until, self._sampled, self._down = 0.0, 0.0, 0

    def pass_by(self, seconds: float, taps: tuple[Tap, ...] = (), *, moves: bool = False) -> None:
        """So many *seconds* with those *taps*; the picture changes all the while if it *moves*."""
        ends, drawn = self.now + seconds, self.now
        while self.now < ends:
            if moves and self.now >= drawn:
                drawn += 1 / FRAMES_A_SECOND
                self._draw()
            self._touch(taps)
            self._at_the_board()
            self._at_the_pi()
            self.now += STEP

    def settle(self, told: int) -> None:
        """Until so many keys were *told* and the picture is shown; then all that is on its way."""
        ends = self.now + SETTLED - LATE
        while self.now < ends and not (len(self.told) >= told and self.link.shown):
            self.pass_by(0.01)
        self.pass_by(LATE)

    def _draw(self) -> None:
        """A light changes; now and then it is all another picture, or one of those just before."""
        how = self.chance.random()
        place = BYTES * self.chance.randrange(len(self.wanted) // BYTES)
        colour = self.chance.randbytes(BYTES)
        if how < 0.03:
            self.wanted = self.chance.randbytes(len(self.wanted))
        elif how < 0.4:
            self.wanted = self.chance.choice(self._before)
        else:
            self.wanted = self.wanted[:place] + colour + self.wanted[place + BYTES :]
        self._before.append(self.wanted)

    def _touch(self, taps: tuple[Tap, ...]) -> None:
        if self.now < max(self._deaf_until, self._sampled + SAMPLE):
            return
        self._sampled = self.now
        matrix = sum(1 << tap.key for tap in taps if self._closed(tap))
        if isinstance(self.board, CoreBoard):
            self.board.sample(matrix)
        elif all(abs(self.now - at) > tap.bounces for tap in taps for at in tap[1:3]):
            self._turn(self.board, matrix)

    def _turn(self, board: Board, matrix: int) -> None:
        """The board in Python hears of keys, and not of contacts."""
        for key in range(len(NAMES)):
            was, now = self._down >> key & 1, matrix >> key & 1
            if was != now:
                (board.press if now else board.release)(key, self.now)
        self._down = matrix

    def _closed(self, tap: Tap) -> bool:
        if any(0 <= self.now - at < tap.bounces for at in (tap.begins, tap.ends)):
            return self.chance.random() < 0.5
        return tap.begins <= self.now < tap.ends

    def _at_the_board(self) -> None:
        if self.now < self._deaf_until:
            assert not list(self._to_board.come(self.now)), "the Pi spoke into a show"
            return
        for frame in self._to_board.come(self.now):
            said = self.board.receive(frame, self.now)
            if self._shows(frame, said):
                self._deaf_until = self.now + PIXEL * len(self.wanted) / BYTES
                self._to_pi.send(said, self._deaf_until)
                return
            self._to_pi.send(said, self.now)
        self._to_pi.send(self.board.tick(self.now), self.now)

    def _shows(self, frame: bytes, said: bytes) -> bool:
        """True if the board shows what it heard; it does not put off a picture for ever."""
        (asked,) = packets(frame)
        if asked.type != PAINT or asked.payload[0] != SHOW:
            return False
        (status,) = (one.payload[0] for one in packets(said) if one.type == ANSWER)
        self.put_off = self.put_off + 1 if status == Status.BUSY else 0
        assert self.put_off <= 3
        return bool(status == Status.DONE)

    def _at_the_pi(self) -> None:
        self.link.show(self.wanted)
        for frame in self._to_pi.come(self.now):
            for key in self.link.receive(frame, self.now):
                self._pad.receive(key)
        self._to_board.send(self.link.data_to_send(self.now), self.now)
        if self.link.ended:  # The port is opened anew.
            self.link = Link(self._tape)
        assert not self.link.shown or self.board.shown == self.wanted
        assert self.link.wait(self.now) >= 0


def packets(frames: bytes) -> list[Packet]:
    return [one for one in Decoder().feed(frames) if isinstance(one, Packet)]


LINES = {"a good line": 0.0, "a line that loses every fiftieth frame": 0.02}


@pytest.mark.parametrize("loss", LINES.values(), ids=LINES)
@pytest.mark.parametrize("kind", [CoreBoard, Board])
@pytest.mark.parametrize("evenings", [3, pytest.param(100, marks=pytest.mark.slow)])
def test_keys_are_heard_once_and_the_newest_picture_is_shown(
    evenings: int, kind: type[Board] | type[CoreBoard], loss: float
) -> None:
    """Two keys at a time, while the strip is shown as often as it can be, of every length."""
    need("gcc")
    for seed in range(evenings):
        chance = Random(seed)
        evening = Evening(kind(), (1, 121, 382)[seed % 3], loss, chance)
        evening.pass_by(SETTLED)
        for _ in range(12):
            keys = chance.sample(range(len(NAMES)), 2)
            evening.told.clear()
            evening.pass_by(chance.uniform(0, 0.3), moves=True)
            evening.pass_by(0.6, tuple(some_taps(keys, evening.now, chance)), moves=True)
            every = {(NAMES[key], down) for key in keys for down in (False, True)}
            evening.settle(len(every))
            assert sorted(evening.told) == sorted(every)
            assert evening.link.shown
            assert evening.board.shown == evening.wanted


def some_taps(keys: list[int], now: float, chance: Random) -> Iterator[Tap]:
    for key in keys:
        begins = now + chance.uniform(0, 0.2)
        yield Tap(key, begins, begins + chance.uniform(0.1, 0.3), chance.uniform(0, 0.012))
