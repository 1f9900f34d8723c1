"""Base classes of devices: reopening after a failure, worker threads, timeouts; GPIO helpers."""

import logging
import os
import pwd
import sys
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISCHR
from threading import Event, Thread
from traceback import clear_frames
from typing import Any, Final, Generic, Protocol, TypeVar

from scorekeeper.device import DeviceFault, FaultListener, Health, TransientFault
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table import Table
from scorekeeper.words import en

log = logging.getLogger(__name__)

STOP_SECONDS: Final = 3.0
"""Timeout in seconds for stopping a device, after which it is abandoned."""

STUCK_SECONDS: Final = 5.0
"""Timeout in seconds for a device to accept data, after which it counts as lost."""

FIRST_WAIT: Final = 0.25
MAX_WAIT_SECONDS: Final = 5.0
"""Maximum seconds between attempts to open a device."""

DOES_NOT_WORK: Final = en("It does not work ({reason}).")


def device_fault(fault: OSError, sentence: str = DOES_NOT_WORK) -> DeviceFault:
    """Return *fault* as a DeviceFault, built from *sentence* and its ``{reason}`` if it is not one
    already."""
    if isinstance(fault, DeviceFault):
        return fault
    reason = fault.strerror or str(fault) or type(fault).__name__
    return DeviceFault(sentence, reason=reason)


def hangs(seconds: float) -> DeviceFault:
    """Return the fault for a device that has accepted no data for *seconds*."""
    return DeviceFault(
        en("It is not responding: it has accepted no data for {n} seconds."), n=round(seconds)
    )


def missing(library: str, command: str) -> DeviceFault:
    """Return the fault for a missing Python *library*; *command* installs it."""
    sentence = en("Python’s {library} is missing: install it with {command}.")
    return DeviceFault(sentence, library=library, command=command)


def pin_factory() -> Any:
    """Return gpiozero's configured or default pin factory. Raises DeviceFault."""
    try:
        from gpiozero import BadPinFactory, Device, PinFactoryFallback
    except ImportError:
        raise missing("gpiozero", "sudo apt install python3-gpiozero python3-lgpio") from None
    warnings.simplefilter("ignore", PinFactoryFallback)  # It warns of each failed attempt.
    try:
        Device.ensure_pin_factory()
    except BadPinFactory as fault:
        raise DeviceFault(
            "This machine has no pins that gpiozero can use ({reason}).", reason=str(fault)
        ) from fault
    return Device.pin_factory


@contextmanager
def gpio_faults() -> Iterator[None]:
    """Context manager: translate errors of gpiozero and lgpio into DeviceFault."""
    from gpiozero import GPIOZeroError

    lgpio = sys.modules.get("lgpio")
    pin_errors = (GPIOZeroError, lgpio.error) if lgpio else (GPIOZeroError,)
    try:
        yield
    except pin_errors as fault:
        # A partially constructed device keeps its pin while the traceback references it.
        clear_frames(fault.__traceback__)
        raise DeviceFault(
            "The pins cannot be used ({reason}).", reason=str(fault).rstrip(".")
        ) from fault


def current_user() -> str:
    """Return the user name of this process, or its numeric id if it has no name."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def require_device(path: str, opened: int | None = None) -> None:
    """Raise DeviceFault unless *path*, or its open descriptor *opened*, is a character device, so
    that a wrong path in the config cannot overwrite a file. Raises OSError if *path* does not
    exist."""
    status = Path(path).stat() if opened is None else os.fstat(opened)
    if not S_ISCHR(status.st_mode):
        raise DeviceFault(en("{path} is not a device."), path=path)


def join_or_leave(thread: Thread, seconds: float = STOP_SECONDS) -> bool:
    """Join *thread*. Return False if it hangs and is abandoned."""
    thread.join(seconds)
    if thread.is_alive():
        log.warning("%s is not responding: abandoned after %g s", thread.name, seconds)
    return not thread.is_alive()


class Closable(Protocol):
    """An open device."""

    def close(self) -> None:
        """Release the device. May raise OSError."""


C = TypeVar("C", bound=Closable)
H = TypeVar("H", bound="Healthy")


class Reopening(Generic[C]):
    """A device opened by *open_device* on first use and again after a failure.

    Retry delays double from *first* to *longest*, in seconds by *clock*; ``use`` does not wait for
    them. Not thread-safe. *sentence*: the fault for a plain OSError.
    """

    def __init__(
        self,
        open_device: Callable[[], C],
        clock: Callable[[], float],
        *,
        first: float = FIRST_WAIT,
        longest: float = MAX_WAIT_SECONDS,
        sentence: str = DOES_NOT_WORK,
    ) -> None:
        self._open, self._clock, self._sentence = open_device, clock, sentence
        self._first, self._longest = first, longest
        self._wait, self._due = first, clock()
        self.device: C | None = None
        """The open device; None if closed."""
        self.fault: DeviceFault | None = None
        """The fault of the last use; None on success."""

    @property
    def due_in(self) -> float:
        """Seconds until a failed device should be retried; 0 if it works."""
        return max(self._due - self._clock(), 0.0)

    @property
    def ready(self) -> bool:
        """True if the device is open or a retry is due."""
        return self.device is not None or not self.due_in

    def use(self, work: Callable[[C], object]) -> None:
        """Call *work* with the device, opening it if necessary. An OSError closes the device and
        sets ``fault``; a TransientFault leaves it open."""
        try:
            if self.device is None:
                self.device = self._open()
            work(self.device)
        except TransientFault as fault:
            self.fault, self._due = fault, self._clock() + self._first
        except OSError as fault:
            self.close()
            self.fault = device_fault(fault, self._sentence)
            self._due = self._clock() + self._wait
            self._wait = min(2 * self._wait, self._longest)
        else:
            self.fault, self._wait, self._due = None, self._first, self._clock()

    def close(self) -> None:
        """Close the device, ignoring errors."""
        device, self.device = self.device, None
        if device is not None:
            with suppress(OSError):
                device.close()


class Healthy(Closable, Protocol):
    """An open device that reports its health."""

    @property
    def health(self) -> str:
        """A value of Health."""


def health_of(reopening: Reopening[H]) -> str:
    """Return the device's own health; LOST if it is closed or has failed."""
    device = reopening.device
    return device.health if device is not None and not reopening.fault else Health.LOST


RETRY_SECONDS: Final = 5.0
"""Seconds between attempts to open a peripheral."""


class Peripheral(ABC, Generic[C]):
    """A device that follows *table* in its own thread. Publishes its health in the machine's state.
    *tell* is called with its fault, and with None when it works again."""

    def __init__(
        self,
        name: str,
        table: Table,
        open_device: Callable[[], C],
        tell: FaultListener,
        *,
        health: Health,
        retry: float,
    ) -> None:
        """*health*: initial value before the first attempt; *retry*: seconds between attempts."""
        self._table, self._tell = table, tell
        self._device = Reopening(open_device, table.ticks, first=retry, longest=retry)
        self._health: str = health
        self._using: float | None = None
        """When the current use of the device began; None if idle."""
        self._closing = Event()
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, within: float = STOP_SECONDS) -> None:
        """Stop the thread and close the device. A device that hangs is abandoned."""
        self._closing.set()
        self._set_health(Health.OFF)  # Also wakes the thread.
        join_or_leave(self._thread, within)
        self._set_health(Health.OFF)  # The thread may have just set another value.

    @abstractmethod
    def _set_health(self, health: str) -> None:
        """Publish the health in the machine's state."""

    @abstractmethod
    def _act(self, before: Snapshot, now: Snapshot) -> float:
        """Update the device after the change from *before* to *now*. Return the seconds until the
        next call if the table does not change."""

    def _run(self) -> None:
        before = now = self._table.now
        while not self._closing.is_set():
            seconds = self._act(before, now)
            before, now = now, self._table.after(now.revision, seconds)
        self._device.close()

    def poll(self) -> None:
        """Report the device as lost if it hangs. Call it from another thread."""
        since, now = self._using, self._table.ticks()
        if since is None or now < since + STUCK_SECONDS or self._health == Health.LOST:
            return
        self._health = Health.LOST
        if not self._closing.is_set():
            self._set_health(self._health)
            self._tell(hangs(now - since))

    def _use(self, work: Callable[[C], object]) -> None:
        self._using = self._table.ticks()
        self._device.use(work)
        self._using = None
        fault = self._device.fault
        was, self._health = self._health, Health.LOST if fault else Health.OK
        if self._health != was and not self._closing.is_set():
            self._set_health(self._health)
            if Health.LOST in (was, self._health):
                self._tell(fault)
