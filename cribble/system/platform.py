"""The machine that this program runs on: a Raspberry Pi or not, its clock and its time zone."""

import ctypes
import logging
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Final

from cribble.folders import is_packaged
from scorekeeper.journal import utc_now

ROOT: Final = Path("/")
MODEL: Final = "proc/device-tree/model"
SERVICE: Final = "INVOCATION_ID"
"""The variable that systemd sets for each service."""


def is_a_pi(model: Path = ROOT / MODEL) -> bool:
    """True if this machine is a Raspberry Pi."""
    with suppress(OSError):
        return model.read_bytes().startswith(b"Raspberry Pi")
    return False


def is_service(environ: Mapping[str, str]) -> bool:
    """True if systemd started this program."""
    return SERVICE in environ


def is_appliance(environ: Mapping[str, str]) -> bool:
    """True if this program is the Debian package's, or was started by systemd."""
    return is_packaged() or is_service(environ)


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


log = logging.getLogger(__name__)

USUAL: Final = os.environ.get("TZ")
"""That of the machine."""


def set_time_zone(zone: str) -> None:
    """Set the time zone of the process, such as ``America/Toronto``; an empty or unknown one is
    that of the machine."""
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
    """True if this machine knows the time zone."""
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        return False
    return True
