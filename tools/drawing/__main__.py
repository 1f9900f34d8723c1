"""Draws the wiring drawings and the examples of the docs: ``python -m tools.drawing``."""

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
from scorekeeper.board.template.paper import PAPERS
from scorekeeper.board.template.sheet import behind
from scorekeeper.board.template.wood import DRILL
from scorekeeper.words import LANGUAGES
from tools.drawing import BREADBOARDS, SCHEMATICS
from tools.drawing.words import drawing_words

ROOT: Final = Path(__file__).parents[2]
DRAWINGS: Final = ROOT / "cribble" / "drawings"
DOCS: Final = ROOT / "docs"
PICTURES: Final = {"en": DOCS / "pictures", "fr": DOCS / "fr" / "pictures"}
EXAMPLE: Final = DOCS / "boards" / "two-tracks.toml"
FIRST: Final = DOCS / "boards" / "first.toml"
VISIBLE: Final = 0.35
"""Millimetres: the width of lines for the eye, and not for a laser."""


def drawings(lang: str) -> Iterator[tuple[Path, bytes]]:
    """Yield the path and the bytes of each drawing in one language."""
    words = drawing_words(lang)
    for folder, each in (("wiring", SCHEMATICS), ("breadboards", BREADBOARDS)):
        for name, drawing in each.items():
            yield DRAWINGS / lang / folder / f"{name}.svg", drawing(words).svg().encode()
    board = board_of(parse_config(EXAMPLE.read_bytes(), EXAMPLE.name))
    front = panel(board, DRILL, "Cribble", words)
    pictures = PICTURES[lang]
    yield pictures / "panel.svg", as_laser_svg(front, VISIBLE)
    sheet = soldering(PAPERS["letter"], SolderingJob(steps(on_tape=True, shifted=True), 4), words)
    yield pictures / "soldering.svg", as_svg(sheet, words.say("Soldering sheet")).encode() + b"\n"
    first = board_of(parse_config(FIRST.read_bytes(), FIRST.name))
    back = behind(first, PAPERS["a4"], words)
    yield pictures / "first-board-behind.svg", as_svg(back, "Cribble").encode() + b"\n"
    if lang == "en":
        yield pictures / "walls.svg", as_laser_svg(wall_sheet(board.shape, DRILL), VISIBLE)
        yield pictures / "keypad-box.svg", as_laser_svg(keypad_sheet(), 2 * VISIBLE)


if __name__ == "__main__":
    for language in LANGUAGES:
        for path, data in drawings(language):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
