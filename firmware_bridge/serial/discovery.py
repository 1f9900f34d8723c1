"""The ports where a microcontroller may be plugged in. Only names: HELLO asks what is there.

Only the chips that such boards talk through are looked at, so that no other device is disturbed. A
port that has none of them, such as a Pi's own pins, is found where the config names it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

BY_ID: Final = Path("/dev/serial/by-id")
"""Links of udev's whose names stay the same whatever number a port has."""

Find: TypeAlias = Callable[[], Sequence[str]]
"""Names the ports where a board may be now, the likeliest first."""


class Chip(NamedTuple):
    """The chip at the board's end of a USB cable: the numbers of its maker and product (no product:
    any of that maker's), and a word of its name in ``BY_ID``."""

    vid: int
    pid: int | None
    word: str


CHIPS: Final = (
    Chip(0x2341, None, "Arduino"),
    Chip(0x2A03, None, "Arduino"),
    Chip(0x1A86, 0x7523, "1a86"),  # CH340, in most copies of the Nano
    Chip(0x1A86, 0x5523, "1a86"),  # CH341
    Chip(0x1A86, 0x55D3, "1a86"),  # CH343
    Chip(0x1A86, 0x55D4, "1a86"),  # CH9102
    Chip(0x0403, 0x6001, "FTDI"),
    Chip(0x0403, 0x6015, "FTDI"),
    Chip(0x10C4, 0xEA60, "Silicon_Labs"),  # CP210x
)


class Plugged(NamedTuple):
    """A serial port as the system lists it; no numbers where it is not on USB."""

    name: str
    vid: int | None = None
    pid: int | None = None

    @property
    def may_be_one(self) -> bool:
        """True if a board may be there."""
        return any(self.vid == chip.vid and chip.pid in (None, self.pid) for chip in CHIPS)


def ports(at: str, plugged: Iterable[Plugged], by_id: Path = BY_ID) -> tuple[str, ...]:
    """Return the ports to be tried, the likeliest first; no other than *at* where one is named."""
    if at:
        return (at,) if _there(Path(at)) else ()
    links = tuple(link for link in _links(by_id) if _there(link))
    linked = {link.resolve() for link in links}
    others = (one.name for one in plugged if one.may_be_one and Path(one.name) not in linked)
    return (*map(str, links), *sorted(others))


def _links(by_id: Path) -> Iterator[Path]:
    """The links for boards, by the order of ``CHIPS``; none where their folder has gone."""
    there = list[Path]()
    with suppress(OSError):
        there = sorted(by_id.iterdir())
    for word in dict.fromkeys(chip.word for chip in CHIPS):
        yield from (link for link in there if word in link.name)


def _there(path: Path) -> bool:
    """True if *path* leads anywhere that may be looked at."""
    with suppress(OSError):
        return path.exists()
    return False
