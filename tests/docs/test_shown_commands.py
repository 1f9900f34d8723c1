"""Commands shown in the README and the docs print what is shown."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.paths import ROOT

BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^\$ \.venv/bin/cribble (.+)\n((?:(?!\$ |```).*\n)*)", re.MULTILINE)


def shown() -> Iterator[tuple[str, str]]:
    """Each command that a page shows, and what it is shown to print."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            yield from SHOWN.findall(block)


@pytest.mark.parametrize(("command", "prints"), [*shown()])
def test_a_shown_command_prints_what_is_shown(command: str, prints: str) -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("cribble"), *shlex.split(command)],
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout == prints


def test_the_docs_show_a_command() -> None:
    assert any(command.startswith("count ") for command, _ in shown())
