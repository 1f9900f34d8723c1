"""A buzzer for people without a phone at hand: points, a go, a refused key, an open muggins."""

from collections.abc import Callable
from typing import Final

from hardware.buzzer.buzzer import Buzzer, Pattern
from hardware.device import RETRY_SECONDS, Peripheral
from scorekeeper.device import FaultListener, Health
from scorekeeper.game.events import GameWon, SaidGo, WindowOpened, awards_of
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table import Table

SCORED: Final[Pattern] = (0.08,)
GO: Final[Pattern] = (0.04, 0.08, 0.04)
CLAIMED: Final[Pattern] = (0.04, 0.08, 0.04, 0.08, 0.04)
KEY_REFUSED: Final[Pattern] = (0.4,)
WON: Final[Pattern] = (0.1, 0.1, 0.1, 0.1, 0.6)

ASLEEP_SECONDS: Final = 60.0


def sound(before: Snapshot, now: Snapshot) -> Pattern | None:
    """Return the sound of the change from *before* to *now*; None where it has none."""
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


class SoundEffects(Peripheral[Buzzer]):
    """Lets people hear what happens at *table*."""

    def __init__(
        self,
        table: Table,
        open_buzzer: Callable[[], Buzzer],
        tell: FaultListener,
        retry: float = RETRY_SECONDS,
    ) -> None:
        super().__init__("buzzer", table, open_buzzer, tell, health=Health.OFF, retry=retry)

    def _set_health(self, health: str) -> None:
        self._table.set_live(buzzer=health)

    def _act(self, before: Snapshot, now: Snapshot) -> float:
        pattern = sound(before, now) or ()
        if self._device.ready:
            self._use(lambda buzzer: buzzer.sound(pattern, self._closing.wait))
        return self._device.due_in if self._device.device is None else ASLEEP_SECONDS
