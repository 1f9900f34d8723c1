"""Devices: reopened after a failure, driven from a thread, abandoned if they hang; GPIO pins."""

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
"""Timeout for a device to stop; one that hangs is abandoned."""

STUCK_SECONDS: Final = 5.0
"""Seconds after which a device that has not accepted its data counts as lost."""

FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 5.0
"""Seconds between two tries to open a device."""

DOES_NOT_WORK: Final = en("It does not work ({reason}).")


def device_fault(fault: OSError, sentence: str = DOES_NOT_WORK) -> DeviceFault:
    """Return *fault* as a sentence for people: its own, or *sentence* with the ``{reason}``."""
    if isinstance(fault, DeviceFault):
        return fault
    reason = fault.strerror or str(fault) or type(fault).__name__
    return DeviceFault(sentence, reason=reason)


def hangs(seconds: float) -> DeviceFault:
    """Return the fault of a device that has accepted nothing for *seconds*."""
    return DeviceFault(en("It hangs: it has accepted no data for {n} seconds."), n=round(seconds))


def missing(library: str, command: str) -> DeviceFault:
    """Return the fault of a missing Python *library*, which *command* installs."""
    sentence = en("Python’s {library} is missing: install it with {command}.")
    return DeviceFault(sentence, library=library, command=command)


def pin_factory() -> Any:
    """Return gpiozero's pin factory: the configured one, else the best here. Raises DeviceFault."""
    try:
        from gpiozero import BadPinFactory, Device, PinFactoryFallback
    except ImportError:
        raise missing("gpiozero", "sudo apt install python3-gpiozero python3-lgpio") from None
    warnings.simplefilter("ignore", PinFactoryFallback)  # It warns of each that it tries in vain.
    try:
        Device.ensure_pin_factory()
    except BadPinFactory as fault:
        raise DeviceFault(
            "This machine has no pins that gpiozero can use ({reason}).", reason=str(fault)
        ) from fault
    return Device.pin_factory


@contextmanager
def gpio_faults() -> Iterator[None]:
    """Translate errors of gpiozero, and of lgpio beneath it, into DeviceFault."""
    from gpiozero import GPIOZeroError

    lgpio = sys.modules.get("lgpio")
    pin_errors = (GPIOZeroError, lgpio.error) if lgpio else (GPIOZeroError,)
    try:
        yield
    except pin_errors as fault:
        # A device that was half made keeps its pin as long as the traceback refers to it.
        clear_frames(fault.__traceback__)
        raise DeviceFault(
            "The pins cannot be used ({reason}).", reason=str(fault).rstrip(".")
        ) from fault


def current_user() -> str:
    """Return the user name of this process; the number if there is none."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def require_device(path: str, opened: int | None = None) -> None:
    """Raise DeviceFault unless *path*, or the descriptor *opened* there, is a character device: a
    config may name any file, and nothing is written into one. Raises OSError if there is none."""
    status = Path(path).stat() if opened is None else os.fstat(opened)
    if not S_ISCHR(status.st_mode):
        raise DeviceFault(en("{path} is not a device."), path=path)


def join_or_leave(thread: Thread, seconds: float = STOP_SECONDS) -> bool:
    """Wait for *thread*. Return False if it hangs and is abandoned."""
    thread.join(seconds)
    if thread.is_alive():
        log.warning("%s hangs: left behind after %g s", thread.name, seconds)
    return not thread.is_alive()


class Closable(Protocol):
    """An open device."""

    def close(self) -> None:
        """Release the device. May raise OSError."""


C = TypeVar("C", bound=Closable)
H = TypeVar("H", bound="Healthy")


class Reopening(Generic[C]):
    """A device that *open_device* opens when it is first used, and again after it failed.

    The waits between two tries double from *first* to *longest* seconds of *clock*; ``use`` itself
    never waits. One thread uses it. *sentence* is the fault of an OSError that has none of its own.
    """

    def __init__(
        self,
        open_device: Callable[[], C],
        clock: Callable[[], float],
        *,
        first: float = FIRST_WAIT,
        longest: float = LONGEST_WAIT,
        sentence: str = DOES_NOT_WORK,
    ) -> None:
        self._open, self._clock, self._sentence = open_device, clock, sentence
        self._first, self._longest = first, longest
        self._wait, self._due = first, clock()
        self.device: C | None = None
        """None while it is not open."""
        self.fault: DeviceFault | None = None
        """The fault of the last use, if it failed."""

    @property
    def due_in(self) -> float:
        """Seconds until a device that failed is to be tried again; 0 for one that works."""
        return max(self._due - self._clock(), 0.0)

    @property
    def ready(self) -> bool:
        """True if the device is open, or due to be tried."""
        return self.device is not None or not self.due_in

    def use(self, work: Callable[[C], object]) -> None:
        """Do *work* with the device, opened first if need be. A failure closes it and is kept as
        the ``fault``; a TransientFault leaves it open."""
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
        """A word of Health."""


def health_of(reopening: Reopening[H]) -> str:
    """Return the health that the device reports; lost if it is closed or failed."""
    device = reopening.device
    return device.health if device is not None and not reopening.fault else Health.LOST


RETRY_SECONDS: Final = 5.0
"""Between two tries of a peripheral."""


class Peripheral(ABC, Generic[C]):
    """A device that follows *table*, from a thread of its own. The live state has its health;
    *tell* takes why it does nothing, and None when it is back."""

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
        """*health* is the word until the device was tried, *retry* the seconds between tries."""
        self._table, self._tell = table, tell
        self._device = Reopening(open_device, table.ticks, first=retry, longest=retry)
        self._health: str = health
        self._using: float | None = None
        """The time since which the device has been in use."""
        self._closing = Event()
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, within: float = STOP_SECONDS) -> None:
        """Stop following the table and close the device. Abandon one that hangs."""
        self._closing.set()
        self._set_health(Health.OFF)  # Also wakes it.
        join_or_leave(self._thread, within)
        self._set_health(Health.OFF)  # It may just have said otherwise.

    @abstractmethod
    def _set_health(self, health: str) -> None:
        """Set its health in the live state."""

    @abstractmethod
    def _act(self, before: Snapshot, now: Snapshot) -> float:
        """Let the device do what follows from *before* and *now*. Return after how many seconds it
        is to act again, if the table does not change sooner."""

    def _run(self) -> None:
        before = now = self._table.now
        while not self._closing.is_set():
            seconds = self._act(before, now)
            before, now = now, self._table.after(now.revision, seconds)
        self._device.close()

    def look(self) -> None:
        """Report a device that hangs and so blocks its own thread."""
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
