"""What pages name is there: links, commands and what they print, files, names, rooms and terms."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from typing import Final

import pytest

from bench.__main__ import PARTS
from tests.kit.drivers.command_line import typed
from tests.kit.paths import ROOMS, ROOT

EVERY: Final = (ROOT / "README.md", ROOT / "LISEZMOI.md", *sorted((ROOT / "docs").rglob("*.md")))
BLOCK: Final = re.compile(r"^ *```console\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
SHOWN: Final = re.compile(
    r"^ *\$ \.venv/bin/cribble (.+)\n((?:(?! *\$ | *```).*\n)*)", re.MULTILINE
)
TYPED: Final = re.compile(
    r"(?:^ *|[`$] ?|sudo )\.venv/bin/cribble ([^`\n]*)|`cribble ([^`]+)`", re.MULTILINE
)


def shown() -> Iterator[tuple[str, str]]:
    """Each command that a page shows, and what it is shown to print."""
    for page in EVERY:
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            yield from SHOWN.findall(block)


@pytest.mark.parametrize(("command", "prints"), [*shown()])
def test_a_shown_command_prints_what_is_shown(
    command: str, prints: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    margin = re.match(" *", prints)
    assert margin
    done = typed(*shlex.split(command))
    assert done == (0, re.sub(f"^{margin[0]}", "", prints, flags=re.MULTILINE), "")


def test_commands_of_every_page_are_there() -> None:
    for page in EVERY:
        for words in TYPED.findall(page.read_text(encoding="utf-8")):
            command = "".join(words).partition(" > ")[0]
            assert typed(*command.split(), "--help").code == 0, (page, command)


def test_links_of_every_page_lead_somewhere() -> None:
    links = (
        (page, link)
        for page in EVERY
        for link in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    )
    lost = [it for it in links if "://" not in it[1] and not (it[0].parent / it[1]).exists()]
    assert not lost


def test_make_has_the_targets_of_the_readme() -> None:
    readme, makefile = ((ROOT / name).read_text() for name in ("README.md", "Makefile"))
    shown = {*re.findall(r"\bmake ([a-z-]+)\b", readme)}
    assert {"run", "test"} <= shown <= {*re.findall(r"^([\w-]+):", makefile, re.MULTILINE)}


ARCHITECTURE: Final = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
GLOSSARY: Final = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")

PATH: Final = re.compile(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:py|md|toml))`")
"""A path in backticks: with a slash in it, or with a suffix that files of the project have."""

TERM: Final = re.compile(r"^\| \*\*(?P<term>[^*]+)\*\* \|.*\| (?P<where>[^|]*) \|$", re.MULTILINE)
"""A row of the glossary: the term, its meaning, and where it is in the code."""

NAME: Final = re.compile(r"`([\w.]+)` in `([\w/.-]+)`")
"""``Live` in `scorekeeper/game/snapshot.py``: a name, and the file that defines or uses it."""

THREAD: Final = re.compile(r'Thread\([^)]*name="([\w-]+)"')


@pytest.mark.parametrize("text", [ARCHITECTURE, GLOSSARY], ids=["architecture", "glossary"])
def test_page_names_only_files_and_names_that_exist(text: str) -> None:
    """What moves takes its name on the page along."""
    for path in PATH.findall(text):
        assert (ROOT / path).exists() or any(ROOT.glob(f"*/{path}")), path
    for name, path in NAME.findall(text):
        pattern = rf"\b{re.escape(name.rsplit('.')[-1])}\b"
        assert re.search(pattern, (ROOT / path).read_text(encoding="utf-8")), (name, path)


def test_architecture_page_names_every_room_and_thread() -> None:
    files = [file for room in ROOMS for file in (ROOT / room).rglob("*.py")]
    threads = {name for file in files for name in THREAD.findall(file.read_text(encoding="utf-8"))}
    assert len(threads) > 10
    folders = (file.parent.relative_to(ROOT).parts for file in files if file.stem == "__init__")
    rooms = {"/".join(parts) + "/" for parts in folders if len(parts) == 2}
    assert not {name for name in threads | rooms if f"`{name}`" not in ARCHITECTURE}


def test_every_term_of_the_glossary_stands_once_and_says_where_it_is() -> None:
    """A word that carries the program is found from the glossary in one step."""
    rows = TERM.findall(GLOSSARY)
    assert 40 < len({term.lower() for term, _ in rows}) == len(rows) <= 60
    lost = [term for term, where in rows if not NAME.search(where) and not PATH.search(where)]
    assert not lost, f"no file is named for {lost}"


@pytest.mark.parametrize(
    "part",
    [pytest.param(one, marks=() if one == "counting" else pytest.mark.slow) for one in PARTS],
)
def test_each_part_of_the_benchmark_prints_its_rows(part: str) -> None:
    """The speed page is written by it; figures of a busy machine are not looked at."""
    command = [sys.executable, "-m", "bench", "--quick", part]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, encoding="utf-8")
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.count("\n| ") > 2, "the head, and a figure"
