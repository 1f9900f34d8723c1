"""Draws wiring and examples of files in the docs: `python -m tests.pictures.wiring`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cribble.boards import board_of
from cribble.config.file import parse_config
from cribble.fabrication.keypad_box import keypad_sheet
from cribble.fabrication.laser_svg import as_laser_svg
from cribble.fabrication.panel import panel
from cribble.fabrication.walls import wall_sheet
from cribble.printing.soldering import SolderingJob, soldering, steps
from cribble.printing.svg import as_svg
from cribble.schematics import BREADBOARDS, SCHEMATICS
from scorekeeper.board.template.paper import PAPERS
from scorekeeper.board.template.sheet import behind
from scorekeeper.board.template.wood import DRILL
from scorekeeper.words import Words
from tests.kit.paths import ROOT

DOCS: Final = ROOT / "docs"
FOLDERS: Final = {"en": DOCS, "fr": DOCS / "fr"}
EXAMPLE: Final = DOCS / "boards" / "two-tracks.toml"
FIRST: Final = DOCS / "boards" / "first.toml"
SEEN: Final = 0.35
"""Millimetres: lines for the eye, and not for a laser."""


def drawings(lang: str) -> Iterator[tuple[Path, bytes]]:
    """Yield each drawing of the docs in one language: its path, and its bytes."""
    words, folder = Words.of(lang), FOLDERS[lang]
    for name, drawing in SCHEMATICS.items():
        yield folder / "wiring" / f"{name}.svg", drawing(words).svg().encode()
    for name, drawing in BREADBOARDS.items():
        yield folder / "breadboards" / f"{name}.svg", drawing(words).svg().encode()
    board = board_of(parse_config(EXAMPLE.read_bytes(), EXAMPLE.name))
    front = panel(board, DRILL, "Cribble", words)
    pictures = folder / "pictures"
    yield pictures / "panel.svg", as_laser_svg(front, SEEN)
    sheet = soldering(PAPERS["letter"], SolderingJob(steps(on_tape=True, shifted=True), 4), words)
    yield pictures / "soldering.svg", as_svg(sheet, words.say("Soldering sheet")).encode() + b"\n"
    first = board_of(parse_config(FIRST.read_bytes(), FIRST.name))
    back = behind(first, PAPERS["a4"], words)
    yield pictures / "first-board-behind.svg", as_svg(back, "Cribble").encode() + b"\n"
    if lang == "en":
        yield pictures / "walls.svg", as_laser_svg(wall_sheet(board.shape, DRILL), SEEN)
        yield pictures / "keypad-box.svg", as_laser_svg(keypad_sheet(), 2 * SEEN)


def main() -> None:
    """Write every drawing."""
    for lang in FOLDERS:
        for path, data in drawings(lang):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


if __name__ == "__main__":
    main()
