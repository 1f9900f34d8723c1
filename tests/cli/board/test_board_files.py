"""`cribble board files`, `soldering` and `svg`: drawings and errors."""

from itertools import combinations
from pathlib import Path

import pytest

from cribble.boards import board_of
from cribble.config.file import parse_config
from cribble.devices import STRIPS
from cribble.fabrication.files import output_files
from cribble.printing.soldering import soldering, steps
from scorekeeper.board.marks import PAPERS, Text, text_width
from scorekeeper.board.shape import Fit, fit, turned
from scorekeeper.board.shapes import proposed_shape
from scorekeeper.board.svg import PegPoints, svg
from scorekeeper.rules.variants import RULES
from scorekeeper.words import LANGUAGES, Words
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.web_server import START, Site
from tests.kit.paths import ROOT

BOARDS = ROOT / "docs" / "boards"
BOX = "keypad-box.svg keypad-box.dxf keypad-box.stl keypad-lid.stl"
FILES = {
    "two-tracks": "panel.svg panel.dxf walls.svg walls.dxf walls-16.stl walls-15.stl "
    f"{BOX} wiring.svg breadboard.svg",
    "plank": f"panel.svg panel.dxf {BOX} wiring.svg breadboard.svg",
}


@pytest.mark.parametrize("name", FILES)
def test_each_board_has_its_files_the_same_each_time(name: str) -> None:
    """Single lights need no walls, since they sit in the wood."""
    config = parse_config((BOARDS / f"{name}.toml").read_bytes(), name)
    hole_mm = config.board.light_mm or 5.0
    board, words = board_of(config), Words.of("en")
    files, again = (
        [*output_files(board, config, words, hole_mm=hole_mm, kerf=0.15, bed=200.0)]
        for _ in range(2)
    )
    assert [file.name for file in files] == FILES[name].split()
    assert files == again


def test_files_are_written_and_named(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    line = ("board", "files", "--config", str(BOARDS / "plank.toml"), "--out", str(folder))
    done = typed(*line)
    assert (done.code, done.err) == (0, "")
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES["plank"].split())
    *lines, last = done.out.splitlines()
    assert lines[0] == f"{folder / 'panel.svg'}: front panel"
    assert last == "Not tested on a laser cutter or printer yet: cut a corner first."
    again = typed(*line)
    assert again.code != 0
    assert "already exists" in again.err


@pytest.mark.parametrize(("words", "said"), [(("--kerf", "0.6"), "0.6"), (("--bed", "20"), "20")])
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


@pytest.mark.parametrize("strip", [name for name, row in STRIPS.items() if row.drawing])
def test_a_soldering_sheet_has_the_chip_that_its_drawing_shows(tmp_path: Path, strip: str) -> None:
    out, config = tmp_path / "sheet.svg", tmp_path / "config.toml"
    config.write_text(f'[strip]\nname = "{strip}"\n[board]\nshape = "classic"\n', encoding="utf-8")
    assert typed("board", "soldering", "--config", str(config), "--out", str(out)).code == 0
    drawing = ROOT / "cribble/drawings/en/wiring" / f"{STRIPS[strip].drawing}.svg"
    shifted = 'id="chip-1"' in drawing.read_text(encoding="utf-8")
    assert ("74AHCT125" in out.read_text(encoding="utf-8")) == shifted


def test_board_svg_is_the_picture_of_the_page() -> None:
    phone = Site(is_open=True).phone()
    phone.enter({**START, "rules": "britannica"})
    page = phone.get("/board.svg").text
    done = typed("board", "svg", "--rules", "britannica")
    assert done.code == 0
    assert done.out.replace("<title>Cribbage board</title>", "").strip() == page


def test_board_svg_draws_pegs_at_the_given_points() -> None:
    rules = RULES["cribble"]
    shape = proposed_shape(rules)
    fitted = fit(shape, rules.goals)
    assert isinstance(fitted, Fit)
    wanted = svg(
        turned(shape, "landscape"),
        fit=fitted,
        pegs=(PegPoints(63, 57), PegPoints(88, 76)),
        title="Cribbage board",
    )
    assert typed("board", "svg", "--pegs", "63,57 88,76").out == f"{wanted}\n"


def test_board_svg_writes_only_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert typed("board", "svg", "--out", str(path)).out == ""
    assert path.read_text(encoding="utf-8") == typed("board", "svg").out
    again = typed("board", "svg", "--out", str(path))
    assert (again.code, again.err) == (2, f"cribble: {path} already exists.\n")


WRONG: dict[tuple[str, ...], str] = {
    ("--pegs", "57,63"): "--pegs cannot be 57,63; it must be 63,57 88,76 ….",
    ("--pegs", "3,-1"): "--pegs cannot be 3,-1; it must be 63,57 88,76 ….",
    ("--pegs", "1,0 1,0 1,0"): "--pegs is for 3 teams; this game has 2.",
}


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_board_svg_that_cannot_be_drawn_is_one_line(words: tuple[str, ...]) -> None:
    done = typed("board", "svg", *words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"cribble: {WRONG[words]}")


def test_a_board_that_comes_with_cribble_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    well = "Every hole and lamp has its own light; the strip has {} lights.\n"
    assert typed("board", "check", "--config", "plank") == (0, well.format(150), "")
    (tmp_path / "plank").write_text('[board]\nshape = "classic"\ntracks = 2\n', encoding="utf-8")
    assert typed("board", "check", "--config", "plank") == (0, well.format(122), "")
    missing = typed("board", "check", "--config", "second")
    assert missing == (2, "", "cribble: second does not exist.\n")
    assert typed("board", "check", "--config", "../boards/plank").code == 2
