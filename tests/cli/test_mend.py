"""``cribble doctor --mend``: every line is shown, one question is asked, and then it is done."""

from pathlib import Path

import pytest

from tests.kit.drivers.command_line import typed

CONFIG = """\
# mine
[strip]
name = "null"
limit_ma = 20 # too little
[board]
shape = "classic"
tracks = 2
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A config whose limit leaves nothing for pegs."""
    path = tmp_path / "config.toml"
    path.write_text(f"{CONFIG}\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("answer", [b"yes\n", b"OUI\n"])
def test_one_yes_mends_it_and_keeps_a_copy(answer: bytes, config: Path) -> None:
    before = config.read_text()
    words = ("doctor", "--mend", "--config", str(config), "--data", str(config.parent))
    done = typed(*words, stdin=answer)
    assert done.code == 0, done
    assert "This would be done:\n  strip.limit_ma = " in done.out
    assert "# mine" in config.read_text()
    assert "# too little" in config.read_text()
    assert "limit_ma = 20" not in config.read_text()
    assert Path(f"{config}.bak").read_text() == before
    assert "WRONG" not in typed(*words[:1], *words[2:]).out


@pytest.mark.parametrize("answer", [b"no\n", b"\n"])
def test_anything_but_yes_changes_nothing(answer: bytes, config: Path) -> None:
    before = config.read_text()
    done = typed(
        "doctor", "--mend", "--config", str(config), "--data", str(config.parent), stdin=answer
    )
    assert "Do it now?" in done.out
    assert config.read_text() == before


def test_what_people_must_do_is_named(tmp_path: Path) -> None:
    """No line of the doctor can plug a controller in."""
    config = tmp_path / "config.toml"
    config.write_text('[strip]\nname = "ddp"\nat = "127.0.0.1"\n')
    done = typed("doctor", "--mend", "--config", str(config), "--data", str(tmp_path))
    assert done.code == 2
    assert "By hand: http://127.0.0.1/" in done.out
