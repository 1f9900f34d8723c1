"""A network display that receives DDP as specified by 3waylabs, and updates on a push.

Byte 0: version 1 in the two highest bits, push in the lowest, other flags unused here. Byte 1:
sequence number, 1 to 15. Byte 2: data type, 8 bits of red, green and blue. Byte 3: destination 1.
Then offset and length, big-endian.
"""

import select
import socket
import time
from typing import Final, Self

HEADER: Final = 10


class Display:
    """Listens on this machine, at *port* or any free one."""

    def __init__(self, pixels: int, port: int = 0) -> None:
        self._light = bytearray(3 * pixels)
        self._line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_000_000)
        self._line.bind(("127.0.0.1", port))
        self._number: int | None = None
        self._sender: tuple[str, int] | None = None
        self.port: int = self._line.getsockname()[1]
        self.at = f"127.0.0.1:{self.port}"
        self.sizes: list[int] = []
        """The size of every packet received."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def frames(self, seconds: float = 0.05) -> list[bytes]:
        """Return the frames received, until none arrives for a while."""
        shown: list[bytes] = []
        while select.select([self._line], [], [], seconds)[0]:
            shown += self._take(*self._line.recvfrom(65536))
        return shown

    def frame(self, seconds: float = 30) -> bytes:
        """Return the next frame received."""
        ends = time.monotonic() + seconds
        while select.select([self._line], [], [], ends - time.monotonic())[0]:
            for shown in self._take(*self._line.recvfrom(65536)):
                return shown
        raise AssertionError("no frame came")

    def _take(self, packet: bytes, sender: tuple[str, int]) -> list[bytes]:
        if sender != self._sender:
            self._sender, self._number = sender, None
        flags, number, kind, destination = packet[:4]
        start = int.from_bytes(packet[4:8], "big")
        length = int.from_bytes(packet[8:10], "big")
        assert flags in (0b0100_0000, 0b0100_0001)
        assert (kind, destination) == (0b0000_1011, 1)
        assert len(packet) == HEADER + length
        assert start + length <= len(self._light), "beyond the display"
        assert number == (1 if self._number in (None, 15) else self._number + 1)
        self._number = number
        self.sizes.append(len(packet))
        self._light[start : start + length] = packet[HEADER:]
        return [bytes(self._light)] if flags & 1 else []
