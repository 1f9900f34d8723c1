"""WebKitGTK, which Debian keeps as new as Safari, in a bare window on a screen of its own."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Final

from tests.kit.browsers.processes import running
from tests.kit.browsers.webdriver import Session, driven

DRIVER: Final = "WebKitWebDriver"
SCREEN: Final = "Xvfb"
PYTHON: Final = "/usr/bin/python3"
"""The system's, which has GTK."""
WINDOW: Final = str(Path(__file__).with_name("gtk_window.py"))
SIZE: Final = "390x844"


def is_there() -> bool:
    """True if the driver, a screen and a window for it are installed."""
    if not (which(DRIVER) and which(SCREEN)):
        return False
    return subprocess.run([PYTHON, WINDOW], capture_output=True, check=False).returncode == 0


@contextmanager
def opened(lang: str) -> Iterator[Session]:
    """A window as large as a phone, of somebody who speaks *lang*."""
    options = {"binary": PYTHON, "args": [WINDOW, SIZE, f"{lang}-CA"]}
    with (
        _screen() as display,
        driven(DRIVER, {"webkitgtk:browserOptions": options}, DISPLAY=display) as session,
    ):
        yield session


@contextmanager
def _screen() -> Iterator[str]:
    """A screen that nobody sees; it says itself which number is free."""
    read, write = os.pipe()
    size = ("-screen", "0", "900x1000x24", "-nolisten", "tcp")
    with (
        os.fdopen(read, "rb", buffering=0) as said,
        running(SCREEN, "-displayfd", str(write), *size, keep=(write,)),
    ):
        os.close(write)
        yield f":{said.read(9).decode().strip()}"
