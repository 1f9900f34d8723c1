"""Run by systemd for one connection, or by sudo: a request on standard input, the answer on output.

``--root FOLDER`` takes the files from there and restarts nothing: for trying it out.
"""

import os
import select
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cribble.boot_helper.lines import LONGEST
from cribble.boot_helper.server import answer, restart_machine

SECONDS: Final = 5.0
"""Seconds that a client has for its request."""


def main(args: Sequence[str]) -> None:
    """Answer one request."""
    root, restart = Path("/"), restart_machine
    if args[:1] == ["--root"]:
        root = Path(args[1])

        def restart() -> None:
            (root / "restarted").touch()

    sys.stdout.buffer.write(answer(_line(), root, restart) + b"\n")
    sys.stdout.flush()


def _line() -> bytes:
    """The bytes up to the end of the line, or as many as a request may have and one more."""
    raw = b""
    while b"\n" not in raw and len(raw) <= LONGEST:
        if not select.select([0], [], [], SECONDS)[0]:
            break
        came = os.read(0, LONGEST + 1 - len(raw))
        if not came:
            break
        raw += came
    return raw.partition(b"\n")[0]


if __name__ == "__main__":
    main(sys.argv[1:])
