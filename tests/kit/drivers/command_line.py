"""Run a command line in this process and capture its output."""

import io
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

import pytest

from cribble.cli.main import run

NOTHING: Mapping[str, str] = {}


class Done(NamedTuple):
    code: int
    out: str
    err: str


def typed(
    *words: str,
    stdin: bytes = b"",
    environ: Mapping[str, str] = NOTHING,
    home: Path = Path("/nowhere"),
) -> Done:
    """Run `cribble` *words* for an English user with the home folder *home*."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, TemporaryFile() as given:
        given.write(stdin)
        given.seek(0)
        for name in ("LC_MESSAGES", "LANG", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
            patch.delenv(name, raising=False)
        for name, value in {"LC_ALL": "C.UTF-8", "HOME": str(home), **environ}.items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdin", io.TextIOWrapper(given))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        code = run(words)
    for stream in (out, err):
        stream.seek(0)
    return Done(code, out.read(), err.read())
