"""The trust page: its commands exist; and what must not occur in the code."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest

from tests.kit.paths import ROOMS, ROOT

PAGE: Final = ROOT / "docs" / "trust.md"
COMMAND: Final = re.compile(r"""`make (test|soak) ARGS="-k (\w+|'[^']+')"`""")

DANGEROUS: Final = {"eval", "exec", "compile", "system", "popen", "Popen", "setuid"}
STARTS: Final = {
    "club/hub/mosquitto.py": {"subprocess", "Popen"},
    "cribble/cli/main.py": {"setuid"},
}
"""The only module that runs other programs, with fixed arguments; and the one in which root becomes
the table's user permanently."""

DANGEROUS_MODULES: Final = {"subprocess", "pickle", "shelve", "marshal", "yaml"}


IN_A_TERMINAL = {
    "cribble/boot_helper/__main__.py",  # systemctl reboot
    "cribble/commands/doctor.py",  # a remedy, the boot helper by sudo
    "cribble/commands/board/flash.py",  # avrdude
}
"""They run programs, without a shell, on the user's request; an import contract separates them from
the running table."""


def commands() -> list[tuple[str, str]]:
    return COMMAND.findall(PAGE.read_text(encoding="utf-8"))


@cache
def all_tests() -> tuple[tuple[str, bool], ...]:
    """Every test by name, and whether it is in a file with slow ones."""
    texts = [file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py")]
    return tuple(
        (name, "mark.slow" in text)
        for text in texts
        for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)
    )


@pytest.mark.parametrize(("what", "which"), commands())
def test_every_command_of_the_page_runs_a_test(what: str, which: str) -> None:
    for alternative in which.strip("'").split(" or "):
        words = alternative.split(" and ")
        lengths = [is_long for name, is_long in all_tests() if all(word in name for word in words)]
        assert lengths, f"no test is called {alternative}"
        assert what == "test" or any(lengths), f"no long test is called {alternative}"


def calls(tree: ast.AST) -> Iterator[str]:
    """Return all functions called or imported, by their last name."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)):
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Name(id="os"), attr=name)):
                yield name
            case ast.Import(names=names):
                yield from (one.name for one in names)
            case ast.ImportFrom(module=str(name)):
                yield name


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_executes_programs_or_text(room: str) -> None:
    """No shell, no other program, no evaluation of text: neither config nor journal."""
    for file in (ROOT / room).rglob("*.py"):
        if file.relative_to(ROOT).as_posix() in IN_A_TERMINAL:
            continue
        found = {*calls(ast.parse(file.read_text(encoding="utf-8")))}
        allowed = STARTS.get(file.relative_to(ROOT).as_posix(), set())
        assert not found & (DANGEROUS | DANGEROUS_MODULES) - allowed, file
