"""Process: log, signals, garbage collection, watchdog, clock and time zone.

``CRIBBLE_LOG`` sets the log level: debug, info, warning or error. By default, errors from this
program and library warnings are logged to stderr, in English, one line per event, without private
data.
"""

import ctypes
import faulthandler
import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from select import select
from threading import Event
from time import monotonic
from typing import Any, Final, Self, TextIO

from scorekeeper.journal import utc_now

log = logging.getLogger(__name__)

LEVEL: Final = "CRIBBLE_LOG"
ROOMS: Final = (
    "cribble", "web", "club", "mqtt", "hardware", "firmware_bridge", "scorekeeper",
)  # fmt: skip
FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
TIME: Final = "%Y-%m-%dT%H:%M:%S%z"


PRIORITIES: Final = ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6), (0, 7))
"""Syslog priorities by minimum log level (sd-daemon(3))."""


class OneLineFormatter(logging.Formatter):
    """Formats a record as one line plus traceback; with priority prefixes in systemd's journal."""

    is_for_journal = False

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        if not self.is_for_journal:
            return text
        level = next(number for least, number in PRIORITIES if record.levelno >= least)
        return "\n".join(f"<{level}>{line}" for line in text.splitlines())

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's own name)
        """Escape control characters, because names and responses come from the network."""
        text = super().formatMessage(record)
        if text.isprintable():
            return text
        return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def is_system_journal(environ: Mapping[str, str], out: TextIO) -> bool:
    """Return whether *out* is systemd's journal, which other users can read."""
    try:
        status = os.fstat(out.fileno())
    except (OSError, ValueError):
        return False
    return environ.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"


@contextmanager
def logging_to_stderr(environ: Mapping[str, str]) -> Iterator[None]:
    """Context manager: logs to stderr, including unhandled exceptions in threads."""

    def log_exception(args: threading.ExceptHookArgs) -> None:
        name = args.thread.name if args.thread else "unknown"
        raised = (args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback)
        log.error("internal error: thread %s ended", name, exc_info=raised)

    handler = logging.StreamHandler()
    lines = OneLineFormatter(FORMAT, TIME)
    lines.is_for_journal = is_system_journal(environ, sys.stderr)
    handler.setFormatter(lines)
    level = environ.get(LEVEL, "").upper()
    known = level in ("DEBUG", "INFO", "WARNING", "ERROR")
    levels = {
        "": level if known else "WARNING",
        **dict.fromkeys(ROOMS, level if known else "ERROR"),
    }
    previous = {name: logging.getLogger(name).level for name in levels}
    for name, value in levels.items():
        logging.getLogger(name).setLevel(value)
    root = logging.getLogger()
    root.addHandler(handler)
    hook, threading.excepthook = threading.excepthook, log_exception
    if level and not known:
        log.error("%s cannot be %r; it must be debug, info, warning or error.", LEVEL, level)
    try:
        yield
    finally:
        threading.excepthook = hook
        root.removeHandler(handler)
        for name, number in previous.items():
            logging.getLogger(name).setLevel(number)


SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopEvent(Event):
    """An Event that signal handlers can set.

    A plain Event would deadlock if the interrupted thread holds its lock. This one is set by a byte
    in a pipe, written by the interpreter (``signal.set_wakeup_fd``).
    """

    def __init__(self) -> None:
        super().__init__()
        self._read, self.write = os.pipe()
        os.set_blocking(self.write, False)

    def is_set(self) -> bool:
        return self.wait(0)

    def set(self) -> None:
        with suppress(BlockingIOError):  # Already set if the pipe is full.
            os.write(self.write, b"\0")

    def wait(self, timeout: float | None = None) -> bool:
        return bool(select([self._read], [], [], timeout)[0])

    def close(self) -> None:
        os.close(self._read)
        os.close(self.write)


@contextmanager
def stopping() -> Iterator[StopEvent]:
    """Context manager: yields an event that is set by the first signal. After that, Ctrl-C kills
    the process; other signals do so after exit."""
    stop = StopEvent()

    def end_at_the_next(number: int, frame: Any) -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    previous_fd = signal.set_wakeup_fd(stop.write, warn_on_full_buffer=False)
    previous = {number: signal.signal(number, end_at_the_next) for number in SIGNALS}
    try:
        yield stop
    finally:
        for number, handler in previous.items():
            signal.signal(number, signal.SIG_DFL if stop.is_set() else handler)
        signal.set_wakeup_fd(previous_fd)
        stop.close()


GARBAGE: Final = (5_000, 20, 20)
"""Thresholds of the garbage collector; Python's default starts at 700 objects."""


def collect_less_garbage() -> None:
    """Collect garbage less often: there are few cycles, and it saves 5% of an entry's CPU time."""
    gc.freeze()
    gc.set_threshold(*GARBAGE)


SOCKET: Final = "NOTIFY_SOCKET"
INTERVAL: Final = "WATCHDOG_USEC"
PROCESS: Final = "WATCHDOG_PID"
"""Environment variables of sd_notify(3)."""

FEEDS: Final = 4
"""Notifications per watchdog interval, so that a single slow check is harmless."""


class Watchdog:
    """Notifies systemd: ready once all *checks* pass, then alive every *seconds* (0: never) while
    they pass. *path* is the notification socket (empty: none; ``@``: abstract)."""

    def __init__(
        self,
        path: str,
        seconds: float,
        checks: Mapping[str, Callable[[], bool]],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._address = path.replace("@", "\0", 1) if path.startswith("@") else path
        self._checks, self._clock = checks, clock
        self._seconds, self._due = seconds, 0.0
        self._is_ready, self._hangs = False, ""

    @classmethod
    def of(
        cls, environ: MutableMapping[str, str], checks: Mapping[str, Callable[[], bool]]
    ) -> Self:
        """Return a watchdog configured by *environ*; its variables are removed for child
        processes."""
        path, interval = environ.pop(SOCKET, ""), environ.pop(INTERVAL, "")
        if environ.pop(PROCESS, "") not in ("", str(os.getpid())):
            interval = ""
        if path and interval:
            faulthandler.enable()  # Print stack traces when killed by the watchdog.
        return cls(path, int(interval) / 1e6 / FEEDS if interval.isdigit() else 0, checks)

    def poll(self) -> None:
        """Notify systemd if it is time and all checks pass."""
        if not self._address or self._clock() < self._due:
            return
        if self._is_ready and not self._seconds:
            return
        hangs = next((name for name, is_well in self._checks.items() if not is_well()), "")
        if hangs != self._hangs and (hangs or self._hangs):
            log.warning("%s: %s", hangs or self._hangs, "no response" if hangs else "recovered")
        self._hangs = hangs
        if hangs:
            return
        self._notify("WATCHDOG=1" if self._is_ready else "READY=1\nWATCHDOG=1")
        self._is_ready = True
        self._due = self._clock() + self._seconds

    def stopping(self) -> None:
        if self._address:
            self._notify("STOPPING=1")

    def _notify(self, message: str) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.setblocking(False)
            try:
                line.sendto(message.encode(), self._address)
            except OSError as fault:
                log.warning("cannot notify systemd of %s: %s", message, fault)


ROOT: Final = Path("/")
MODEL: Final = "proc/device-tree/model"
SERVICE: Final = "INVOCATION_ID"
"""Environment variable set by systemd for each service."""


def is_a_pi(model: Path = ROOT / MODEL) -> bool:
    with suppress(OSError):
        return model.read_bytes().startswith(b"Raspberry Pi")
    return False


def is_service(environ: Mapping[str, str]) -> bool:
    return SERVICE in environ


SYNCHRONIZED: Final = "run/systemd/timesync/synchronized"
"""File created by systemd-timesyncd once it has set the clock since boot."""
CLOCKS: Final = "sys/class/rtc/rtc*"
OLDEST: Final = 1_767_225_600
"""Earliest valid clock time, 2026-01-01 UTC; a clock without a battery starts in 1970."""
TIME_ERROR: Final = 5
"""Return value of adjtimex(2) for an unsynchronized clock."""
TIMEX_BYTES: Final = 512
"""Buffer size, larger than any struct timex; a buffer of zeros is a query."""
POLL_SECONDS: Final = 1.0


def is_disciplined() -> bool:
    """Return whether the kernel's clock is synchronized, for example by NTP."""
    adjtimex = getattr(ctypes.CDLL(None), "adjtimex", None)
    return (
        adjtimex is not None
        and 0 <= adjtimex(ctypes.create_string_buffer(TIMEX_BYTES)) < TIME_ERROR
    )


TOLD: Final = "run/cribble-clock"
"""File created by the package once a host's phone has set the clock since boot."""


def is_set(root: Path = ROOT, disciplined: Callable[[], bool] = is_disciplined) -> bool:
    """Return whether the clock can be trusted: synchronized, or set by a host's phone."""
    return (root / TOLD).exists() or is_synchronized(root, disciplined)


def is_synchronized(root: Path = ROOT, disciplined: Callable[[], bool] = is_disciplined) -> bool:
    """Return whether the clock needs no phone: not a Raspberry Pi, or set by the network or from a
    battery-backed real-time clock."""
    return (
        not is_a_pi(root / MODEL)
        or disciplined()
        or (root / SYNCHRONIZED).exists()
        or any(map(_kept, root.glob(CLOCKS)))
    )


def _kept(clock: Path) -> bool:
    with suppress(OSError, ValueError):
        was_read = (clock / "hctosys").read_text(encoding="ascii").strip() == "1"
        return was_read and int((clock / "since_epoch").read_text(encoding="ascii")) >= OLDEST
    return False


class WallClock:
    """A clock that remembers whether it was ever right; the kernel reports it unsynchronized after
    hours without a network."""

    def __init__(
        self, check: Callable[[], bool] = is_set, ticks: Callable[[], float] = monotonic
    ) -> None:
        self._check, self._ticks = check, ticks
        self._is_right, self._due = False, ticks()

    @property
    def is_right(self) -> bool:
        """True once the clock has been right; checked at most once a second."""
        if not self._is_right and (now := self._ticks()) >= self._due:
            self._due = now + POLL_SECONDS
            self._is_right = self._check()
        return self._is_right

    def now(self) -> datetime:
        """Return the time for the journal, in UTC. While the clock is wrong, return the uptime
        since 1970, so that durations are correct."""
        if self.is_right:
            return utc_now()
        return datetime.fromtimestamp(time.clock_gettime(time.CLOCK_BOOTTIME), UTC)


USUAL: Final = os.environ.get("TZ")
"""The time zone that the process was started with."""


def set_time_zone(zone: str) -> None:
    """Set the time zone of the process; if empty or unknown, that of the machine."""
    if zone and not is_known(zone):
        log.warning("unknown time zone %s", zone)
        zone = ""
    if zone:
        os.environ["TZ"] = zone
    elif USUAL is not None:
        os.environ["TZ"] = USUAL
    else:
        os.environ.pop("TZ", None)
    time.tzset()


def is_known(zone: str) -> bool:
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        return False
    return True
