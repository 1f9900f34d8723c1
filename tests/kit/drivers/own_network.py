"""A network namespace for a program, whose only routes are made by the test with `ip`; and running
without rights, to be refused what root is allowed."""

import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

FETCH: Final = """
import sys, urllib.request
request = urllib.request.Request(sys.argv[1], headers=dict([sys.argv[2:4]]) if sys.argv[2:] else {})
try:
    print(urllib.request.urlopen(request, timeout=30).read().decode())
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())
"""


def why_not() -> str | None:
    """Return why no network can be made here, or None."""
    if os.geteuid() != 0:
        return "only root can make a network"
    missing = [one for one in ("ip", "unshare", "nsenter") if not shutil.which(one)]
    return f"{', '.join(missing)} is missing (Debian: iproute2, util-linux)" if missing else None


class OwnNetwork:
    """A program in its own network namespace, which at first has only a loopback device."""

    def __init__(self, command: Sequence[str], **options: Any) -> None:
        self.program = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", 'ip link set lo up; exec "$@"', "sh", *command],
            text=True,
            **options,
        )

    def run(self, *command: str) -> str:
        inside = ("nsenter", "--target", str(self.program.pid), "--net", *command)
        return subprocess.run(inside, check=True, capture_output=True, text=True).stdout

    def ip(self, line: str) -> None:
        self.run("ip", *line.split())

    def fetch(self, url: str, host: str | None = None) -> str:
        """Return the program's response within its own network, requested under the name *host*;
        after an error, its status first."""
        header = ("Host", host) if host else ()
        return self.run(sys.executable, "-c", FETCH, url, *header).strip()

    def close(self) -> None:
        self.program.terminate()
        self.program.communicate(timeout=20)


@contextmanager
def nobody() -> Iterator[None]:
    os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)
