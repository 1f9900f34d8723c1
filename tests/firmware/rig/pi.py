"""The Pi's end of the line to the emulated controller."""

from collections.abc import Iterator
from contextlib import closing

from serial import Serial

from firmware_bridge.protocol.framing import Decoded, Decoder, Packet, encode
from firmware_bridge.protocol.messages import (
    ANSWER,
    MESSAGES,
    Run,
    number_of,
    packed,
    packed_runs,
    unpacked,
)
from tests.firmware.rig.board import Board

HELLO, CONFIGURE, PAINT, PING, KEY = map(number_of, MESSAGES)


class Pi:
    """Sends requests to the controller over the cable, one after another."""

    def __init__(self, board: Board) -> None:
        self._serial = Serial(board.port, board.baud, timeout=0.02)
        self._decoder, self._seq, self._kind = Decoder(), 0, 0
        self._board, self._last_key = board, Packet(0, 0, b"")
        self.key_events: list[tuple[int, int]] = []
        """Key events received; 1 means down."""

    def ask(self, kind: int, payload: bytes = b"") -> bytes:
        self._seq, self._kind = (self._seq + 1) % 256, kind
        self._serial.write(encode(Packet(kind, self._seq, payload)))
        answers: list[bytes] = []
        assert self._board.until(lambda: answers.extend(self._answers()) or bool(answers)), kind
        return answers[0]

    def _answers(self) -> Iterator[bytes]:
        for heard in self.listen():
            if isinstance(heard, Packet) and heard[:2] == (self._kind | ANSWER, self._seq):
                yield heard.payload

    def listen(self) -> tuple[Decoded, ...]:
        heard = self._decoder.feed(self._serial.read(self._serial.in_waiting or 1))
        for packet in heard:
            if isinstance(packet, Packet) and packet.type == KEY:
                if packet != self._last_key:
                    _, key, down = unpacked(MESSAGES["KEY"].fields, packet.payload) or ()
                    self.key_events.append((key, down))
                self._last_key = packet
                self._serial.write(encode(Packet(KEY | ANSWER, packet.seq, b"\0")))
        return heard

    def configure(self, *values: int) -> None:
        self._board.lights = values[0]
        assert self.ask(CONFIGURE, packed(MESSAGES["CONFIGURE"].fields, values)) == b"\0"

    def paint(self, *runs: Run) -> None:
        assert self.ask(PAINT, b"\1" + packed_runs(runs)) == b"\0"

    def say(self, data: bytes) -> None:
        self._serial.write(data)

    def close(self) -> None:
        self._serial.close()


def clear_strip(board: Board) -> None:
    """Show a first picture, dark and of as many pixels as there is room for; on a busy machine it
    can take longer than the program waits."""
    with closing(Pi(board)) as pi:
        pi.configure(board.lights, 850, 60, 0xFFFF)
        pi.paint()
        assert board.until(lambda: bool(board.pictures))
