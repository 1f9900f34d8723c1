"""The commands of the trust page exist."""

import re
from functools import cache
from typing import Final

import pytest

from tests.kit.paths import ROOT

PAGE: Final = ROOT / "docs" / "trust.md"
COMMAND: Final = re.compile(r"""`make (test|soak) ARGS="-k (\w+|'[^']+')"`""")


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
