"""The keys of the firmware: every press is told once, and none that nobody made."""

from collections.abc import Iterable
from random import Random

import pytest

from firmware_bridge.protocol.framing import Decoder, Packet, encode
from firmware_bridge.protocol.messages import ANSWER, MESSAGES, number_of, packed, unpacked
from tests.firmware.rig.toolchain import need
from tests.kit.drivers.firmware_core import CoreBoard
from tests.kit.fakes.key_matrix import KEYS, LONGEST_BOUNCE, KeyMatrix, row_seen

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
        self.board.hear(encode(packet), self.now)

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


def told(samples: Iterable[int]) -> list[Told]:
    """What is told of keys whose contacts are closed like that, sample by sample."""
    keypad = Keypad()
    return [one for matrix in samples for one in keypad.sample(matrix)]


def heard_at(looks: str) -> list[Told]:
    """What is told at *looks* such as ``1 1+2``: the matrix, and the samples missed before it."""
    keypad = Keypad()
    seen = [map(int, look.split("+")) for look in looks.split()]
    return [one for look in seen for one in keypad.sample(*look)]


@pytest.mark.parametrize(
    ("samples", "expected"),
    [
        ("0111", []),
        ("1111", [(0, 1)]),
        ("1110 1111", [(0, 1)]),
        ("1111 1111 0001 0000", [(0, 1), (0, 0)]),
        ("1111 0001 0001 0001", [(0, 1)]),
        ("2222 3333 1111", [(1, 1), (0, 1), (1, 0)]),
        ("1111 2222", [(0, 1), (0, 0), (1, 1)]),
    ],
)
def test_a_key_changes_with_the_fourth_equal_sample(samples: str, expected: list[Told]) -> None:
    """Each for itself, whatever the others do."""
    assert told(int(one, 16) for one in samples if one != " ") == expected


@pytest.mark.parametrize(
    ("looks", "expected"),
    [
        ("1 1+1 1", [(0, 1)]),
        ("1 1+2", [(0, 1)]),
        ("1 0+2 1+2", []),
        ("1 2+2 2", []),
        ("1 3+2 2", [(0, 1)]),
        ("1 1 1+2 0 0+2", [(0, 1), (0, 0)]),
        ("3 3+2 1+2 1+2", [(0, 1), (1, 1), (1, 0)]),
    ],
)
def test_a_key_is_held_while_the_strip_is_shown(looks: str, expected: list[Told]) -> None:
    """Missed samples count for equal ones around them, and it takes two looks."""
    assert heard_at(looks) == expected


@pytest.mark.parametrize(
    ("looks", "expected"),
    [
        ("1+2", []),
        ("1+2 1", [(0, 1)]),
        ("1+1 1", []),
        ("1+1 1 1", [(0, 1)]),
        ("1+2 0 1+2", []),
        ("1+2 1+2", [(0, 1)]),
        ("3+2 3", []),
        ("1 1 1 1 3+2 3", [(0, 1)]),
        ("1 1 1 1 0+2 0", [(0, 1), (0, 0)]),
        ("3 3 3 3 0+2 0", [(0, 1), (1, 1), (0, 0), (1, 0)]),
        ("3 3 3 3 1+2 1", [(0, 1), (1, 1)]),
    ],
)
def test_a_show_knows_how_long_contacts_have_moved(looks: str, expected: list[Told]) -> None:
    """Of one key where none was down, and of all that are let go; beside another nobody knows."""
    assert heard_at(looks) == expected


CORNERS = 0x0013
"""The first two keys of the first row, and the first of the second."""


@pytest.mark.parametrize(
    ("samples", "expected"),
    [
        ([CORNERS] * 9, []),
        ([0x0003] * 4 + [0x0033] * 9, [(0, 1), (1, 1)]),
        ([0x0003] * 4 + [0x0033] * 9 + [0x0012] * 4, [(0, 1), (1, 1), (0, 0), (4, 1)]),
        ([0x0003] * 4 + [0x0033] * 9 + [0x0003] * 4, [(0, 1), (1, 1)]),
        ([0x9009] * 9, []),
        ([0x8003] * 4 + [0x8033] * 4 + [0x0033] * 4, [(0, 1), (1, 1), (15, 1), (15, 0)]),
        ([0x0111] * 4, [(0, 1), (4, 1), (8, 1)]),
        ([0x8421] * 4, [(0, 1), (5, 1), (10, 1), (15, 1)]),
        ([0x0007] * 4 + [0x8007] * 4, [(0, 1), (1, 1), (2, 1), (15, 1)]),
    ],
)
def test_three_corners_of_a_rectangle_are_no_new_key(
    samples: list[int], expected: list[Told]
) -> None:
    """Nobody can tell the fourth corner from a key; what is down stays down, and may be let go."""
    assert told(samples) == expected


def test_the_current_finds_the_fourth_corner() -> None:
    """The model of the keypad has the ghosts that a keypad has."""
    assert [row_seen(row, CORNERS) for row in range(4)] == [3, 3, 0, 0]
    assert [row_seen(row, 0x0012) for row in range(4)] == [2, 1, 0, 0]


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
    """Two keys at once, and a third that makes a ghost: exactly the keys pressed are told."""
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


def test_too_many_keys_at_once_are_lost_and_not_mixed_up() -> None:
    """To a Pi that does not answer, 16 are told, and the first of them again and again."""
    board = CoreBoard()
    board.hear(encode(Packet(number_of("CONFIGURE"), 1, STRIP)), 0)
    for turn in range(10):
        board.press(turn, 0)
        board.release(turn, 0)
    heard, decoder = [], Decoder()
    for tick in range(1, 40):
        for packet in decoder.feed(board.tick(tick * 0.051)):
            assert isinstance(packet, Packet)
            heard.append((packet.seq, *packet.payload[2:]))
            if tick > 10:
                board.hear(encode(Packet(KEY | ANSWER, packet.seq, b"\0")), tick * 0.051)
    assert heard[:5] == [(0, 0, 1)] * 5
    assert list(dict.fromkeys(heard)) == [(seq, seq // 2, 1 - seq % 2) for seq in range(16)]
