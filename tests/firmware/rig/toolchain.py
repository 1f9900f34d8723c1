"""The C toolchain: which tools are available, and builds shared by all tests."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.kit.paths import ROOT

FIRMWARE: Final = ROOT / "firmware_bridge/firmware"
CORE: Final = FIRMWARE / "core"
HERE: Final = Path(__file__).parent
BUILD: Final = ROOT / "build/tests"
EMULATOR: Final = ROOT / ".venv/rp2040js"

STRICT: Final = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-Wconversion", "-Wpedantic")
"""Strict flags for the core: standard C without extensions, all warnings as errors."""

NEEDED: Final = {
    "gcc": ("gcc", None),
    "avr-gcc": ("gcc-avr", None),
    "avr-libc": ("avr-libc", Path("/usr/lib/avr/include/avr/io.h")),
    "arm-none-eabi-gcc": ("gcc-arm-none-eabi", None),
    "simavr": ("libsimavr-dev", Path("/usr/include/simavr/sim_avr.h")),
}
"""The tools, their Debian packages, and for libraries a file to look for."""


def need(*tools: str) -> None:
    """Skip the test if *tools* are missing; in CI, fail."""
    if packages := [NEEDED[tool][0] for tool in tools if not is_here(tool)]:
        reason = (
            f"this test needs the Debian packages {' '.join(packages)}: make test installs them"
        )
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


def is_here(tool: str) -> bool:
    file = NEEDED[tool][1]
    return file.exists() if file else shutil.which(tool) is not None


def core_sources() -> tuple[Path, ...]:
    return tuple(sorted(CORE.glob("*.c")))


def built(name: str, compiler: Sequence[str], sources: Sequence[Path], *last: str) -> Path:
    """Build the file *name* with *compiler*, unless it is up to date."""
    return _once(name, [*compiler, *map(str, sources), *last, "-o"], sources)


def firmware(baud: int, limit_ma: int = 65_535) -> Path:
    """Return the output folder of `make firmware` for this baud rate and current ceiling."""
    sources = (*core_sources(), *FIRMWARE.glob("atmega328p/*.c"), FIRMWARE / "Makefile")
    settings = [f"BAUD={baud}", f"LIMIT_MA={limit_ma}"]
    command = ["make", "-s", "-C", str(FIRMWARE), "hex", "sketch", *settings, "OUT="]
    return _once(f"firmware-{baud}", command, sources)


def uf2(limit_ma: int = 65_535) -> Path:
    """Return the output folder of `make firmware` with the Pico's for this current ceiling."""
    sources = (
        *core_sources(),
        *FIRMWARE.glob("rp2040/*.*"),
        FIRMWARE / "Makefile",
        FIRMWARE / "uf2.py",
    )
    command = ["make", "-s", "-C", str(FIRMWARE), "uf2", f"LIMIT_MA={limit_ma}", "OUT="]
    return _once("uf2", command, sources)


def emulator() -> tuple[Path, Path]:
    """Return Node and the emulator of the RP2040; skip the test if either is missing."""
    folders = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    node, library = shutil.which("node", path=folders), EMULATOR / "dist/esm/index.js"
    if not node or not library.exists():
        pytest.skip("this test needs Node 20 and the emulator rp2040js: make setup-test gets them")
    return Path(node), library


def _once(name: str, command: Sequence[str], sources: Sequence[Path]) -> Path:
    """Return the file that *command* builds from *sources*, rebuilt after every change."""
    fingerprint = hashlib.sha256("\0".join(command).encode())
    for file in sorted({*sources, *FIRMWARE.glob("*/*.h"), *HERE.glob("*.h")}):
        fingerprint.update(file.read_bytes())
    made = BUILD / f"{fingerprint.hexdigest()[:16]}-{name}"
    unfinished = made.with_suffix(".unfinished")
    with _nobody_else():
        if not made.exists():
            _run([*command[:-1], *_placed(command[-1], unfinished)])
            unfinished.rename(made)
    return made


def _placed(word: str, place: Path) -> tuple[str, ...]:
    return (f"{word}{place}",) if word.endswith("=") else (word, str(place))


@contextmanager
def _nobody_else() -> Iterator[None]:
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stderr}"
