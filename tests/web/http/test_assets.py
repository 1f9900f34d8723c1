"""The files of the page: built once, rebuilt when a source changes, named by their contents."""

import shutil
from pathlib import Path

import pytest

from web.http.assets import BUILT, EAGER, STATIC, Assets, keep


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the page's sources."""
    return Path(shutil.copytree(STATIC, tmp_path / "static"))


def test_built_file_of_make_setup_is_up_to_date() -> None:
    """A start takes what `make setup` built; building costs a small Pi half a second."""
    assert Assets.of() == Assets.of(built=Path("/nowhere"))
    assert BUILT.exists(), "run make setup"


def test_scripts_of_pages_are_compiled_before_they_run() -> None:
    """Only first in a file does the comment count; what comes late is compiled as it is called."""
    eager = {name for name, file in Assets.of().files.items() if EAGER.encode() in file.body}
    assert "phone.js" in eager
    assert "views/show/install.js" not in eager
    assert all(Assets.of().files[name].body.startswith(EAGER.encode()) for name in eager)


def test_kept_files_are_those_that_are_built_again(tmp_path: Path) -> None:
    """Bodies, compressed bodies and names come back as they were."""
    kept = tmp_path / "assets.msgpack"
    keep(kept)
    assert Assets.of(built=kept) == Assets.of(built=tmp_path / "none")


@pytest.mark.parametrize(
    ("name", "more"),
    [("phone.js", "globalThis.more = 1;\n"), ("css/base.css", "a{b:c}\n"), ("favicon.svg", " ")],
)
def test_changed_source_is_built_again_under_another_name(
    name: str, more: str, folder: Path
) -> None:
    """Nobody is sent a file that is older than its source."""
    before = Assets.of(folder)
    with (folder / name).open("a", encoding="utf-8") as source:
        source.write(more)
    after = Assets.of(folder)
    assert after.made_of != before.made_of
    assert after.digest != before.digest


def test_damaged_built_file_is_built_again(tmp_path: Path) -> None:
    damaged = tmp_path / "assets.msgpack"
    damaged.write_bytes(BUILT.read_bytes()[:1000])
    assert Assets.of(built=damaged) == Assets.of()


def test_removed_source_is_noticed(folder: Path) -> None:
    """No time of a file tells of it, but that of its folder does."""
    (folder / "favicon.svg").unlink()
    assert "favicon.svg" not in Assets.of(folder).files


def test_start_reads_no_source_that_is_older_than_the_built_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There are some two hundred; reading them took a twentieth of a start."""
    monkeypatch.setattr(Path, "rglob", None)
    assert Assets.of().files
