"""Rules that no linter checks: import order, module docstrings, pins, forbidden text."""

import os
import re
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.kit.paths import ROOT

PRODUCT = ("cribble", "club", "web", "mqtt", "hardware", "firmware_bridge", "scorekeeper")
ROOMS = (*PRODUCT, "tools", "tests")
LEFT_BY_TOOLS = re.compile(
    r"\.(?!ci$|gitignore$).*|build|dist|node_modules|__pycache__|.*\.egg-info|.*\.mo"
)

FORBIDDEN = {
    "a promise instead of the thing": re.compile(r"\b(?:TODO|FIXME)\b"),
    "a path of somebody's machine": re.compile(
        r"(?<![\w.>])/(?:home|root|Users|work(?:space)?)/\w"
    ),
    "a package host or index": re.compile(
        r"\b(?:pypi|files|npm|registry|deb|packages|mirrors?|archive|index|piwheels)"
        r"\.(?:[a-z0-9-]+\.)*(?:org|com|net|io)\b|--(?:extra-)?index-url|--find-links"
    ),
}


IMPORT = re.compile(r"^(?:from ([\w.]+) import (\([^)]*\)|[^\n]+)|import ([\w.]+))", re.MULTILINE)
"""At the beginning of a line: what is imported in a function, or for types only, is indented."""


def files() -> Iterator[Path]:
    """Every file of the house, without what make, git and the tools leave there."""
    for folder, below, names in os.walk(ROOT):
        below[:] = sorted(name for name in below if not LEFT_BY_TOOLS.fullmatch(name))
        yield from (
            Path(folder, name) for name in sorted(names) if not LEFT_BY_TOOLS.fullmatch(name)
        )


def texts() -> Iterator[tuple[str, str]]:
    """Every file that is text, as its path within the house and what it says."""
    for path in files():
        try:
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def test_no_python_module_imports_in_a_circle() -> None:
    """There is an order in which all could be loaded, each after what it imports."""
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for room in ROOMS[:-1]
        for path in (ROOT / room).rglob("*.py")
    }
    imports = {name: _imported(path, {*modules}) for name, path in modules.items()}
    assert any(imports.values())
    assert len([*TopologicalSorter(imports).static_order()]) == len(modules)


def _imported(path: Path, modules: set[str]) -> set[str]:
    """Those of *modules* that are loaded before the one in *path*."""
    found = set[str]()
    for source, names, plain in IMPORT.findall(path.read_text(encoding="utf-8")):
        within = {f"{source}.{name}" for name in re.findall(r"\w+", names)} & modules
        found |= within or {source or plain} & modules
    return found


def test_every_module_says_what_it_is_for() -> None:
    """The first line of a module is the first line of its docstring, and says something."""
    silent = [
        name
        for name, text in texts()
        if name.endswith(".py") and Path(name).parts[0] in ROOMS and not _opens_with_docstring(text)
    ]
    assert not silent, f"these modules do not begin by saying what they are for: {silent}"


def _opens_with_docstring(text: str) -> bool:
    """True if the first line opens a docstring, with a sentence of some length."""
    return re.match(r'r?"""[^\n"]{21}', text) is not None


def test_every_page_and_board_file_says_what_it_is_for() -> None:
    """Scripts, styles and C begin with a comment, as Python modules begin with a docstring."""
    silent = [
        name
        for name, text in texts()
        if Path(name).suffix in {".js", ".css", ".c", ".h"} and not text.startswith(("//", "/*"))
    ]
    assert not silent, f"these files do not begin by saying what they are for: {silent}"


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_contains(what: str) -> None:
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, text in texts()
        if ROOT / name != Path(__file__)
        for number, line in enumerate(text.splitlines(), 1)
        if FORBIDDEN[what].search(line)
    ]
    assert not found, f"{what} stands in " + "\n".join(found)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("# TODO: later", "a promise instead of the thing"),
        ("see /home/ann/cribble", "a path of somebody's machine"),
        ("pip install --index-url https://example", "a package host or index"),
        ("MIRROR = 'http://deb.example.org/debian'", "a package host or index"),
        ("[this](https://pypi.example.org/project/it/)", "a package host or index"),
    ],
)
def test_forbidden_text_is_found(line: str, what: str) -> None:
    """The patterns above do match what they are there for."""
    assert FORBIDDEN[what].search(line)


def test_every_requirement_is_pinned_within_its_bounds() -> None:
    """All that pyproject.toml asks for has one exact, fitting version in constraints.txt."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    asked = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *(requirement for extra in extras.values() for requirement in extra),
    ]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    unfit = [
        text
        for text in asked
        if (wish := Requirement(text)) and not wish.specifier.contains(pins.get(wish.name, "0"))
    ]
    assert not unfit, f"no fitting version is pinned for {unfit}"


def test_the_readme_s_commands_exist() -> None:
    """Every `make` command that the README shows is a target of the Makefile."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = re.findall(
        r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    shown = set(re.findall(r"\bmake ([a-z-]+)\b", readme))
    assert {"run", "test"} <= shown <= set(targets)
