"""Builds what the tests need from C, once for all of pytest's processes."""

import fcntl
import hashlib
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.kit.paths import ROOT

FIRMWARE: Final = ROOT / "firmware_bridge/firmware"
CORE: Final = FIRMWARE / "core"
HERE: Final = Path(__file__).parent
BUILD: Final = ROOT / "build/tests"

STRICT: Final = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-Wconversion", "-Wpedantic")
"""How the core is compiled everywhere: nothing that the language leaves open, and no warning."""


def core_sources() -> tuple[Path, ...]:
    """The portable part of the firmware."""
    return tuple(sorted(CORE.glob("*.c")))


def built(name: str, compiler: Sequence[str], sources: Sequence[Path], *last: str) -> Path:
    """What *compiler* makes of the *sources*, called *name*; made anew when any of it changed."""
    return _once(name, [*compiler, *map(str, sources), *last, "-o"], sources)


def firmware(baud: int) -> Path:
    """The folder of what `make firmware` makes, for that *baud*."""
    sources = (*FIRMWARE.glob("*/*.c"), FIRMWARE / "Makefile")
    command = ["make", "-s", "-C", str(FIRMWARE), f"BAUD={baud}", "OUT="]
    return _once(f"firmware-{baud}", command, sources)


def _once(name: str, command: Sequence[str], sources: Sequence[Path]) -> Path:
    """Return the file that *command* makes of *sources*, made anew after every change."""
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
