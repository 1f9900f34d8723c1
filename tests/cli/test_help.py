"""Every command explains itself, in the reader's language."""

from collections.abc import Iterable, Mapping
from importlib.metadata import version

import pytest

from cribble.cli.command import with_command
from cribble.cli.main import COMMANDS
from tests.kit.drivers.command_line import typed

OF_A_BOARD = ("describe", "check", "pixels", "template", "sticker", "keys", "walk", "svg", "flash")
OF_A_NIGHT = ("pair", "standings")
GROUPS = {"board": OF_A_BOARD, "night": OF_A_NIGHT}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    "command",
    [*COMMANDS, *(f"{group} {name}" for group, names in GROUPS.items() for name in names)],
)
def test_every_command_has_its_help(command: str, lang: str) -> None:
    """The page names the command, what it does and its options."""
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
    """--lang anywhere comes first, then LC_ALL, LC_MESSAGES and LANG as everywhere."""
    assert "Compter une main" in typed(*words, environ=FRENCH[words]).out


COMPLETED = {
    "": "serve",
    "--port 9000": "serve --port 9000",
    "--lang fr": "--lang fr serve",
    "--lang=fr --port 9000": "--lang=fr serve --port 9000",
    "--lang": "--lang",
    "--help": "--help",
    "--lang fr --version": "--lang fr --version",
    "count 5H": "count 5H",
    "--lang fr count 5H": "--lang fr count 5H",
    "nonsense": "nonsense",
}


@pytest.mark.parametrize("words", COMPLETED)
def test_without_a_command_the_table_is_served(words: str) -> None:
    assert with_command(words.split(), "serve") == COMPLETED[words].split()
