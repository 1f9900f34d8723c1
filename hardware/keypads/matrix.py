"""A matrix of keys on the Pi's pins, four by four; gpiozero knows the pins but no matrix.

The columns are pulled up. While no key is down all rows are low, and one look at the columns tells
whether that has changed. Then one row is low at a time and the others are left open: a key that is
down pulls its column low, and rows that are left open cannot fight when two keys are down.
"""

from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Thread
from time import sleep
from typing import Any, Final, Protocol

from hardware.device import STOP_SECONDS, join_or_leave
from hardware.keypads.contacts import SAMPLE_SECONDS, Contacts
from hardware.keypads.key_dispatch import KeyDispatcher
from hardware.keypads.keypad import KeypadWiring, Press
from hardware.pins import gpio_faults, pin_factory
from scorekeeper.device import DeviceFault, Health
from scorekeeper.keypad.key import SIXTEEN, Key

SETTLE_SECONDS: Final = 5e-6
"""After a row goes low: a pull-up of 50 kΩ fills a metre of wire in that time."""
IDLE_SECONDS: Final = 0.01
"""Between two looks while no key is down: pins are asked of the kernel, 100 times a second and not
1,600."""


class Pin(Protocol):
    """The part of a gpiozero pin that is used."""

    function: str
    pull: str
    state: Any

    def output_with_state(self, state: int) -> None:
        """Make it an output that is in *state* from its first moment."""

    def close(self) -> None:
        """Give the pin back."""


class Matrix:
    """The pins of the *rows* and the *columns*; one sample at a time."""

    def __init__(self, rows: Sequence[Pin], columns: Sequence[Pin]) -> None:
        self._rows, self._columns = tuple(rows), tuple(columns)
        for pin in (*self._rows, *self._columns):
            pin.function = "input"
        for pin in self._columns:
            pin.pull = "up"

    def rest(self) -> None:
        """Hold all rows low: any key that goes down is then seen in the columns."""
        for row in self._rows:
            row.output_with_state(0)

    def is_touched(self) -> bool:
        """True if a key is down, of a matrix at rest."""
        return not all(pin.state for pin in self._columns)

    def wake(self) -> None:
        """Open all rows, for samples."""
        for row in self._rows:
            row.function = "input"

    def sample(self) -> tuple[int, ...]:
        """For each row the columns that a key joins with it, as bits."""
        return tuple(map(self._row, self._rows))

    def close(self) -> None:
        """Give the pins back."""
        for pin in (*self._rows, *self._columns):
            pin.close()

    def _row(self, row: Pin) -> int:
        row.output_with_state(0)
        sleep(SETTLE_SECONDS)
        try:
            return sum((not pin.state) << place for place, pin in enumerate(self._columns))
        finally:
            row.function = "input"


class MatrixKeypad:
    """Watches *matrix* from a thread of its own and relays its *keys*, named row by row: however
    long the journal takes, no tap goes by unseen."""

    def __init__(
        self, matrix: Matrix, press: Press, keys: Sequence[Key] = SIXTEEN, columns: int = 4
    ) -> None:
        self._matrix, self._keys, self._contacts = matrix, keys, Contacts(columns)
        self._dispatcher = KeyDispatcher(press).start()
        self._closed = Event()
        self._thread = Thread(target=self._run, name="matrix", daemon=True)
        self._thread.start()

    @property
    def health(self) -> str:
        """Broken where nobody samples any more: a pin has failed."""
        return Health.OK if self._thread.is_alive() else Health.BROKEN

    def close(self, within: float = STOP_SECONDS) -> None:
        """Stop sampling; pins that hang are left. Raises DeviceFault for one not given back."""
        self._closed.set()
        stopped = join_or_leave(self._thread, within)
        self._dispatcher.close()
        if stopped:
            with gpio_faults():
                self._matrix.close()

    def _run(self) -> None:
        with suppress(DeviceFault), gpio_faults():
            self._matrix.rest()
            while not self._closed.wait(IDLE_SECONDS):
                if self._matrix.is_touched():
                    self._follow()
                    self._matrix.rest()

    def _follow(self) -> None:
        """Relay keys until all are up again and have come to rest."""
        self._matrix.wake()
        while True:
            for change in self._contacts.take(self._matrix.sample()):
                self._dispatcher.take(self._keys[change.key], change.down)
            if self._contacts.at_rest or self._closed.wait(SAMPLE_SECONDS):
                return


def open_keypad(wiring: KeypadWiring, press: Press) -> MatrixKeypad:
    """The matrix at the pins of *wiring*. Raises DeviceFault."""
    pin = pin_factory().pin
    with gpio_faults():
        matrix = Matrix([*map(pin, wiring.rows)], [*map(pin, wiring.columns)])
    return MatrixKeypad(matrix, press)
