"""A buzzer for people without a phone at hand: points, a go, a refused key, an open muggins."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Final, Protocol, TypeAlias

from hardware.part_fault import PartFault
from hardware.pins import pin_factory, pins_told
from scorekeeper.board.scene import REFUSED
from scorekeeper.game.events import GameWon, SaidGo, WindowOpened, awards_of
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table import Table

Pattern: TypeAlias = tuple[float, ...]
"""Seconds of sound, of silence, of sound, …"""

SCORED: Final[Pattern] = (0.08,)
GO: Final[Pattern] = (0.04, 0.08, 0.04)
CLAIMED: Final[Pattern] = (0.04, 0.08, 0.04, 0.08, 0.04)
KEY_REFUSED: Final[Pattern] = (0.4,)
WON: Final[Pattern] = (0.1, 0.1, 0.1, 0.1, 0.6)

ASLEEP_SECONDS: Final = 60.0
BUZZER: Final = "buzzer"
"""An aside: how it is."""


def sound(before: Snapshot, now: Snapshot) -> Pattern | None:
    """What is heard when the table that was as *before* is as *now*; None: nothing."""
    if now.asides.get(REFUSED) not in (None, before.asides.get(REFUSED)):
        return KEY_REFUSED
    if now.version == before.version:
        return None
    events = {type(event) for event in now.latest}
    if GameWon in events:
        return WON
    if WindowOpened in events:
        return CLAIMED
    if any(award.points and not award.void for award in awards_of(now.latest)):
        return SCORED
    return GO if SaidGo in events else None


class Switch(Protocol):
    """What sounds while it is on: gpiozero's Buzzer."""

    def on(self) -> None:
        """Sound."""
        ...

    def off(self) -> None:
        """Be silent."""
        ...

    def close(self) -> None:
        """Give the pin back."""
        ...


class Buzzer:
    """Lets people hear what happens at *table*, by what *open_switch* opens. *fails* is told why
    nothing will be heard."""

    def __init__(
        self, table: Table, open_switch: Callable[[], Switch], fails: Callable[[PartFault], object]
    ) -> None:
        self._table, self._open, self._fails = table, open_switch, fails
        self._closing = Event()
        self._thread = Thread(target=self._run, name="buzzer", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Be silent from now on."""
        self._closing.set()
        self._table.aside(BUZZER, "off")  # Also wakes it.
        self._thread.join()

    def _run(self) -> None:
        snapshot = self._table.now
        try:
            switch = self._open()
        except PartFault as fault:
            self._table.aside(BUZZER, "lost")
            self._fails(fault)
            return
        self._table.aside(BUZZER, "ok")
        while not self._closing.is_set():
            newer = self._table.after(snapshot.pulse, ASLEEP_SECONDS)
            self._sound(switch, sound(snapshot, newer) or ())
            snapshot = newer
        switch.close()

    def _sound(self, switch: Switch, pattern: Pattern) -> None:
        for place, seconds in enumerate(pattern):
            (switch.off if place % 2 else switch.on)()
            self._closing.wait(seconds)
        switch.off()


def open_buzzer(pin: int) -> Switch:
    """The buzzer between *pin* and ground. Raises PartFault."""
    factory = pin_factory()
    from gpiozero import Buzzer as Switched

    with pins_told():
        switched: Switch = Switched(pin, pin_factory=factory)
    return switched
