"""A line between phones and the table that goes dead without a word, as radio does."""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Condition, Thread

PIECE = 1 << 16


class Line:
    """Carries bytes to the table on *to*, until it is cut. Nobody is told of that.

    TCP tries again after ever longer waits: a connection that was without an answer for so long
    comes back as late again after the line was mended, one that was begun just before at once.
    """

    def __init__(self, to: int) -> None:
        self._to = to
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self._changed = Condition()
        self._cut_at = self._mended_at = 0.0
        self.port: int = self._listening.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """From now on nothing arrives."""
        with self._changed:
            self._cut_at = time.monotonic()

    def mend(self) -> None:
        """Let everything arrive, sooner or later."""
        with self._changed:
            self._mended_at = time.monotonic()
            self._changed.notify_all()

    def close(self) -> None:
        """Hang up on everybody."""
        self.mend()
        for end in (self._listening, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listening.accept()
                try:
                    table = socket.create_connection(("127.0.0.1", self._to))
                except ConnectionRefusedError:
                    phone.close()
                    continue
                self._ends += [phone, table]
                for ends in ((phone, table), (table, phone)):
                    Thread(
                        target=self._pass_on, args=(*ends, time.monotonic()), daemon=True
                    ).start()

    def _pass_on(self, one: socket.socket, other: socket.socket, begun: float) -> None:
        with suppress(OSError):
            while piece := one.recv(PIECE):
                self._wait(begun)
                other.sendall(piece)
            other.shutdown(socket.SHUT_WR)

    def _wait(self, begun: float) -> None:
        """Until a connection that was begun then carries again."""
        with self._changed:
            self._changed.wait_for(lambda: self._mended_at >= self._cut_at)
        unanswered = self._mended_at - max(begun, self._cut_at)
        time.sleep(max(0.0, self._mended_at + unanswered - time.monotonic()))


@contextmanager
def line_to(port: int) -> Iterator[Line]:
    """Such a line to the table on *port*."""
    line = Line(port)
    yield line
    line.close()
