"""A buzzer for people without a phone at hand: points, a go, a refused key, an open muggins."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Final

from hardware.buzzer.device import Pattern, Sounder
from hardware.device import Beside, Tell, told
from scorekeeper.board.light.device import Health
from scorekeeper.game.events import GameWon, SaidGo, WindowOpened, awards_of
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table import Table

SCORED: Final[Pattern] = (0.08,)
GO: Final[Pattern] = (0.04, 0.08, 0.04)
CLAIMED: Final[Pattern] = (0.04, 0.08, 0.04, 0.08, 0.04)
KEY_REFUSED: Final[Pattern] = (0.4,)
WON: Final[Pattern] = (0.1, 0.1, 0.1, 0.1, 0.6)

ASLEEP_SECONDS: Final = 60.0
AGAIN_SECONDS: Final = 5.0
"""How often a buzzer is tried again that is not there."""


def sound(before: Snapshot, now: Snapshot) -> Pattern | None:
    """What is heard when the table that was as *before* is as *now*; None: nothing."""
    if now.live.refused_at not in (None, before.live.refused_at):
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


class Buzzer(Beside):
    """Lets people hear what happens at *table*, by what *open_buzzer* opens: again and again, where
    it is not there. *tell* hears why nothing is heard, and None when it is back."""

    def __init__(self, table: Table, open_buzzer: Callable[[], Sounder], tell: Tell) -> None:
        super().__init__("buzzer", table, tell, Health.OFF)
        self._open, self._due = open_buzzer, -inf
        self._sounder: Sounder | None = None

    def _show(self, health: str) -> None:
        self._table.set_live(buzzer=health)

    def _run(self) -> None:
        snapshot = self._table.now
        while not self._closing.is_set():
            newer = self._table.after(snapshot.revision, self._opened_for())
            self._let_hear(sound(snapshot, newer) or ())
            snapshot = newer
        self._close()

    def _opened_for(self) -> float:
        """For how many seconds nothing need be done, now that it is open, or was tried."""
        now = self._table.ticks()
        if not self._sounder and now >= self._due:
            self._due = now + AGAIN_SECONDS
            try:
                self._sounder = self._open()
            except OSError as fault:
                self._be(Health.LOST, told(fault))
            else:
                self._be(Health.OK)
        return ASLEEP_SECONDS if self._sounder else max(self._due - now, 0.0)

    def _let_hear(self, pattern: Pattern) -> None:
        try:
            if self._sounder:
                self._sounder.sound(pattern, self._closing.wait)
        except OSError as fault:
            self._close()
            self._be(Health.LOST, told(fault))

    def _close(self) -> None:
        with suppress(OSError):
            if self._sounder:
                self._sounder.close()
        self._sounder = None
