"""A breadboard as data: which hole takes which leg, and which holes are joined inside."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

COLUMNS: Final = 30
ROWS: Final = "jihgfedcba"
"""From the top down; between f and e is the gap that chips stand across."""
RAILS: Final = ("T+", "T-", "B+", "B-")
"""Plus and minus at the top and at the bottom, red and blue on the plastic."""
GROUP: Final = 6
"""Rails have holes in fives, and a gap where the sixth would be."""


class Leg(NamedTuple):
    """A leg or the end of a wire: the ``hole`` it goes into, and the ``pin`` of its part."""

    hole: str
    pin: str


class Part(NamedTuple):
    """Something that stands on the breadboard. Two ``legs`` of a ``bridge`` are one wire."""

    name: str
    kind: str
    legs: tuple[Leg, ...]
    bridge: bool = False


class Jumper(NamedTuple):
    """A wire from hole to hole."""

    kind: str
    start: str
    end: str


class Lead(NamedTuple):
    """A wire from a ``pin`` beside the breadboard into a ``hole``."""

    kind: str
    pin: str
    hole: str


class Layout(NamedTuple):
    """Everything that is put into a breadboard."""

    parts: tuple[Part, ...]
    jumpers: tuple[Jumper, ...]
    leads: tuple[Lead, ...]

    def holes(self) -> Iterator[str]:
        """Yield every hole that is used, as often as it is used."""
        for part in self.parts:
            yield from (leg.hole for leg in part.legs)
        for jumper in self.jumpers:
            yield from (jumper.start, jumper.end)
        yield from (lead.hole for lead in self.leads)

    def nets(self) -> set[frozenset[str]]:
        """Return the pins that are joined, set by set; a bridge joins its two legs."""
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
    """True if a hole is one of a rail."""
    return hole[:2] in RAILS


def column(hole: str) -> int:
    """Return the column of a hole, from 1."""
    return int(hole[2:] if is_rail(hole) else hole[1:])


def check_hole(hole: str) -> None:
    """Raise ValueError where a breadboard of 400 holes has no such hole."""
    known = is_rail(hole) or hole[0] in ROWS
    if not (known and 1 <= column(hole) <= COLUMNS) or (is_rail(hole) and not column(hole) % GROUP):
        raise ValueError(f"there is no hole {hole}")


def node(hole: str) -> str:
    """Return the strip of metal under a hole: a rail, or half a column."""
    check_hole(hole)
    if is_rail(hole):
        return hole[:2]
    return f"{'top' if hole[0] in 'jihgf' else 'low'} {column(hole)}"


def _joined(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return one name for every node that some pair joins to others."""
    name: dict[str, str] = {}
    for one, other in pairs:
        kept, gone = name.setdefault(one, one), name.setdefault(other, other)
        for at, its in name.items():
            if its == gone:
                name[at] = kept
    return name
