"""Conversations that were written down: a board says and shows to the byte what it did then."""

from pathlib import Path

import pytest

from firmware_bridge.link import Link
from firmware_bridge.protocol.framing import Decoder, Packet
from firmware_bridge.protocol.messages import ANSWER, MESSAGES, Status
from firmware_bridge.protocol.pixels import Tape
from firmware_bridge.simulated import Board
from tests.kit.formats.frame_file import FRAMES, STEP, Played, lines, picture

FILES = sorted(FRAMES.glob("*.hex"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_simulated_board_does_what_the_captured_frames_say(path: Path) -> None:
    Played(lambda boot: Board(boot=boot)).play(path)


def test_the_pi_says_what_the_captured_frames_say() -> None:
    link, steps, said = Link(Tape(363, 850, 60, 362)), 0, b""
    for line in lines(FRAMES / "table.hex"):
        match line.word:
            case "wants":
                link.show(picture(line.rest) or b"")
                said = link.data_to_send(steps * STEP)
            case "wait":
                for _ in range(round(float(line.rest) / STEP)):
                    assert not said, f"before line {line.number}: {said.hex(' ')}"
                    steps += 1
                    said = link.data_to_send(steps * STEP)
            case "pi":
                assert said == bytes.fromhex(line.rest), f"line {line.number}: {said.hex(' ')}"
                said = b""
            case "board":
                link.receive(bytes.fromhex(line.rest), steps * STEP)
                said = link.data_to_send(steps * STEP)
    assert (said, link.shown, link.ended) == (b"", True, None)


def test_every_message_and_status_is_there() -> None:
    asked, statuses = set(), set()
    for line in (line for path in FILES for line in lines(path)):
        heard = Decoder().feed(bytes.fromhex(line.rest)) if line.word in ("pi", "board") else ()
        for packet in (one for one in heard if isinstance(one, Packet)):
            asked.add(packet.type & ~ANSWER)
            if line.word == "board" and packet.type & ANSWER:
                statuses.add(packet.payload[0])
    assert asked >= {message.type for message in MESSAGES.values()}
    assert statuses == set(Status)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("pi 00 05 04 01 3e 15 00\nboard 00\nwait 0", "line 3: and 03 84"),
        ("pi 00 05 04 01 3e 15 00\nboard 01", "line 2: 00"),
        ("pi 00 05 04 01 3e 15 00", "after the last line: 00 03 84"),
        ("shows 3", "line 1: nothing"),
        ("lamp lit", "lamp"),
    ],
)
def test_wrong_answer_of_a_board_is_found(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "wrong.hex"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(AssertionError, match=fault):
        Played(lambda boot: Board(boot=boot)).play(path)
