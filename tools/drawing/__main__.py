"""``python -m tools.drawing`` writes all generated drawings of the program and the docs.

It prints the table for docs/boards.md, to be pasted by hand.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cribble.boards import board_of
from cribble.config.file import parse_config
from cribble.fabrication.files import keypad_sheet, wall_sheet
from cribble.fabrication.panel import panel
from cribble.printing.soldering import soldering, steps
from cribble.printing.vector import as_svg
from scorekeeper.board.marks import PAPERS
from scorekeeper.board.template import DRILL, behind
from scorekeeper.words import LANGUAGES
from tools.drawing import BREADBOARDS, SCHEMATICS
from tools.drawing.boards import games, panel_picture, pictures
from tools.drawing.keypad_box import keypad_box, keypad_lid
from tools.drawing.words import drawing_words

ROOT: Final = Path(__file__).parents[2]
DRAWINGS: Final = ROOT / "cribble" / "drawings"
DOCS: Final = ROOT / "docs"
PICTURES: Final = {"en": DOCS / "pictures", "fr": DOCS / "fr" / "pictures"}
EXAMPLE: Final = DOCS / "boards" / "two-tracks.toml"
PLANK: Final = DOCS / "boards" / "plank.toml"
VISIBLE: Final = 0.35
"""Line width in mm for readers, instead of a laser's hairline."""


def drawings(lang: str) -> Iterator[tuple[Path, bytes]]:
    """Yield path and content of each drawing in one language."""
    words = drawing_words(lang)
    for folder, each in (("wiring", SCHEMATICS), ("breadboards", BREADBOARDS)):
        for name, drawing in each.items():
            yield DRAWINGS / lang / folder / f"{name}.svg", drawing(words).svg().encode()
    board = board_of(parse_config(EXAMPLE.read_bytes(), EXAMPLE.name))
    front = panel(board, DRILL, "Cribble", words)
    shown = PICTURES[lang]
    yield shown / "panel.svg", as_svg(front.page(VISIBLE), front.name)
    sheet = soldering(PAPERS["letter"], steps(on_tape=True, shifted=True), 4, words)
    yield shown / "soldering.svg", as_svg(sheet, words.say("Soldering sheet"))
    plank = board_of(parse_config(PLANK.read_bytes(), PLANK.name))
    back = behind(plank, PAPERS["a4"], words)
    yield shown / "loose-lights-behind.svg", as_svg(back, "Cribble")
    if lang == "en":
        yield shown / "led-panel.svg", panel_picture().encode()
        for name, picture in pictures().items():
            yield shown / "boards" / f"{name}.svg", f"{picture.text}\n".encode()
        for flat, line in ((wall_sheet(board.shape, DRILL), 1), (keypad_sheet(), 2)):
            yield shown / f"{flat.name}.svg", as_svg(flat.page(line * VISIBLE), flat.name)
        for solid in (keypad_box(), keypad_lid()):
            yield DRAWINGS / f"{solid.name}.stl", solid.as_stl()


if __name__ == "__main__":
    for language in LANGUAGES:
        for path, data in drawings(language):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    sys.stdout.write("\n".join([*games(), ""]))
