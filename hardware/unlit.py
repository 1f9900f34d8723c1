"""A board that is wired as no board can be: its lights stay off, and everybody is told why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hardware.shown import Shown
from hardware.strip_status import News, say
from scorekeeper.board.light.colour import Look
from scorekeeper.board.light.device import Health, StripFault
from scorekeeper.board.wiring.wiring import WiringFault
from scorekeeper.table import Table
from scorekeeper.words import en
from scorekeeper.words.wiring import wiring_fault


class Unlit:
    """Stands in the place of the lights at *table*, and opens no strip."""

    def __init__(self, table: Table, faults: Sequence[WiringFault], news: News) -> None:
        self._table, self._news = table, news
        self.health: str = Health.OFF
        self.fault: Final = miswired(faults)
        self.shown: Final = Shown()

    def dress(self, look: Look) -> None:
        """In the dark all looks are alike."""

    def start(self) -> None:
        """Say why it is dark."""
        self.health = Health.MISWIRED
        say(self._table, self.health, self.fault)
        self._news(self.fault)

    def stop(self) -> None:
        """Nothing was lit."""
        self.health = Health.OFF
        say(self._table, self.health, None)


def miswired(faults: Sequence[WiringFault]) -> StripFault:
    """The first of *faults*, and how many there are."""
    told = wiring_fault(faults[0])
    first = StripFault(told.sentence, **told.values)
    if len(faults) == 1:
        return first
    more = en(
        "{fault} That is one of {n} faults in the wiring: .venv/bin/cribble board check, with the "
        "same --config, names them all."
    )
    return StripFault(more, fault=first, n=len(faults))
