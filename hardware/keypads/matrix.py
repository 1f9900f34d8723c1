"""Keys on GPIO pins: a 4 × 4 matrix, three buttons, or a rotary encoder with a push button.

gpiozero does not support matrices. The columns have pull-ups. While idle, all rows are low, so that
reading the columns detects any key. Scanning then drives one row low at a time and leaves the
others floating, so that outputs are never shorted when two keys are pressed.

Contacts are debounced. Without diodes, three keys pressed at corners of a rectangle also connect
the fourth (ghosting): new keys are ignored until the sample is unambiguous.

Buttons are sampled as a matrix with one row, because some libraries lose edges during bounce.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
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
"""Number of equal samples required: 20 ms, longer than the bounce of cheap keys."""


class Contacts:
    """Debounces samples of a matrix with *columns* columns."""

    def __init__(self, columns: int = 4, equal: int = EQUAL) -> None:
        self._columns, self._equal = columns, equal
        self._down: set[int] = set()
        self._unlike: dict[int, int] = {}
        """The number of consecutive samples in which a key differed from its debounced state."""

    @property
    def at_rest(self) -> bool:
        """True if no key is pressed, and none was in the last sample."""
        return not self._down and not self._unlike

    def take(self, rows: Sequence[int]) -> tuple[tuple[int, bool], ...]:
        """Process a sample: the connected columns of each row as a bit mask. Return changed keys,
        numbered row by row from 0, each with True if pressed or False if released.

        In an ambiguous sample, only releases are accepted.
        """
        joined = {
            row * self._columns + column
            for row, bits in enumerate(rows)
            for column in range(self._columns)
            if bits >> column & 1
        }
        unlike = joined ^ self._down
        if any(
            # Three corners of a rectangle: the fourth key may be a ghost.
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
"""Settling time after driving a row low: 50 kΩ pull-ups and a metre of wire."""
IDLE_SECONDS: Final = 0.01
"""Polling interval while no key is pressed. Each read of a pin is a system call."""


class Pin(Protocol):
    """The part of gpiozero's pin interface used here."""

    function: str
    pull: str
    state: Any

    def output_with_state(self, state: int) -> None:
        """Make the pin an output with an initial *state*, without a glitch."""

    def close(self) -> None: ...


class Matrix:
    """A matrix on GPIO pins. Not thread-safe."""

    def __init__(self, rows: Sequence[Pin], columns: Sequence[Pin]) -> None:
        self._rows, self._columns = tuple(rows), tuple(columns)
        for pin in (*self._rows, *self._columns):
            pin.function = "input"
        for pin in self._columns:
            pin.pull = "up"

    def rest(self) -> None:
        """Drive all rows low, so that any key can be detected in the columns."""
        for row in self._rows:
            row.output_with_state(0)

    def is_touched(self) -> bool:
        """Return True if any key is pressed. Requires ``rest``."""
        return not all(pin.state for pin in self._columns)

    def wake(self) -> None:
        """Release all rows for scanning."""
        for row in self._rows:
            row.function = "input"

    def sample(self) -> tuple[int, ...]:
        """Scan the matrix. Return the connected columns of each row as a bit mask."""
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
    """Scans *matrix* in its own thread and delivers *keys*, given row by row."""

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
        """``broken`` if scanning has stopped because a pin failed, else ``ok``."""
        return Health.OK if self._thread.is_alive() else Health.BROKEN

    def close(self, within: float = STOP_SECONDS) -> None:
        """Stop scanning. A pin that hangs is abandoned. Raises DeviceFault."""
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
        """Scan and deliver keys until all are released."""
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
    """A constant low row, shared by all buttons."""

    function, pull, state = "output", "floating", 0

    def output_with_state(self, state: int) -> None: ...

    def close(self) -> None: ...


def open_buttons(wiring: KeypadWiring, press: Press) -> MatrixKeypad:
    pin = pin_factory().pin
    with gpio_faults():
        matrix = Matrix([Ground()], [*map(pin, wiring.buttons)])
    return MatrixKeypad(matrix, press, THREE, columns=len(THREE))


class EncoderKeypad(MatrixKeypad):
    """A gpiozero *encoder*: clockwise is next, counter-clockwise undo, and its button OK."""

    def __init__(self, encoder: Any, button: Pin, press: Press) -> None:
        super().__init__(Matrix([Ground()], [button]), press, (Key.OK,), columns=1)
        self._encoder, take = encoder, self._dispatcher.take
        encoder.when_rotated_clockwise = partial(take, Key.NEXT, True)
        encoder.when_rotated_counter_clockwise = partial(take, Key.UNDO, True)

    def close(self, within: float = STOP_SECONDS) -> None:
        try:
            with gpio_faults():
                self._encoder.close()
        finally:
            super().close(within)


def open_encoder(wiring: KeypadWiring, press: Press) -> EncoderKeypad:
    """Open the encoder, whose pins are those of the buttons: CLK, its button, and DT."""
    factory = pin_factory()
    from gpiozero import RotaryEncoder

    clock, button, data = wiring.buttons
    with gpio_faults():
        encoder = RotaryEncoder(clock, data, max_steps=0, pin_factory=factory)
        return EncoderKeypad(encoder, factory.pin(button), press)
