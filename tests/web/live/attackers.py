"""Attackers with many connections, all of a kind from one address, until stdin closes.

Run as a program with a port, a number and kinds, each of which gets that number.
"""

import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import randbytes
from threading import Event, Thread
from typing import Final

TABLE, STRANGER = "127.0.0.1", "127.0.66.{}"

ASKED = "GET {} HTTP/1.1\r\nHost: localhost\r\nX-Filler: 1\r\n\r\n"
HEAD: Final = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "
BODY: Final = (
    b"POST /api/v1/actions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 9999\r\n\r\n"
)
OPENAPI, STREAM = (ASKED.format(f"/api/v1/{name}").encode() for name in ("openapi.json", "stream"))


def stay_silent(_: socket.socket, over: Event) -> None:
    over.wait(5)


def send_slowly(begin: bytes, line: socket.socket, over: Event) -> None:
    line.sendall(begin)
    while not over.wait(1):
        line.sendall(b"7")


def talk_nonsense(line: socket.socket, over: Event) -> None:
    line.sendall(randbytes(200) + b"\r\n\r\n")
    over.wait(1)


def read_nothing(line: socket.socket, over: Event) -> None:
    """Request more than the socket buffer holds, and do not read it."""
    line.sendall(5 * OPENAPI)
    over.wait(10)


def pipeline(line: socket.socket, over: Event) -> None:
    while not over.is_set():
        line.sendall(30 * OPENAPI)
        for _ in range(30):
            if not line.recv(1 << 16):
                return


def follow(line: socket.socket, over: Event) -> None:
    line.sendall(STREAM)
    while not over.is_set() and line.recv(1 << 16):
        pass


ATTACKS: Final[dict[str, Callable[[socket.socket, Event], None]]] = {
    "silent": stay_silent,
    "slow heads": partial(send_slowly, HEAD),
    "slow bodies": partial(send_slowly, BODY),
    "unread answers": read_nothing,
    "nonsense": talk_nonsense,
    "pipelined requests": pipeline,
    "streams": follow,
}


def attack(port: int, kind: str, over: Event) -> None:
    while not over.wait(0.2):
        with suppress(OSError), socket.socket() as line:
            line.settimeout(2)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.bind((STRANGER.format(1 + [*ATTACKS].index(kind)), 0))
            line.connect((TABLE, port))
            ATTACKS[kind](line, over)


def main(port: int, many: int, *kinds: str) -> None:
    over = Event()
    for kind in many * kinds:
        Thread(target=attack, args=(port, kind, over), daemon=True).start()
    sys.stdin.read()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
