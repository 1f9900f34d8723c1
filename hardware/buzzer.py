"""Buzzers, with sounds for players without a phone: points, go, refused key, muggins window."""

import sys
from collections.abc import Callable
from typing import Any, Final, Protocol, TextIO, TypeAlias

from hardware.device import RETRY_SECONDS, Peripheral, gpio_faults, pin_factory
from scorekeeper.device import DeviceFault, FaultListener, Health
from scorekeeper.game.events import GameWon, SaidGo, WindowOpened, awards_of
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table import Table

Pattern: TypeAlias = tuple[float, ...]
"""Alternating durations of sound and silence in seconds, starting with sound."""

Wait: TypeAlias = Callable[[float], bool]
"""Waits for a number of seconds. Returns True if the sound must stop, on shutdown."""


class Buzzer(Protocol):
    """Interface of buzzers. Methods raise OSError on failure."""

    def sound(self, pattern: Pattern, wait: Wait) -> None:
        """Play *pattern*, then go silent. Blocks until it ends."""

    def close(self) -> None: ...


SCORED: Final[Pattern] = (0.08,)
GO: Final[Pattern] = (0.04, 0.08, 0.04)
CLAIMED: Final[Pattern] = (0.04, 0.08, 0.04, 0.08, 0.04)
KEY_REFUSED: Final[Pattern] = (0.4,)
WON: Final[Pattern] = (0.1, 0.1, 0.1, 0.1, 0.6)

ASLEEP_SECONDS: Final = 60.0


def sound(before: Snapshot, now: Snapshot) -> Pattern | None:
    """Return the sound for the change from *before* to *now*, or None."""
    if now.live.refused_at not in (None, before.live.refused_at):
        return KEY_REFUSED
    if now.version == before.version:
        return None
    events = {type(event) for event in now.latest}
    if GameWon in events:
        return WON
    if WindowOpened in events:
        return CLAIMED
    if any(award.points for award in awards_of(now.latest)):
        return SCORED
    return GO if SaidGo in events else None


class SoundEffects(Peripheral[Buzzer]):
    """Plays the sounds of *table*."""

    def __init__(
        self,
        table: Table,
        open_buzzer: Callable[[], Buzzer],
        tell: FaultListener,
        retry: float = RETRY_SECONDS,
    ) -> None:
        super().__init__("buzzer", table, open_buzzer, tell, health=Health.OFF, retry=retry)

    def _set_health(self, health: str) -> None:
        self._table.set_machine(buzzer=health)

    def _act(self, before: Snapshot, now: Snapshot) -> float:
        pattern = sound(before, now) or ()
        if self._device.ready:
            self._use(lambda buzzer: buzzer.sound(pattern, self._closing.wait))
        return self._device.due_in if self._device.device is None else ASLEEP_SECONDS


class PinBuzzer:
    """A buzzer on a gpiozero output device, *switch*."""

    def __init__(self, switch: Any) -> None:
        self._switch = switch

    def sound(self, pattern: Pattern, wait: Wait) -> None:
        """Play *pattern* until it ends or *wait* returns True."""
        with gpio_faults():
            for index, seconds in enumerate(pattern):
                (self._switch.off if index % 2 else self._switch.on)()
                if wait(seconds):
                    break
            self._switch.off()

    def close(self) -> None:
        with gpio_faults():
            self._switch.close()


def open_pin(pin: int) -> PinBuzzer:
    """Open the buzzer between GPIO *pin* and ground. Raises DeviceFault."""
    factory = pin_factory()
    from gpiozero import Buzzer

    with gpio_faults():
        return PinBuzzer(Buzzer(pin, pin_factory=factory))


BELL: Final = "\a"
RATTLE: Final = 0.1
"""Seconds between bells within a sound; the duration of a terminal bell is unknown."""
APART: Final = 0.25
"""Pause in seconds after a sound: many terminals merge bells in quick succession."""


class TerminalBuzzer:
    """Rings the terminal bell by writing to *out*, without changing the display."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def sound(self, pattern: Pattern, wait: Wait) -> None:
        """Ring once for a short sound, several times for a long one."""
        for seconds in pattern[::2]:
            rings = max(round(seconds / RATTLE), 1)
            for pause in (RATTLE,) * (rings - 1) + (APART,):
                self._out.write(BELL)
                self._out.flush()
                if wait(pause):
                    return

    def close(self) -> None: ...


def open_terminal() -> TerminalBuzzer:
    """Open the bell of the terminal on stdout. Raises DeviceFault if stdout is not a terminal."""
    if not sys.stdout.isatty():
        raise DeviceFault("There is no terminal to ring: this program is not running in one.")
    return TerminalBuzzer(sys.stdout)
