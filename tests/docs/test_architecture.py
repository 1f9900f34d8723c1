"""The architecture page and the glossary name only files, rooms and terms that there are."""

import re
from typing import Final

import pytest

from tests.kit.paths import ROOT

PAGES: Final = ("docs/architecture.md", "docs/glossary.md")

PATH: Final = re.compile(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:py|md|toml))`")
"""A path in backticks: with a slash in it, or with a suffix that files of the project have."""

TERM: Final = re.compile(r"^\| \*\*(?P<term>[^*]+)\*\* \|.*\| (?P<where>[^|]*) \|$", re.MULTILINE)
"""A row of the glossary: the term, its meaning, and where it is in the code."""

NAME: Final = re.compile(r"`([\w.]+)` in `([\w/.-]+)`")
"""``Live` in `scorekeeper/game/snapshot.py``: a name, and the file that defines or uses it."""


@pytest.mark.parametrize("page", PAGES)
def test_page_names_only_paths_that_exist(page: str) -> None:
    """A file that moved takes its name on the page along."""
    text = (ROOT / page).read_text(encoding="utf-8")
    missing = [path for path in PATH.findall(text) if not _exists(path)]
    assert not missing, f"{page} names what is not there: {missing}"


def _exists(path: str) -> bool:
    return (ROOT / path).exists() or any(ROOT.glob(f"*/{path}"))


@pytest.mark.parametrize("page", PAGES)
def test_page_names_only_identifiers_that_their_file_has(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    wrong = [
        f"{name} in {path}"
        for name, path in NAME.findall(text)
        if not re.search(
            rf"\b{re.escape(name.rsplit('.')[-1])}\b", (ROOT / path).read_text(encoding="utf-8")
        )
    ]
    assert not wrong, f"{page} names what these files do not have: {wrong}"


THREAD: Final = re.compile(r'Thread\([^)]*name="([\w-]+)"')


def test_page_names_every_thread() -> None:
    rooms = ("cribble", "club", "web", "mqtt", "hardware", "firmware_bridge", "scorekeeper")
    files = (file for room in rooms for file in (ROOT / room).rglob("*.py"))
    threads = {name for file in files for name in THREAD.findall(file.read_text(encoding="utf-8"))}
    assert len(threads) > 10
    text = (ROOT / PAGES[0]).read_text(encoding="utf-8")
    missing = {name for name in threads if f"`{name}`" not in text}
    assert not missing


def test_every_term_of_the_glossary_says_where_it_is() -> None:
    """A word that carries the program is found from the glossary in one step."""
    text = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    rows = TERM.findall(text)
    assert 40 < len(rows) <= 60
    lost = [term for term, where in rows if not NAME.search(where) and not PATH.search(where)]
    assert not lost, f"no file is named for {lost}"


def test_terms_of_the_glossary_stand_once() -> None:
    text = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    terms = [term.lower() for term, _ in TERM.findall(text)]
    twice = {term for term in terms if terms.count(term) > 1}
    assert not twice


def test_every_room_is_on_the_architecture_page() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    tops = ("cribble", "club", "web", "mqtt", "hardware", "firmware_bridge", "scorekeeper")
    rooms = {
        folder.relative_to(ROOT).as_posix()
        for top in tops
        for folder in (ROOT / top).iterdir()
        if (folder / "__init__.py").exists()
    }
    missing = sorted(room for room in rooms if f"`{room}/`" not in text)
    assert not missing, f"these rooms are not on the page: {missing}"
