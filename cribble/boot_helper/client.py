"""Ask the boot helper by its socket."""

import json
import os
import socket
from pathlib import Path
from typing import Final, NamedTuple

from cribble.boot_helper.lines import BootRequest
from scorekeeper.words import Fault, en

SOCKET: Final = Path("/run/cribble-boot.sock")
"""systemd listens there, for the group of the table's user."""
ENVIRONMENT: Final = "CRIBBLE_BOOT_SOCKET"
SECONDS: Final = 20.0
LONGEST_ANSWER: Final = 1 << 16


class BootAnswer(NamedTuple):
    """The files that were written, and the copies of what was there before."""

    written: tuple[str, ...]
    copies: tuple[str, ...]


def helper_socket() -> Path | None:
    """Return the socket of the helper; None where nobody installed it."""
    path = Path(os.environ.get(ENVIRONMENT, SOCKET))
    return path if path.is_socket() and os.access(path, os.W_OK) else None


def ask_helper(request: BootRequest) -> BootAnswer:
    """Have the helper at its socket do *request*. Raises Fault."""
    path = helper_socket()
    if path is None:
        raise Fault(en("The boot helper is not installed here: it comes with the Debian package."))
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(SECONDS)
            line.connect(str(path))
            line.sendall(request.to_json() + b"\n")
            return read_answer(_all(line))
    except OSError as fault:
        raise Fault(FAILED, reason=fault.strerror or str(fault)) from None


FAILED: Final = en("The boot files could not be changed: {reason}.")


def _all(line: socket.socket) -> bytes:
    answer = b""
    while len(answer) <= LONGEST_ANSWER and (came := line.recv(4096)):
        answer += came
    return answer


def read_answer(raw: bytes) -> BootAnswer:
    """Return the answer in *raw*. Raises Fault where it is an error, or none."""
    try:
        said = json.loads(raw)
        error, written, copies = said.get("error"), said["written"], said["copies"]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Fault(FAILED, reason=raw[:60].decode("utf-8", "replace") or "…") from None
    if error:
        raise Fault(FAILED, reason=str(error)[:200])
    return BootAnswer(tuple(map(str, written)), tuple(map(str, copies)))
