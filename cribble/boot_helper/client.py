"""Client for the boot helper's socket."""

import json
import os
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from cribble.boot_helper.steps import BootStep, request_of
from scorekeeper.words import Fault, en

SOCKET: Final = Path("/run/cribble-boot.sock")
"""Default path of the socket, created by systemd, accessible to the group of the table's user."""
ENVIRONMENT: Final = "CRIBBLE_BOOT_SOCKET"
SECONDS: Final = 20.0
MAX_ANSWER_BYTES: Final = 1 << 16
FAILED: Final = en("The boot files could not be changed: {reason}.")


class BootAnswer(NamedTuple):
    """The paths of the files that were written, and of the copies of the old files."""

    written: tuple[str, ...]
    copies: tuple[str, ...]


def helper_socket() -> Path | None:
    """Return the path of the helper's socket; None if the helper is not installed."""
    path = Path(os.environ.get(ENVIRONMENT, SOCKET))
    return path if path.is_socket() and os.access(path, os.W_OK) else None


def ask_helper(steps: Iterable[BootStep]) -> BootAnswer:
    """Send *steps* to the boot helper; return its answer. Raises Fault."""
    path = helper_socket()
    if path is None:
        raise Fault(en("The boot helper is not installed: it is part of the Debian package."))
    answer = b""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(SECONDS)
            line.connect(str(path))
            line.sendall(request_of(steps) + b"\n")
            while len(answer) <= MAX_ANSWER_BYTES and (chunk := line.recv(4096)):
                answer += chunk
    except OSError as fault:
        raise Fault(FAILED, reason=fault.strerror or str(fault)) from None
    return read_answer(answer)


def read_answer(raw: bytes) -> BootAnswer:
    """Parse the answer *raw*. Raises Fault if it is an error or invalid."""
    try:
        answer = json.loads(raw)
        error, written, copies = answer.get("error"), answer["written"], answer["copies"]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Fault(FAILED, reason=raw[:60].decode("utf-8", "replace") or "…") from None
    if error:
        raise Fault(FAILED, reason=str(error)[:200])
    return BootAnswer(tuple(map(str, written)), tuple(map(str, copies)))
