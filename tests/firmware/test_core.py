"""The firmware's core on this machine: it hears, answers and shows what the protocol says."""

import re
import subprocess
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from firmware_bridge.protocol.framing import LONGEST_PAYLOAD, Bad, Decoder, Packet, encode
from firmware_bridge.protocol.messages import (
    ANSWER,
    MESSAGES,
    SAME,
    Run,
    number_of,
    packed,
    packed_runs,
)
from firmware_bridge.simulated.board import Board
from tests.firmware.rig.built import CORE, HERE, STRICT, built, core_sources
from tests.firmware.rig.tools import need
from tests.kit.drivers.firmware_core import CoreBoard, CoreDecoder, core_encode
from tests.kit.formats.frame_file import FRAMES, Played

HELLO, CONFIGURE, PAINT, PING = map(number_of, ("HELLO", "CONFIGURE", "PAINT", "PING"))
STRIP = packed(MESSAGES["CONFIGURE"].fields, (121, 2000, 60, 120))
MEGABYTE = 1 << 20
DAY = 86_400


@pytest.fixture(autouse=True)
def _tools() -> None:
    need("gcc")


@pytest.mark.parametrize("path", sorted(FRAMES.glob("*.hex")), ids=lambda path: path.stem)
def test_core_does_what_the_captured_frames_say(path: Path) -> None:
    """Every byte of its answers, every key, every pixel and its lamp."""
    Played(lambda boot: CoreBoard(boot=boot)).play(path)


def test_the_core_touches_nothing_but_memory() -> None:
    """It knows its own files and three of the language's headers, so it runs anywhere."""
    included = {
        name
        for file in CORE.glob("*.[ch]")
        for name in re.findall(r"#include [<\"](.+)[>\"]", file.read_text(encoding="utf-8"))
    }
    assert included - {file.name for file in CORE.glob("*.h")} == {
        "stdbool.h",
        "stdint.h",
        "string.h",
    }


def test_both_ends_write_the_same_frame() -> None:
    """Of every length, with few zeros in it, with many, and with nothing else."""
    for length in range(LONGEST_PAYLOAD + 1):
        for zeros in (0.0, 0.5, 1.0):
            chance = Random(length)
            payload = bytes(
                chance.randrange(256) * (chance.random() >= zeros) for _ in range(length)
            )
            packet = Packet(chance.randrange(256), chance.randrange(256), payload)
            assert core_encode(packet) == encode(packet)


def test_a_payload_that_is_too_long_makes_no_frame() -> None:
    """The C says so with a length of 0."""
    assert core_encode(Packet(1, 1, bytes(LONGEST_PAYLOAD + 1))) == b""


def noise(chance: Random, size: int) -> bytes:
    """Random bytes; bytes with many zeros; frames that are cut, flipped and run into each other."""
    plain = chance.randbytes(size)
    zeros = chance.randbytes(size // 2).translate(bytes(byte % 8 for byte in range(256)))
    frames = bytearray(b"".join(some_frame(chance) for _ in range(size // 2 // 80)))
    for _ in range(len(frames) // 200):
        frames[chance.randrange(len(frames))] = chance.randrange(256)
    return plain + zeros + bytes(frames)


def some_frame(chance: Random) -> bytes:
    return encode(some_packet(chance))


def test_both_decoders_hear_the_same_in_five_megabytes_of_noise() -> None:
    """The same packets, and the same reasons for everything that is none; then a good frame."""
    chance = Random(5)
    python, core = Decoder(), CoreDecoder()
    reasons: set[Bad] = set()
    size = 0
    while size < 5 * MEGABYTE:
        data = noise(chance, MEGABYTE // 4)
        heard = python.feed(data)
        assert core.feed(data) == heard
        size += len(data)
        reasons |= {one for one in heard if isinstance(one, Bad)}
    assert reasons == set(Bad)
    good = Packet(PING, 9, b"")
    assert core.feed(encode(good))[-1] == good


def test_noise_paints_nothing() -> None:
    """A megabyte of it changes no pixel, and the board counts what it could not read."""
    board = configured(CoreBoard())
    board.hear(encode(Packet(PAINT, 3, b"\1" + packed_runs((Run(3, 1, b"\1\2\3"),)))), 0.1)
    before = board.shown
    board.hear(Random(8).randbytes(MEGABYTE), 0.2)
    assert board.shown == before
    assert board.bad > 1000
    assert board.hear(encode(Packet(PING, 4, b"")), 0.3)


def configured(board: CoreBoard) -> CoreBoard:
    """*board* with a strip of 121 pixels."""
    assert board.hear(encode(Packet(CONFIGURE, 2, STRIP)), 0)
    return board


def some_runs(chance: Random, pixels: int) -> bytes:
    """Up to four runs on a strip of so many *pixels*."""
    runs = []
    for _ in range(chance.randint(0, 4)):
        first = chance.randrange(pixels)
        length = chance.randint(1, min(15, pixels - first))
        colours = chance.randbytes(3 if chance.random() < 0.3 else 3 * length)
        runs.append(Run(first, length, colours))
    return packed_runs(runs)


def test_no_fault_makes_a_wrong_picture() -> None:
    """Bits flipped, frames cut, bytes dropped or repeated: the next frame is understood."""
    chance = Random(6)
    board = configured(CoreBoard())
    mutants = 0
    for seq in range(1000):
        frame = encode(Packet(PAINT, seq % 256, b"\1" + some_runs(chance, 121)))
        some, wrong, deaf = board.harmed_by_mutants_of(frame)
        assert (wrong, deaf) == (0, 0), frame.hex(" ")
        board.hear(frame, 0.1)
        mutants += some
    assert mutants > 400_000


def some_packet(chance: Random) -> Packet:
    """Anything that may be said to a board, sense or nonsense."""
    seq = chance.randrange(256)
    kind = chance.choice((HELLO, CONFIGURE, PING, PAINT, PAINT, PAINT, PAINT, PAINT, 0x85, 0x42))
    payload = {
        HELLO: b"\1",
        CONFIGURE: packed(
            MESSAGES["CONFIGURE"].fields,
            (
                chance.choice((0, 1, 20, 121, 255, 400, 401)),
                chance.choice((0, 100, 300, 1000, 65535)),
                chance.choice((0, 1, 20, 60, 1000, 1001)),
                chance.choice((0, 5, 19, 120, 400, 0xFFFF)),
            ),
        ),
        PAINT: bytes((chance.choice((0, 1, 1, 1, 2)),)) + some_runs(chance, 21),
    }.get(kind, b"")
    if kind & ANSWER:
        payload, seq = b"\0", chance.randrange(4)
    if chance.random() < 0.1:
        payload = chance.choice((payload[:-1], payload + b"\0", payload[:2] + b"\0" + payload[3:]))
    return Packet(kind, seq, payload)


@pytest.mark.parametrize("seed", range(20))
def test_core_and_simulated_board_say_the_same(seed: int) -> None:
    """They were written apart from each other, and nobody can tell them from what they do."""
    chance = Random(seed)
    boards = (CoreBoard(), Board())
    now = 0.0
    for _ in range(600):
        frame = some_frame(chance)
        if chance.random() < 0.1:
            frame = frame[: chance.randrange(len(frame))] + chance.randbytes(2)
        for _ in range(chance.choice((1, 1, 1, 1, 2, 20, 70))):
            now += 0.0503
            core, python = (board.tick(now) for board in boards)
            assert core == python
        key, down = chance.randrange(16), chance.random() < 0.6
        for board in boards:
            (board.press if down else board.release)(key, now)
        core, python = (board.tick(now) + board.hear(frame, now) for board in boards)
        assert core == python
        core_state, python_state = ((one.shown, one.lamp, one.bad) for one in boards)
        assert core_state == python_state


def test_a_strip_with_too_many_pixels_is_unfit() -> None:
    """The room is what the firmware was built with, and HELLO tells it."""
    board = CoreBoard(pixels_room=120)
    (hello,) = Decoder().feed(board.hear(encode(Packet(HELLO, 1, b"\1")), 0))
    (answer,) = Decoder().feed(board.hear(encode(Packet(CONFIGURE, 2, STRIP)), 0))
    assert hello == Packet(HELLO | ANSWER, 1, bytes.fromhex("00 01 01 00 07 00 78 f7 10"))
    assert answer == Packet(CONFIGURE | ANSWER, 2, b"\4")


def test_counters_stay_at_their_highest() -> None:
    """The board tells of 65,535 lost bytes and bad frames where there were more."""
    board = CoreBoard()
    for _ in range(300):
        board.lose(250)
    board.hear(bytes.fromhex("01 00") * 70_000, 0)
    (answer,) = Decoder().feed(board.hear(encode(Packet(PING, 1, b"")), 0.1))
    assert isinstance(answer, Packet)
    assert answer.payload == bytes.fromhex("00 00 07 ff ff ff ff")


def test_the_current_never_passes_the_limit() -> None:
    """With the protocol's own estimate, for every limit and whatever is painted."""
    chance = Random(4)
    for _ in range(300):
        pixels, limit, led_ma = chance.randint(1, 80), chance.randrange(3000), chance.randint(1, 60)
        board = CoreBoard()
        strip = packed(MESSAGES["CONFIGURE"].fields, (pixels, limit, led_ma, 0xFFFF))
        board.hear(encode(Packet(CONFIGURE, 1, strip)), 0)
        colours = chance.randbytes(3 * pixels)
        run = pixels.to_bytes(1, "big") + colours
        board.hear(encode(Packet(PAINT, 2, b"\1\0\0" + run)), 0)
        assert board.shown is not None
        assert sum(board.shown) * led_ma / 765 <= max(limit - pixels, 0)


def test_a_pi_may_be_silent_for_a_day() -> None:
    """Though the counter wraps every 4.2 s, the picture stays and the lamp blinks on."""
    board, lit = configured(CoreBoard()), b"\1\2\3" * 121
    board.hear(encode(Packet(PAINT, 3, b"\1" + packed_runs((Run(0, 121, b"\1\2\3"),)))), 0)
    for moment in range(5 * DAY):
        board.tick(moment / 5)
        if moment % 5003 == 5002:
            assert board.shown == lit[:-3] + bytes(3)
    lamps = []
    for moment in range(200):
        board.tick(DAY + moment / 100)
        lamps.append(board.lamp)
    assert sum(one != other for one, other in pairwise(lamps)) == 8
    board.hear(encode(Packet(PING, 4, b"")), DAY + 2)
    assert (board.shown, board.lamp) == (lit, True)


def test_a_run_may_end_with_the_strip_and_no_later() -> None:
    """Also where its first pixel is the highest that a run can name."""
    board = configured(CoreBoard())
    for first, length, status in (
        (120, 1, 0),
        (119, 2, 0),
        (120, 2, 2),
        (121, 1, 2),
        (0x7FFF, 255, 2),
    ):
        run = (first | SAME).to_bytes(2, "big") + bytes((length, 9, 9, 9))
        (answer,) = Decoder().feed(board.hear(encode(Packet(PAINT, 1, b"\1" + run)), 0))
        assert isinstance(answer, Packet)
        assert answer.payload[0] == status, first


SANITIZED = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@pytest.mark.parametrize("megabytes", [100, pytest.param(2000, marks=pytest.mark.slow)])
def test_noise_does_no_harm(megabytes: int) -> None:
    """No access out of bounds, few false packets, and the next good frame is understood."""
    sources = (*core_sources(), HERE / "noise.c")
    program = built("noise", ("gcc", *STRICT, *SANITIZED, f"-I{CORE}"), sources)
    done = subprocess.run(
        [program, str(megabytes), "12345"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    frames, packets = map(int, done.stdout.split())
    assert frames > 10_000 * megabytes
    assert packets <= 3 + frames / 65_536
