"""Safe mode, without lights and keypads: after three failed starts, or with a fallback config."""

import logging
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Final, Self

import msgspec
from msgspec.structs import replace

from cribble.config.schema import (
    BoardConfig,
    BuzzerConfig,
    Config,
    LampsConfig,
    ReadoutConfig,
    StripConfig,
    WiringConfig,
)
from scorekeeper.device import DeviceFault
from scorekeeper.private_files import write_private
from scorekeeper.words import Fault

log = logging.getLogger(__name__)

MOST_FAILED: Final = 3
WELL_SECONDS: Final = 60.0
"""Time after which a start counts as a success."""
LONGEST_REASON: Final = 300


class Starts(msgspec.Struct, frozen=True):
    """The number of failed starts in a row, and the fault of the last, if known."""

    failed: int = 0
    why: str = ""


class StartCounter:
    """Counts starts in the file at *path*. A start has failed until ``succeed`` is called, so a
    killed one counts too. Errors of the file are ignored."""

    def __init__(self, path: Path, clock: Callable[[], float] = monotonic) -> None:
        self._path, self._clock, self._began = path, clock, clock()
        try:
            self.before = msgspec.json.decode(path.read_bytes(), type=Starts)
        except (OSError, msgspec.DecodeError):
            self.before = Starts()
        self._has_succeeded = False
        self._write(Starts(min(self.before.failed + 1, 1000), self.before.why))

    @property
    def is_safe(self) -> bool:
        """True if this start has to be in safe mode."""
        return self.before.failed >= MOST_FAILED

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if fault is None:
            self.succeed()
        elif not self._has_succeeded:
            why = str(fault) or type(fault).__name__
            self._write(Starts(self.before.failed + 1, why[:LONGEST_REASON]))

    def look(self) -> None:
        """Count this start as a success once it has lasted."""
        if not self._has_succeeded and self._clock() - self._began >= WELL_SECONDS:
            self.succeed()

    def succeed(self) -> None:
        """Reset the count."""
        self._has_succeeded = True
        self._write(Starts())

    def _write(self, starts: Starts) -> None:
        try:
            write_private(self._path, msgspec.json.encode(starts))
        except OSError as fault:
            log.warning("the starts cannot be counted: %s", fault)


def without_devices(config: Config) -> Config:
    """Return *config* without strip, board, keypads, buzzer and display."""
    return replace(
        config,
        strip=StripConfig(name="null"),
        board=BoardConfig(),
        wiring=WiringConfig(),
        lamps=LampsConfig(),
        keypads=(),
        buzzer=BuzzerConfig(),
        readout=ReadoutConfig(),
    )


def config_fault(fault: Fault) -> DeviceFault:
    """Return the fault of the lights under a fallback config, for the page."""
    return DeviceFault(
        "The config cannot be used, so Cribble runs without lights and keypads: {why}",
        why=DeviceFault(fault.sentence, **{name: str(it) for name, it in fault.values.items()}),
    )


def safe_fault(starts: Starts) -> DeviceFault:
    """Return the fault of the lights in safe mode, for the page."""
    if starts.why:
        return DeviceFault(
            "Cribble could not start {n} times ({why}), so it runs without lights and keypads. "
            "The doctor in Settings tells what to mend; the next start tries them again.",
            n=starts.failed,
            why=starts.why.rstrip("."),
        )
    return DeviceFault(
        "Cribble could not start {n} times, so it runs without lights and keypads. The doctor in "
        "Settings tells what to mend; the next start tries them again.",
        n=starts.failed,
    )
