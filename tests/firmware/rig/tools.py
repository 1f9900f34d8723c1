"""The programs that build and emulate the microcontroller: what is missing, and what that means."""

import os
import shutil
from pathlib import Path

import pytest

NEEDED = {
    "gcc": ("gcc", None),
    "avr-gcc": ("gcc-avr", None),
    "avr-libc": ("avr-libc", Path("/usr/lib/avr/include/avr/io.h")),
    "simavr": ("libsimavr-dev", Path("/usr/include/simavr/sim_avr.h")),
}
"""The tools, the Debian packages that bring them, and a file of those that are no programs."""


def need(*tools: str) -> None:
    """Skip the test that cannot run for want of *tools*; in CI that is a failure."""
    if packages := [NEEDED[tool][0] for tool in tools if not is_here(tool)]:
        reason = (
            f"this test needs the Debian packages {' '.join(packages)}: make test installs them"
        )
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


def is_here(tool: str) -> bool:
    """True if this machine has *tool*."""
    file = NEEDED[tool][1]
    return file.exists() if file else shutil.which(tool) is not None
