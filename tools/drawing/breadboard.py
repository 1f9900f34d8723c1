"""The model of a breadboard: parts, wires, and connections between holes."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

COLUMNS: Final = 30
ROWS: Final = "jihgfedcba"
"""Rows from top to bottom; chips straddle the gap between f and e."""
RAILS: Final = ("T+", "T-", "B+", "B-")
"""Positive and negative rails at the top and bottom."""
GROUP: Final = 6
"""Holes of rails are in groups of five; each sixth position is empty."""


class Leg(NamedTuple):
    """A leg of a part or the end of a wire: ``hole``, and the ``pin`` it is connected to."""

    hole: str
    pin: str


class Part(NamedTuple):
    """A part on the breadboard. If it is a ``bridge``, its two ``legs`` count as connected."""

    name: str
    kind: str
    legs: tuple[Leg, ...]
    bridge: bool = False


class Jumper(NamedTuple):
    """A wire between two holes."""

    kind: str
    start: str
    end: str


class Lead(NamedTuple):
    """A wire from an external ``pin`` to a ``hole``."""

    kind: str
    pin: str
    hole: str


class Layout(NamedTuple):
    """All parts and wires of a breadboard."""

    parts: tuple[Part, ...]
    jumpers: tuple[Jumper, ...]
    leads: tuple[Lead, ...]

    def holes(self) -> Iterator[str]:
        """Yield all used holes, with duplicates."""
        for part in self.parts:
            yield from (leg.hole for leg in part.legs)
        for jumper in self.jumpers:
            yield from (jumper.start, jumper.end)
        yield from (lead.hole for lead in self.leads)

    def nets(self) -> set[frozenset[str]]:
        """Return the sets of connected pins."""
        pairs = [(jumper.start, jumper.end) for jumper in self.jumpers]
        pairs += [
            (one.hole, other.hole)
            for part in self.parts
            if part.bridge
            for one, other in [part.legs]
        ]
        joined = _joined((node(start), node(end)) for start, end in pairs)
        nets: dict[str, set[str]] = {}
        legs = [(leg.hole, leg.pin) for part in self.parts if not part.bridge for leg in part.legs]
        for hole, pin in (*legs, *((lead.hole, lead.pin) for lead in self.leads)):
            at = node(hole)
            nets.setdefault(joined.get(at, at), set()).add(pin)
        return {frozenset(net) for net in nets.values()}


def is_rail(hole: str) -> bool:
    """Return whether *hole* is part of a rail."""
    return hole[:2] in RAILS


def column(hole: str) -> int:
    """Return the column of *hole*, from 1."""
    return int(hole[2:] if is_rail(hole) else hole[1:])


def check_hole(hole: str) -> None:
    """Raise ValueError if a breadboard with 400 holes has no such *hole*."""
    known = is_rail(hole) or hole[0] in ROWS
    if not (known and 1 <= column(hole) <= COLUMNS) or (is_rail(hole) and not column(hole) % GROUP):
        raise ValueError(f"there is no hole {hole}")


def node(hole: str) -> str:
    """Return the name of the contact strip of *hole*: a rail, or half a column."""
    check_hole(hole)
    if is_rail(hole):
        return hole[:2]
    return f"{'top' if hole[0] in 'jihgf' else 'low'} {column(hole)}"


def _joined(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return a representative for each node that occurs in *pairs* of connected nodes."""
    name: dict[str, str] = {}
    for one, other in pairs:
        kept, gone = name.setdefault(one, one), name.setdefault(other, other)
        for at, its in name.items():
            if its == gone:
                name[at] = kept
    return name
