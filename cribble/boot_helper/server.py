"""Answer one request: write known lines and keep a copy of each file, or restart the machine."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from cribble.boot_helper.lines import (
    NAMES_FILE,
    BootRequest,
    UnknownRequest,
    read_request,
    with_config_lines,
    with_module_line,
    with_parameter,
)

BOOT_FOLDERS: Final = ("boot/firmware", "boot")
"""Raspberry Pi OS has config.txt in the first since Bookworm, before that in the second."""
MODPROBE: Final = "etc/modprobe.d/cribble.conf"
LEAD_HERE: Final = """\
# While Cribble has a Wi-Fi of its own every name leads to the table: phones ask for some to learn
# whether they have the internet, and show what they find instead.
address=/#/10.42.0.1
"""


def answer(raw: bytes, root: Path, restart: Callable[[], None]) -> bytes:
    """Do what *raw* asks for, in the files beneath *root*. Return what was done as JSON: the files
    that were ``written`` and their ``copies``; or an ``error``, after which nothing has changed but
    what is named as written."""
    done: dict[str, Any] = {"written": [], "copies": []}
    try:
        request = read_request(raw)
        for path, text in tuple(_changes(request, root)):
            copy = _keep(path)
            _write(path, text)
            done["written"].append(_shown(path, root))
            done["copies"] += [_shown(copy, root)] if copy else []
        if request.names_lead_here:
            _write(root / NAMES_FILE, LEAD_HERE)
            done["written"].append(_shown(root / NAMES_FILE, root))
        elif request.names_lead_here is False:
            (root / NAMES_FILE).unlink(missing_ok=True)
        if request.restart:
            restart()
    except UnknownRequest as fault:
        done["error"] = str(fault)
    except (OSError, UnicodeDecodeError) as fault:
        done["error"] = getattr(fault, "strerror", None) or str(fault)
    return json.dumps(done).encode()


def _changes(request: BootRequest, root: Path) -> Iterator[tuple[Path, str]]:
    """Yield each file that has to change, and its new text. Raises UnknownRequest off a Pi."""
    if request.config or request.cmdline:
        folder = next(
            (root / one for one in BOOT_FOLDERS if (root / one / "config.txt").exists()), None
        )
        if folder is None:
            raise UnknownRequest("this machine has no config.txt")
        yield from _changed(folder / "config.txt", request.config, with_config_lines)
        for parameter in request.cmdline:
            path = folder / "cmdline.txt"
            if not path.exists():
                raise UnknownRequest("this machine has no cmdline.txt")
            yield from _changed(path, parameter, with_parameter)
    for line in request.modprobe:
        yield from _changed(root / MODPROBE, line, with_module_line)


def _changed(
    path: Path, asked: Any, change: Callable[[str, Any], str]
) -> Iterator[tuple[Path, str]]:
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if (fresh := change(text, asked)) != text:
        yield path, fresh


def _keep(path: Path) -> Path | None:
    """Copy the file at *path* beside itself, named by the time."""
    if not path.exists():
        return None
    copy = path.with_name(f"{path.name}.cribble-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}")
    _write(copy, path.read_text(encoding="utf-8"))
    return copy


def _write(path: Path, text: str) -> None:
    """Write the file whole or not at all: a Pi without one does not start."""
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


def restart_machine() -> None:
    """Restart this machine. Raises OSError where systemd refuses."""
    done = subprocess.run(["/usr/bin/systemctl", "reboot"], check=False, capture_output=True)
    if done.returncode:
        raise OSError(done.stderr.decode("utf-8", "replace").strip()[:200] or "no restart")
