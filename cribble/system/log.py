"""The log: one line an event on stderr, in English, with time and level; nothing private.

``CRIBBLE_LOG`` sets the level of this program and its libraries: debug, info, warning or error. By
default only errors of this program and warnings of libraries are logged.
"""

import logging
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, TextIO

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
    _set(levels)
    root = logging.getLogger()
    root.addHandler(handler)
    hook, threading.excepthook = threading.excepthook, _log_exception
    if level and not known:
        log.error("%s cannot be %r; it is debug, info, warning or error.", LEVEL, level)
    try:
        yield
    finally:
        threading.excepthook = hook
        root.removeHandler(handler)
        _set(previous)


def _set(levels: Mapping[str, str | int]) -> None:
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def _log_exception(args: threading.ExceptHookArgs) -> None:
    name = args.thread.name if args.thread else "unknown"
    raised = (args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback)
    log.error("a mistake in this program ended the thread %s", name, exc_info=raised)
