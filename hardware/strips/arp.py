"""Whether a machine of this network is there: the kernel asks for it before anything is sent."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ASKED: Final = Path("/proc/net/arp")
UNANSWERED: Final = "0x0"


def absent(number: str, asked: Path = ASKED) -> bool:
    """Whether the machine with that IPv4 *number* was asked for and has not answered (yet). Those
    behind a router are never asked for, and where the kernel tells nothing nobody is absent."""
    if not asked.exists():
        return False
    rows = (row.split() for row in asked.read_text(encoding="ascii").splitlines()[1:])
    return any(row[0] == number and row[2] == UNANSWERED for row in rows)
