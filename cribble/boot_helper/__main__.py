"""Started by systemd for one connection, or by sudo: a request on standard input, the answer on
standard output.

``--root FOLDER`` changes the files beneath it and restarts nothing, to try the helper out.
"""

import os
import select
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cribble.boot_helper.server import answer, restart_machine
from cribble.boot_helper.steps import LONGEST

SECONDS: Final = 5.0
"""Time that a client has for its request."""


def main(args: Sequence[str]) -> None:
    """Answer one request."""
    root, restart = Path("/"), restart_machine
    if args[:1] == ["--root"]:
        root = Path(args[1])

        def restart() -> None:
            (root / "restarted").touch()

    raw = b""
    while b"\n" not in raw and len(raw) <= LONGEST:
        if not select.select([0], [], [], SECONDS)[0]:
            break
        chunk = os.read(0, LONGEST + 1 - len(raw))
        if not chunk:
            break
        raw += chunk
    sys.stdout.buffer.write(answer(raw.partition(b"\n")[0], root, restart) + b"\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
