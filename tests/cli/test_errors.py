"""A command line that cannot be followed: one line on stderr that names what is wrong, exit 2."""

import os
import subprocess
import sys
from errno import EACCES
from pathlib import Path

import pytest

from cribble.cli.files import writing
from cribble.cli.main import COMMANDS as COMMAND_ROWS
from scorekeeper.words import Fault
from tests.kit.drivers.command_line import typed

COMMANDS = ", ".join(COMMAND_ROWS)

ERRORS = {
    "whist": f"There is no command whist; there are {COMMANDS}.",
    "whist --lang fr": f"Il n’y a pas de commande whist\u00a0; il y a {COMMANDS}.",
    "count --jason": "There is no option --jason: see cribble count --help.",
    "--nonsense": "There is no option --nonsense: see cribble serve --help.",
    "replay": "FILE is missing: see cribble replay --help.",
    "count 5H --starter": "--starter needs a value: see cribble count --help.",
    "rules --json=3": "--json takes no value: see cribble rules --help.",
    "--lang es rules": "--lang cannot be es; it is en | fr.",
    "serve --port 65536": "--port cannot be 65536; it is 0–65535.",
    "serve --host somewhere": (
        '--host cannot be somewhere; it is "0.0.0.0" | "127.0.0.1" | "::" ….'
    ),
    "demo --rules whist": (
        "--rules cannot be whist; it is cribble | six-card | three-handed | four-handed | "
        "five-card | britannica | acc | seven-card | captain | five-handed | six-handed."
    ),
    "replay /nowhere/evening": "There is no file or folder /nowhere/evening.",
    "replay /": "/ is a directory.",
    "export --data /nowhere": "There is no journal /nowhere/journal.sqlite.",
    "serve --data /proc/1/nowhere": "There is no file or folder /proc/1/nowhere.",
    "serve --data /dev/null": "/dev/null is not a directory.",
}


@pytest.mark.parametrize("words", ERRORS)
def test_a_mistake_is_told_in_one_line(words: str) -> None:
    assert typed(*words.split()) == (2, "", f"cribble: {ERRORS[words]}\n")


def test_error_escapes_unprintable_characters() -> None:
    done = typed("a\nb\x1b[2J\udcff" + "z" * 1000)
    assert done.code == 2
    assert done.err.startswith(r"cribble: There is no command a\nb\x1b[2J\udcffz")
    assert len(done.err) < 250, "it is cut short"


def test_closed_pipe_is_quiet() -> None:
    done = subprocess.run(
        f"{sys.executable} -m cribble rules | head -1",
        shell=True,
        capture_output=True,
        text=True,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        check=True,
    )
    assert (done.stdout, done.stderr) == ("Cribble (Québec) (cribble)\n", "")


FULL = Path("/dev/full")


def test_a_full_disk_is_a_sentence() -> None:
    if not FULL.exists():
        pytest.skip("this machine has no /dev/full")
    with FULL.open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cribble", "rules"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "cribble: - cannot be written: there is no space left.\n"


def test_a_closed_file_that_is_read_while_another_is_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "evenings.zip"
    with pytest.raises(Fault) as caught, writing(str(path)):
        raise PermissionError(EACCES, "Permission denied", "/data/journal.sqlite")
    assert caught.value.values["path"] == "/data/journal.sqlite"
    assert not path.exists()
