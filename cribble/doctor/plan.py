"""What a machine is asked to do: the strip and the board that the config describes."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hardware.strips.strip import Wires
from scorekeeper.words import Fault


class Plan(NamedTuple):
    """The strip called ``strip`` and how it is connected, for a board of ``pixels`` lights with a
    supply of ``limit_ma``; the journal in ``data``. ``faults`` are what keeps the board from being
    one; it has no pixels then.
    """

    strip: str
    wires: Wires
    pixels: int
    limit_ma: int
    data: Path
    faults: tuple[Fault, ...] = ()
