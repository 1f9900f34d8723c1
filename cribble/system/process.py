"""The process and its machine: log, signals, memory, watchdog, clock and time zone.

``CRIBBLE_LOG`` sets the level of this program and its libraries: debug, info, warning or error. By
default only errors of this program and warnings of libraries are logged, one line an event on
stderr, in English, with time and level; nothing private.
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
ROOMS: Final = ("cribble", "web", "mqtt", "hardware", "firmware_bridge", "scorekeeper")
FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
TIME: Final = "%Y-%m-%dT%H:%M:%S%z"


PRIORITIES: Final = ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6), (0, 7))
"""The journal's number for a level and those above it (sd-daemon(3))."""


class OneLineFormatter(logging.Formatter):
    """Formats an event as one line and its traceback; for systemd's journal each with its level."""

    is_for_journal = False

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        if not self.is_for_journal:
            return text
        level = next(number for least, number in PRIORITIES if record.levelno >= least)
        return "\n".join(f"<{level}>{line}" for line in text.splitlines())

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's own name)
        """Escape control characters: names and answers come from the network, too."""
        text = super().formatMessage(record)
        if text.isprintable():
            return text
        return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def is_system_journal(environ: Mapping[str, str], out: TextIO) -> bool:
    """True if *out* goes to systemd's journal, which other users of this machine may read."""
    try:
        status = os.fstat(out.fileno())
    except (OSError, ValueError):
        return False
    return environ.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"


@contextmanager
def logging_to_stderr(environ: Mapping[str, str]) -> Iterator[None]:
    """Context manager: log events, including unhandled exceptions of any thread."""

    def log_exception(args: threading.ExceptHookArgs) -> None:
        name = args.thread.name if args.thread else "unknown"
        raised = (args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback)
        log.error("a mistake in this program ended the thread %s", name, exc_info=raised)

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
        log.error("%s cannot be %r; it is debug, info, warning or error.", LEVEL, level)
    try:
        yield
    finally:
        threading.excepthook = hook
        root.removeHandler(handler)
        for name, number in previous.items():
            logging.getLogger(name).setLevel(number)


SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopEvent(Event):
    """An event that signals may set.

    A handler would deadlock on the lock of a plain Event that the interrupted thread holds. So it
    is set by a byte in a pipe, which the interpreter writes (``signal.set_wakeup_fd``).
    """

    def __init__(self) -> None:
        super().__init__()
        self._read, self.write = os.pipe()
        os.set_blocking(self.write, False)

    def is_set(self) -> bool:
        return self.wait(0)

    def set(self) -> None:
        with suppress(BlockingIOError):  # A full pipe is set.
            os.write(self.write, b"\0")

    def wait(self, timeout: float | None = None) -> bool:
        return bool(select([self._read], [], [], timeout)[0])

    def close(self) -> None:
        os.close(self._read)
        os.close(self.write)


@contextmanager
def stopping() -> Iterator[StopEvent]:
    """Context manager: an event that the first signal sets. After it, Ctrl-C ends the program at
    once, and other signals do after the block."""
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
"""Thresholds of the garbage collector's generations; Python's own begin with 700 objects."""


def collect_less_garbage() -> None:
    """Collect less often, which saves 5 % of an entry's CPU time: hardly anything is in a cycle."""
    gc.freeze()
    gc.set_threshold(*GARBAGE)


SOCKET: Final = "NOTIFY_SOCKET"
INTERVAL: Final = "WATCHDOG_USEC"
PROCESS: Final = "WATCHDOG_PID"
"""The variables of sd_notify(3)."""

FEEDS: Final = 4
"""Notifications an interval, so that one slow answer does no harm."""


class Watchdog:
    """Tells systemd that the table is ready once all of *checks* hold, then every *seconds* that
    they still do, unless 0. *path* is that of its notification socket, empty for none; an abstract
    one begins with @."""

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
        """Return the watchdog of *environ*, whose variables are removed, so that no child sees
        them."""
        path, interval = environ.pop(SOCKET, ""), environ.pop(INTERVAL, "")
        if environ.pop(PROCESS, "") not in ("", str(os.getpid())):
            interval = ""
        if path and interval:
            faulthandler.enable()  # A thread that hangs says where when the watchdog ends it.
        return cls(path, int(interval) / 1e6 / FEEDS if interval.isdigit() else 0, checks)

    def look(self) -> None:
        """Notify systemd if that is due and all checks hold."""
        if not self._address or self._clock() < self._due:
            return
        if self._is_ready and not self._seconds:
            return
        hangs = next((name for name, is_well in self._checks.items() if not is_well()), "")
        if hangs != self._hangs and (hangs or self._hangs):
            log.warning("%s: %s", hangs or self._hangs, "does not answer" if hangs else "is back")
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
                log.warning("systemd cannot be told %s: %s", message, fault)


ROOT: Final = Path("/")
MODEL: Final = "proc/device-tree/model"
SERVICE: Final = "INVOCATION_ID"
"""The variable that systemd sets for each service."""


def is_a_pi(model: Path = ROOT / MODEL) -> bool:
    with suppress(OSError):
        return model.read_bytes().startswith(b"Raspberry Pi")
    return False


def is_service(environ: Mapping[str, str]) -> bool:
    return SERVICE in environ


SYNCHRONIZED: Final = "run/systemd/timesync/synchronized"
"""systemd-timesyncd makes this file once it has set the clock since the machine started."""
CLOCKS: Final = "sys/class/rtc/rtc*"
OLDEST: Final = 1_767_225_600
"""The first second of 2026: a clock without a battery begins with 1970."""
TIME_ERROR: Final = 5
"""The result of adjtimex(2) for an unsynchronized clock."""
TIMEX_BYTES: Final = 512
"""Larger than any struct timex; all zeros only query."""
LOOK_SECONDS: Final = 1.0


def is_disciplined() -> bool:
    """True if the kernel's clock is synchronized, such as by NTP."""
    adjtimex = getattr(ctypes.CDLL(None), "adjtimex", None)
    return (
        adjtimex is not None
        and 0 <= adjtimex(ctypes.create_string_buffer(TIMEX_BYTES)) < TIME_ERROR
    )


def is_set(root: Path = ROOT, disciplined: Callable[[], bool] = is_disciplined) -> bool:
    """True if the clock is known to be right: this is no Raspberry Pi, or it was set by the network
    or from a real-time clock with a live battery."""
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
    """Remembers that the clock was right once: the kernel doubts it after hours without network."""

    def __init__(
        self, look: Callable[[], bool] = is_set, ticks: Callable[[], float] = monotonic
    ) -> None:
        self._look, self._ticks = look, ticks
        self._is_right, self._due = False, ticks()

    @property
    def is_right(self) -> bool:
        """True once the clock was known to be right; checked at most once a second."""
        if not self._is_right and (now := self._ticks()) >= self._due:
            self._due = now + LOOK_SECONDS
            self._is_right = self._look()
        return self._is_right

    def now(self) -> datetime:
        """Return the time for the journal, in UTC; while it is unknown, the uptime as of 1970, so
        that at least durations are right."""
        if self.is_right:
            return utc_now()
        return datetime.fromtimestamp(time.clock_gettime(time.CLOCK_BOOTTIME), UTC)


USUAL: Final = os.environ.get("TZ")
"""That of the machine."""


def set_time_zone(zone: str) -> None:
    """Set the time zone of the process; an empty or unknown one is that of the machine."""
    if zone and not is_known(zone):
        log.warning("this machine knows no time zone %s", zone)
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
