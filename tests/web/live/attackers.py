"""A stranger with many connections of one kind from one address, until its input ends.

Run as a program with a port, a kind and a number.
"""

import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Final

TABLE, STRANGER = "127.0.0.1", "127.0.66.6"

ASKED = "GET {} HTTP/1.1\r\nHost: localhost\r\nX-Filler: 1\r\n\r\n"
OPENAPI, STREAM = (ASKED.format(f"/api/v1/{name}").encode() for name in ("openapi.json", "stream"))


def stay_silent(_: socket.socket, over: Event) -> None:
    """Say nothing."""
    over.wait(5)


def send_a_head_slowly(line: socket.socket, over: Event) -> None:
    """Send a head that grows for ever."""
    line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
    while not over.wait(1):
        line.sendall(b"7")


def read_nothing(line: socket.socket, over: Event) -> None:
    """Ask for more than the socket holds, and leave it there."""
    line.sendall(5 * OPENAPI)
    over.wait(10)


def pipeline(line: socket.socket, over: Event) -> None:
    """Ask for thirty large answers in one breath, read them, and go on."""
    while not over.is_set():
        line.sendall(30 * OPENAPI)
        for _ in range(30):
            if not line.recv(1 << 16):
                return


def follow(line: socket.socket, over: Event) -> None:
    """Take a place among those who follow."""
    line.sendall(STREAM)
    while not over.is_set() and line.recv(1 << 16):
        pass


ATTACKS: Final[dict[str, Callable[[socket.socket, Event], None]]] = {
    "silent": stay_silent,
    "slow heads": send_a_head_slowly,
    "unread answers": read_nothing,
    "pipelined requests": pipeline,
    "streams": follow,
}


def attack(port: int, kind: str, over: Event) -> None:
    """Keep one connection of that *kind* up."""
    while not over.wait(0.2):
        with suppress(OSError), socket.socket() as line:
            line.settimeout(2)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.bind((STRANGER, 0))
            line.connect((TABLE, port))
            ATTACKS[kind](line, over)


def main(port: int, kind: str, many: int) -> None:
    """Keep so *many* up."""
    over = Event()
    for _ in range(many):
        Thread(target=attack, args=(port, kind, over), daemon=True).start()
    sys.stdin.read()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
