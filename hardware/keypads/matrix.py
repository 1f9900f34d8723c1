"""Keys on the Pi's pins: a matrix, four by four, or three buttons; gpiozero has no matrix.

The columns are pulled up. While no key is down all rows are low, and one look at the columns tells
whether that has changed. Then one row is low at a time and the others are left open: a key that is
down pulls its column low, and rows that are left open cannot fight when two keys are down.

Contacts bounce. Without diodes three keys that are down at three corners of a rectangle also join
the fourth: until the sample is unambiguous again no new key is accepted.

Buttons are sampled as a matrix of one row: some libraries lose edges while a contact bounces.
"""

from collections.abc import Sequence
from contextlib import suppress
from itertools import combinations
from threading import Event, Thread
from time import sleep
from typing import Any, Final, Protocol

from hardware.device import STOP_SECONDS, gpio_faults, join_or_leave, pin_factory
from hardware.keypads.keypad import KeyDispatcher, KeypadWiring, Press
from scorekeeper.device import DeviceFault, Health
from scorekeeper.keypad.key import SIXTEEN, Key

SAMPLE_SECONDS: Final = 0.005
EQUAL: Final = 4
"""Samples that have to agree: 20 ms, longer than cheap keys bounce."""


class Contacts:
    """Debounces the samples of a matrix with *columns* columns."""

    def __init__(self, columns: int = 4, equal: int = EQUAL) -> None:
        self._columns, self._equal = columns, equal
        self._down: set[int] = set()
        self._unlike: dict[int, int] = {}
        """The number of samples in a row in which each key was other than it counts as."""

    @property
    def at_rest(self) -> bool:
        """True if no key is down, or was in the last sample."""
        return not self._down and not self._unlike

    def take(self, rows: Sequence[int]) -> tuple[tuple[int, bool], ...]:
        """Take a sample: for each row the columns joined with it, as bits. Return the keys that
        went down (True) or up, numbered row by row from 0.

        Of an ambiguous sample only released keys count.
        """
        joined = {
            row * self._columns + column
            for row, bits in enumerate(rows)
            for column in range(self._columns)
            if bits >> column & 1
        }
        unlike = joined ^ self._down
        if any(
            # Three corners of a rectangle: the fourth may be no key that is down.
            first & second and (first | second).bit_count() > 1
            for first, second in combinations(rows, 2)
        ):
            unlike &= self._down
        self._unlike = {key: self._unlike.get(key, 0) + 1 for key in unlike}
        changed = sorted(key for key, times in self._unlike.items() if times == self._equal)
        for key in changed:
            del self._unlike[key]
        self._down ^= set(changed)
        return tuple((key, key in joined) for key in changed)


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

    def close(self) -> None: ...


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
        """Return True if a key is down, of a matrix at rest."""
        return not all(pin.state for pin in self._columns)

    def wake(self) -> None:
        """Open all rows, for samples."""
        for row in self._rows:
            row.function = "input"

    def sample(self) -> tuple[int, ...]:
        """Return for each row the columns that a key joins with it, as bits."""
        joined = list[int]()
        for row in self._rows:
            row.output_with_state(0)
            sleep(SETTLE_SECONDS)
            try:
                joined.append(sum((not pin.state) << at for at, pin in enumerate(self._columns)))
            finally:
                row.function = "input"
        return tuple(joined)

    def close(self) -> None:
        for pin in (*self._rows, *self._columns):
            pin.close()


class MatrixKeypad:
    """Samples *matrix* from its own thread and relays its *keys*, row by row, so that a slow
    journal loses no tap."""

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
        """Broken if sampling has stopped: a pin has failed."""
        return Health.OK if self._thread.is_alive() else Health.BROKEN

    def close(self, within: float = STOP_SECONDS) -> None:
        """Stop sampling. Abandon pins that hang. Raises DeviceFault for one not released."""
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
        """Relay keys until all are up and stable."""
        self._matrix.wake()
        while True:
            for key, down in self._contacts.take(self._matrix.sample()):
                self._dispatcher.take(self._keys[key], down)
            if self._contacts.at_rest or self._closed.wait(SAMPLE_SECONDS):
                return


def open_keypad(wiring: KeypadWiring, press: Press) -> MatrixKeypad:
    pin = pin_factory().pin
    with gpio_faults():
        matrix = Matrix([*map(pin, wiring.rows)], [*map(pin, wiring.columns)])
    return MatrixKeypad(matrix, press)


THREE: Final = (Key.NEXT, Key.OK, Key.UNDO)


class Ground:
    """The row of all buttons: a wire that is always low."""

    function, pull, state = "output", "floating", 0

    def output_with_state(self, state: int) -> None: ...

    def close(self) -> None: ...


def open_buttons(wiring: KeypadWiring, press: Press) -> MatrixKeypad:
    pin = pin_factory().pin
    with gpio_faults():
        matrix = Matrix([Ground()], [*map(pin, wiring.buttons)])
    return MatrixKeypad(matrix, press, THREE, columns=len(THREE))
