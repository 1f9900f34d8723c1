"""Entry point, run as root by systemd for each connection, or via sudo: reads a request from stdin
and writes the answer to stdout. Changes boot files, keeping a copy of each, starts units, and
restarts the machine.

For testing, ``--root FOLDER`` changes the files beneath it instead, and runs no command.
"""

import json
import os
import select
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, assert_never

from cribble.boot_helper.steps import (
    MAX_LENGTH,
    NAMES_FILE,
    RESTART,
    UDEV_RULES,
    BootStep,
    UnknownRequest,
    Verb,
    read_request,
    with_config_line,
    with_module_line,
    with_parameter,
)

BOOT_FOLDERS: Final = ("boot/firmware", "boot")
"""Folders of config.txt on Raspberry Pi OS: since Bookworm, and in earlier releases."""
MODPROBE: Final = "etc/modprobe.d/cribble.conf"
UDEV_FOLDER: Final = "etc/udev/rules.d"
LEAD_HERE: Final = """\
# While Cribble has a Wi-Fi of its own every name leads to the table: phones ask for some to learn
# whether they have the internet, and show what they find instead.
address=/#/10.42.0.1
"""


def answer(raw: bytes, root: Path, systemctl: Callable[..., None]) -> bytes:
    """Perform the steps of the request *raw* beneath *root*; *systemctl* runs that command. Return
    JSON: the files ``written``, the ``copies`` of the old files, and ``error`` if a step failed;
    later steps are then skipped."""
    done: dict[str, Any] = {"written": [], "copies": []}

    def write(path: Path, text: str) -> None:
        _write(path, text)
        done["written"].append(_shown(path, root))

    try:
        steps = read_request(raw)
        for path, text in _new_texts(steps, root).items():
            if path.exists():
                copy = path.with_name(f"{path.name}.cribble-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}")
                _write(copy, _text(path))
                done["copies"].append(_shown(copy, root))
            write(path, text)
        if BootStep(Verb.NAMES, "here") in steps:
            write(root / NAMES_FILE, LEAD_HERE)
        elif BootStep(Verb.NAMES, "away") in steps:
            (root / NAMES_FILE).unlink(missing_ok=True)
        _run(steps, systemctl)
    except UnknownRequest as fault:
        done["error"] = str(fault)
    except (OSError, UnicodeDecodeError) as fault:
        done["error"] = getattr(fault, "strerror", None) or str(fault)
    return json.dumps(done).encode()


def _run(steps: Sequence[BootStep], systemctl: Callable[..., None]) -> None:
    for step in steps:
        if step.verb is Verb.START:
            systemctl("start", step.argument)
    if RESTART in steps:
        systemctl("reboot")


def _new_texts(steps: Sequence[BootStep], root: Path) -> dict[Path, str]:
    """Return new texts by path. Raises UnknownRequest if a boot file is missing."""
    texts = dict[Path, str]()
    for step in steps:
        change: Callable[[str, str], str]
        match step.verb:
            case Verb.CONFIG:
                path, change = _boot_file("config.txt", root), with_config_line
            case Verb.CMDLINE:
                path, change = _boot_file("cmdline.txt", root), with_parameter
            case Verb.MODPROBE:
                path, change = root / MODPROBE, with_module_line
            case Verb.UDEV:
                path = root / UDEV_FOLDER / f"60-{step.argument}.rules"
                texts[path] = f"{UDEV_RULES[step.argument]}\n"
                continue
            case Verb.NAMES | Verb.START | Verb.RESTART:
                continue
            case _:
                assert_never(step.verb)
        texts[path] = change(texts[path] if path in texts else _text(path), step.argument)
    return {path: text for path, text in texts.items() if text != _text(path)}


def _boot_file(name: str, root: Path) -> Path:
    for folder in BOOT_FOLDERS:
        if (path := root / folder / name).exists():
            return path
    raise UnknownRequest(f"{name} not found on this machine")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _write(path: Path, text: str) -> None:
    """Write the file atomically and fsync it: a Pi with half a config.txt does not boot."""
    fresh = path.with_name(f"{path.name}.cribble-new")
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o644)
    with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(handle)
    fresh.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    with suppress(OSError):
        os.fsync(folder)
    os.close(folder)


def _shown(path: Path, root: Path) -> str:
    return f"/{path.relative_to(root)}"


SECONDS: Final = 5.0
"""Timeout for reading the request."""


def main(args: Sequence[str]) -> None:
    is_tried = args[:1] == ["--root"]
    root = Path(args[1] if is_tried else "/")

    def systemctl(*words: str) -> None:
        if is_tried:
            (root / "-".join(words)).touch()
            return
        done = subprocess.run(["/usr/bin/systemctl", *words], check=False, capture_output=True)
        if done.returncode:
            reason = done.stderr.decode("utf-8", "replace").strip()[:200]
            raise OSError(reason or f"{words[0]} failed")

    raw = b""
    while b"\n" not in raw and len(raw) <= MAX_LENGTH:
        if not select.select([0], [], [], SECONDS)[0]:
            break
        chunk = os.read(0, MAX_LENGTH + 1 - len(raw))
        if not chunk:
            break
        raw += chunk
    sys.stdout.buffer.write(answer(raw.partition(b"\n")[0], root, systemctl) + b"\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
