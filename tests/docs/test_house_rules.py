"""Rules that no linter checks: import order, pins and their hashes, forbidden text."""

import os
import re
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

from packaging.requirements import Requirement

from tests.kit.paths import ROOMS, ROOT

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
"""At the start of a line: imports in functions and for types only are indented."""


def files() -> Iterator[Path]:
    for folder, below, names in os.walk(ROOT):
        below[:] = sorted(name for name in below if not LEFT_BY_TOOLS.fullmatch(name))
        yield from (
            Path(folder, name) for name in sorted(names) if not LEFT_BY_TOOLS.fullmatch(name)
        )


def texts() -> Iterator[tuple[str, str]]:
    for path in files():
        try:
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def test_no_python_module_imports_in_a_circle() -> None:
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for room in (*ROOMS, "tools")
        for path in (ROOT / room).rglob("*.py")
    }
    imports = {name: _imported(path, {*modules}) for name, path in modules.items()}
    assert any(imports.values())
    assert len([*TopologicalSorter(imports).static_order()]) == len(modules)


def _imported(path: Path, modules: set[str]) -> set[str]:
    found = set[str]()
    for source, names, plain in IMPORT.findall(path.read_text(encoding="utf-8")):
        within = {f"{source}.{name}" for name in re.findall(r"\w+", names)} & modules
        found |= within or {source or plain} & modules
    return found


def test_no_file_contains() -> None:
    found = [
        f"{name}: {what}: {match[0]}"
        for name, text in texts()
        if ROOT / name != Path(__file__)
        for what, pattern in FORBIDDEN.items()
        for match in pattern.finditer(text)
    ]
    assert not found, "\n".join(found)


def test_every_requirement_is_pinned_within_its_bounds() -> None:
    """Every requirement in pyproject.toml has one exact, matching version in constraints.txt."""
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


def test_every_library_that_runs_has_its_hashes() -> None:
    pinned = dict(
        re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    )
    text = (ROOT / "hashes.txt").read_text()
    hashed = dict(
        re.findall(r"^([\w.-]+)==(\S+) \\\n +--hash=sha256:[0-9a-f]{64}", text, re.MULTILINE)
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]["catalogues"]
    wanted = {re.split(r"[<>=]", one)[0] for one in (*project["dependencies"], *extras)}
    assert wanted <= {*hashed}
    assert hashed.items() <= pinned.items()
    assert "--require-hashes -r hashes.txt" in (ROOT / "Makefile").read_text()
