"""`cribble board files` and `cribble board soldering`: what is written, and what is refused."""

from itertools import combinations
from pathlib import Path

import pytest

from cribble.boards import board_of
from cribble.config.file import parse_config
from cribble.fabrication.files import DRAWN, OutputFile, output_files
from cribble.printing.soldering import soldering, steps
from scorekeeper.board.marks import PAPERS, Text, text_width
from scorekeeper.words import LANGUAGES, Words
from tests.kit.drivers.command_line import typed
from tests.kit.paths import ROOT

BOARDS = ROOT / "docs" / "boards"
PANEL = ["panel.svg", "panel.dxf"]
BOX = ["keypad-box.svg", "keypad-box.dxf", "keypad-box.stl", "keypad-lid.stl"]
WIRED = ["wiring.svg", "breadboard.svg"]
WALLS = ["walls.svg", "walls.dxf"]

FILES = {
    "two-tracks": [*PANEL, *WALLS, "walls-16.stl", "walls-15.stl", *BOX, *WIRED],
    "three-tracks": [*PANEL, *WALLS, "walls-11.stl", "walls-10.stl", *BOX, *WIRED],
    "first": [*PANEL, *BOX, *WIRED],
    "loose": [*PANEL, *BOX, *WIRED],
}


def output(name: str) -> list[OutputFile]:
    """Return the files of a board of the docs."""
    config = parse_config((BOARDS / f"{name}.toml").read_bytes(), name)
    hole_mm = config.board.light_mm or 5.0
    board, words = board_of(config), Words.of("en")
    return [*output_files(board, config, words, hole_mm=hole_mm, kerf=0.15, bed=200.0)]


@pytest.mark.parametrize("name", FILES)
def test_each_board_has_its_files_the_same_each_time(name: str) -> None:
    """Loose lights need no walls: they sit in the wood."""
    files = output(name)
    assert [file.name for file in files] == FILES[name]
    assert files == output(name)


def test_files_are_written_and_named(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    line = ("board", "files", "--config", str(BOARDS / "first.toml"), "--out", str(folder))
    done = typed(*line)
    assert (done.code, done.err) == (0, "")
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES["first"])
    *lines, last = done.out.splitlines()
    assert lines[0] == f"{folder / 'panel.svg'}: the front panel"
    assert last == "Not tried on a laser or a printer yet: cut a corner of it first."
    again = typed(*line)
    assert again.code != 0
    assert "is there already" in again.err


def test_files_are_named_in_french(tmp_path: Path) -> None:
    folder = tmp_path / "à moi"
    done = typed("board", "files", "--lang", "fr", "--out", str(folder), "--kerf", "0.2")
    assert done.code == 0
    assert f"{folder / 'panel.svg'}\u00a0: la façade" in done.out or "la façade" in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--kerf", "0.6"), "0.6"),
        (("--kerf", "-0.1"), "-0.1"),
        (("--hole", "7"), "leaves no wood"),
        (("--bed", "20"), "20"),
    ],
)
def test_a_measure_that_no_machine_has_is_refused(
    words: tuple[str, str], said: str, tmp_path: Path
) -> None:
    config = str(BOARDS / "two-tracks.toml")
    done = typed("board", "files", "--config", config, "--out", str(tmp_path / "it"), *words)
    assert done.code != 0
    assert said in done.err
    assert not (tmp_path / "it").exists()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_a_soldering_sheet_is_one_page(paper: str, lang: str) -> None:
    """All steps, tape and chip: every mark lies on the paper, and no line on another."""
    every = steps(on_tape=True, shifted=True)
    sheet = soldering(PAPERS[paper], every, 4, Words.of(lang))
    assert len(every) == 11
    rooms = [
        (at.x, at.y - 0.72 * high, at.x + 1.13 * text_width(words, high), at.y + 0.2 * high)
        for at, words, high, *_ in (mark for mark in sheet.marks if isinstance(mark, Text))
    ]
    for left, top, right, low in rooms:
        assert 10 <= left < right < sheet.area.width - 10
        assert 10 <= top < low < sheet.area.height - 10
    for one, other in combinations(rooms, 2):
        assert one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]


def test_a_soldering_sheet_has_the_pieces_of_its_board(tmp_path: Path) -> None:
    out = tmp_path / "sheet.svg"
    done = typed(
        "board", "soldering", "--config", str(BOARDS / "two-tracks.toml"), "--out", str(out)
    )
    assert done.code == 0
    assert "4 pieces" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("strip", DRAWN)
def test_a_soldering_sheet_has_the_chip_that_its_drawing_shows(tmp_path: Path, strip: str) -> None:
    out, config = tmp_path / "sheet.svg", tmp_path / "config.toml"
    config.write_text(f'[strip]\nname = "{strip}"\n[board]\nshape = "classic"\n', encoding="utf-8")
    assert typed("board", "soldering", "--config", str(config), "--out", str(out)).code == 0
    drawing = ROOT / "cribble/drawings/en/wiring" / f"{DRAWN[strip]}.svg"
    shifted = 'id="chip-1"' in drawing.read_text(encoding="utf-8")
    assert ("74AHCT125" in out.read_text(encoding="utf-8")) == shifted
