"""Every command has help, prints the remembered output, and reports errors in one line."""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterable, Mapping
from errno import EACCES
from importlib.metadata import version
from pathlib import Path

import pytest

from cribble.cli.command import with_command
from cribble.cli.files import writing
from cribble.cli.main import COMMANDS
from scorekeeper.words import Fault
from tests.kit.drivers.command_line import typed
from tests.kit.paths import DATA

REMEMBERED = DATA / "commands"


@pytest.mark.parametrize("file", sorted(REMEMBERED.glob("*.txt")), ids=lambda file: file.stem)
def test_a_command_prints_what_is_remembered(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file has commands (after `$ `), input (after `> `), and output: stderr after `! `."""
    monkeypatch.chdir(REMEMBERED)
    for told in file.read_text(encoding="utf-8").removeprefix("$ cribble ").split("\n$ cribble "):
        command, *lines = told.splitlines()
        given, err = (
            "".join(f"{line[2:]}\n" for line in lines if line.startswith(mark))
            for mark in ("> ", "! ")
        )
        out = "".join(f"{line}\n" for line in lines if not line.startswith(("> ", "! ")))
        done = typed(*shlex.split(command), stdin=given.encode())
        assert done == (2 if "cribble: " in err else 0, out, err), command


OF_A_BOARD = ("describe", "check", "pixels", "template", "sticker", "keys", "walk", "svg", "flash")
OF_A_NIGHT = ("pair", "standings")
GROUPS = {"board": OF_A_BOARD, "night": OF_A_NIGHT}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    "command",
    [*COMMANDS, *(f"{group} {name}" for group, names in GROUPS.items() for name in names)],
)
def test_every_command_has_its_help(command: str, lang: str) -> None:
    done = typed(*command.split(), "--help", "--lang", lang)
    usage = {"en": "Usage:", "fr": "Usage\u00a0:"}[lang]
    assert (done.code, done.err) == (0, "")
    rest = {"en": "[COMMAND] ", "fr": "[COMMANDE] "}[lang] * (command in GROUPS)
    assert done.out.startswith(f"{usage} cribble {command} {rest}[OPTIONS]")
    assert "--help" in done.out


@pytest.mark.parametrize(
    ("words", "commands"), [([], COMMANDS), *(([group], names) for group, names in GROUPS.items())]
)
def test_the_help_lists_every_command(words: list[str], commands: Iterable[str]) -> None:
    lines = typed(*words, "--help").out.splitlines()
    listed = [line.split()[0] for line in lines if line.startswith("  ") and line.split()]
    assert [word for word in listed if word in commands] == list(commands)


def test_the_version_is_the_package_s() -> None:
    assert typed("--version") == (0, f"cribble {version('cribble')}\n", "")


FRENCH: dict[tuple[str, ...], Mapping[str, str]] = {
    ("--lang", "fr", "count", "--help"): {},
    ("--lang=fr", "count", "--help"): {},
    ("count", "--help"): {"LC_ALL": "", "LC_MESSAGES": "fr_CA.UTF-8", "LANG": "en_US.UTF-8"},
    ("count", "--lang", "fr", "--help"): {"LC_ALL": "en_CA.UTF-8"},
}


@pytest.mark.parametrize("words", FRENCH, ids=" ".join)
def test_the_language_is_the_one_asked_for_or_the_locale_s(words: tuple[str, ...]) -> None:
    assert "Compter une main" in typed(*words, environ=FRENCH[words]).out


COMPLETED = {
    "": "serve",
    "--lang fr": "--lang fr serve",
    "--lang": "--lang",
    "--lang fr --version": "--lang fr --version",
    "nonsense": "nonsense",
}


@pytest.mark.parametrize("words", COMPLETED)
def test_without_a_command_the_table_is_served(words: str) -> None:
    assert with_command(words.split(), "serve") == COMPLETED[words].split()


def test_error_escapes_unprintable_characters() -> None:
    names = ", ".join(COMMANDS)
    assert typed("whist").err == f"cribble: Unknown command whist; available: {names}.\n"
    done = typed("a\nb\x1b[2J\udcff" + "z" * 1000)
    assert done.code == 2
    assert done.err.startswith(r"cribble: Unknown command a\nb\x1b[2J\udcffz")
    assert len(done.err) < 300, "it is cut short"


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
