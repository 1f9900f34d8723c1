"""The keys of the firmware: every press is told once, and none that nobody made."""

import re
from random import Random

import pytest

from firmware_bridge.protocol.framing import Decoder, Packet, encode
from firmware_bridge.protocol.messages import ANSWER, MESSAGES, number_of, packed, unpacked
from tests.firmware.rig.toolchain import need
from tests.kit.drivers.firmware_core import CoreBoard
from tests.kit.fakes.key_matrix import KEYS, LONGEST_BOUNCE, KeyMatrix

KEY = number_of("KEY")
STRIP = packed(MESSAGES["CONFIGURE"].fields, (121, 2000, 60, 0xFFFF))
SAMPLE = 0.005
SETTLED = 4
"""Equal samples after which a key counts."""

Told = tuple[int, int]
"""A key, and 1 where it went down."""


@pytest.fixture(autouse=True)
def _tools() -> None:
    need("gcc")


class Keypad:
    """A board whose keys are sampled, and a Pi that answers each that is told."""

    def __init__(self) -> None:
        self.board, self.now = CoreBoard(), 0.0
        self._decoder = Decoder()
        self._say(Packet(number_of("CONFIGURE"), 1, STRIP))

    def _say(self, packet: Packet) -> None:
        self.board.receive(encode(packet), self.now)

    def sample(self, matrix: int, missed: int = 0) -> list[Told]:
        """Return the keys told after a look at *matrix*, the first since so many were *missed*."""
        told = []
        self.board.sample(matrix, missed)
        self.now += SAMPLE * (1 + missed)
        while said := self.board.tick(self.now):
            for packet in self._decoder.feed(said):
                assert isinstance(packet, Packet)
                _, key, down = unpacked(MESSAGES["KEY"].fields, packet.payload) or ()
                told.append((key, down))
                self._say(Packet(KEY | ANSWER, packet.seq, b"\0"))
        return told


def told(looks: str) -> str:
    """Return the keys told at *looks* such as ``3x4 1+2``: two keys four times, then the first one
    after two samples that were missed."""
    keypad, keys = Keypad(), list[str]()
    for matrix, times, missed in re.findall(r"([0-9a-f]+)(?:x(\d))?(?:\+(\d))?", looks):
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
"""Missed samples count for equal ones around them, and it takes two looks."""
MOVING = {
    "1+2": "",
    "1+2 1": "+0",
    "1+1 1 1": "+0",
    "1+2 0 1+2": "",
    "3+2 3": "",
    "3x4 0+2 0": "+0 +1 -0 -1",
    "3x4 1+2 1": "+0 +1",
}
"""Missed samples count for one key where none was down, and for all that are let go; beside another
nobody knows."""
GHOSTS = {
    "0003x4 0033x9 0012x4": "+0 +1 -0 +4",
    "9009x9": "",
    "8003x4 8033x4 0033x4": "+0 +1 +15 -15",
    "8421x4": "+0 +5 +10 +15",
    "0007x4 8007x4": "+0 +1 +2 +15",
}
"""Nobody can tell the fourth corner of a rectangle from a key; what is down stays down."""


@pytest.mark.parametrize("looks", {**BOUNCES, **MISSED, **MOVING, **GHOSTS})
def test_a_key_changes_with_the_fourth_equal_sample(looks: str) -> None:
    assert told(looks) == {**BOUNCES, **MISSED, **MOVING, **GHOSTS}[looks]


Step = tuple[tuple[int, ...], tuple[Told, ...]]
"""Keys that fingers press or let go at once, and what is told of it."""


def two_at_once(chance: Random) -> list[Step]:
    """Two keys go down together, and up together or one after the other."""
    one, other = chance.sample(range(KEYS), 2)
    both: Step = ((one, other), ((one, 1), (other, 1)))
    up: list[Step] = [((one, other), ((one, 0), (other, 0)))]
    if chance.random() < 0.5:
        up = [((one,), ((one, 0),)), ((other,), ((other, 0),))]
    return [both, *up]


def rolled_over(chance: Random) -> list[Step]:
    """The next key goes down before the last one is let go."""
    one, other = chance.sample(range(KEYS), 2)
    return [
        ((one,), ((one, 1),)),
        ((other,), ((other, 1),)),
        ((one,), ((one, 0),)),
        ((other,), ((other, 0),)),
    ]


def with_a_ghost(chance: Random) -> list[Step]:
    """Press three corners of a rectangle: the third counts once another is let go."""
    (row, below), (column, beside) = chance.sample(range(4), 2), chance.sample(range(4), 2)
    corner, other, third = 4 * row + column, 4 * row + beside, 4 * below + column
    down: list[Step] = [((corner,), ((corner, 1),)), ((other,), ((other, 1),)), ((third,), ())]
    if chance.random() < 0.5:
        return [*down, ((third,), ()), ((corner, other), ((corner, 0), (other, 0)))]
    first, last = chance.sample((corner, other), 2)
    return [*down, ((first,), ((first, 0), (third, 1))), ((third, last), ((third, 0), (last, 0)))]


def test_ten_thousand_bouncing_presses_are_ten_thousand_keys() -> None:
    chance = Random(16)
    keypad, matrix = Keypad(), KeyMatrix(chance)
    presses = 0
    while presses < 10_000:
        for moved, expected in chance.choice((two_at_once, rolled_over, with_a_ghost))(chance):
            for key in moved:
                matrix.move(key)
            samples = LONGEST_BOUNCE + SETTLED + chance.randint(0, 2)
            seen = [one for _ in range(samples) for one in keypad.sample(matrix.scan())]
            assert sorted(seen) == sorted(expected)
            presses += sum(down for _, down in seen)
