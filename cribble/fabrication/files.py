"""Every file that a board is made from, by its name."""

from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple

from cribble.config.schema import Config
from cribble.fabrication.dxf import as_dxf
from cribble.fabrication.flat import Flat
from cribble.fabrication.keypad_box import keypad_box, keypad_lid, keypad_sheet
from cribble.fabrication.laser_svg import as_laser_svg
from cribble.fabrication.panel import panel
from cribble.fabrication.walls import wall_sheet, wall_strip, wall_strips
from scorekeeper.board.board import Board
from scorekeeper.words import Words, en

NAME = "Cribble"
DRAWN = {
    "spi": "pi-spi",
    "ws281x": "pi-ws281x",
    "leds0": "pi5-leds0",
    "ddp": "wled",
    "microcontroller": "uno",
}
"""The wiring drawing of each strip driver."""


class OutputFile(NamedTuple):
    """A file: its name, its bytes, and what it is for."""

    name: str
    data: bytes
    about: str


class FabricationJob(NamedTuple):
    """The board to make, and the width of its holes, the kerf and the bed in mm."""

    board: Board
    config: Config
    hole_mm: float
    kerf: float
    bed: float

    @property
    def has_loose_lights(self) -> bool:
        """True if each light is pushed into its hole, which then is its wall."""
        return not self.board.shape.on_tape


def output_files(job: FabricationJob, words: Words) -> Iterator[OutputFile]:
    """Yield every file, the same bytes each time."""
    shape = job.board.shape
    front = panel(job.board, job.hole_mm, job.config.name or NAME, words)
    yield from _cut(front, job.kerf, words.say("the front panel"))
    if not job.has_loose_lights:
        walls = wall_sheet(shape, job.hole_mm)
        yield from _cut(walls, job.kerf, words.say("light walls, 3 mm thick, two or three times"))
        for cells, count in wall_strips(shape, job.bed).items():
            solid = wall_strip(shape, cells)
            about = words.say("light walls: print this {n} times", n=count)
            yield OutputFile(f"{solid.name}.stl", solid.as_stl(), about)
    yield from _cut(keypad_sheet(), job.kerf, words.say("a box for sixteen keys, 3 mm thick"))
    for solid, sentence in (
        (keypad_box(), en("the same box to print")),
        (keypad_lid(), en("its lid")),
    ):
        yield OutputFile(f"{solid.name}.stl", solid.as_stl(), words.say(sentence))
    if drawing := DRAWN.get(job.config.strip.name):
        shipped = files("cribble") / "drawings" / words.lang
        schematic = (shipped / "wiring" / f"{drawing}.svg").read_bytes()
        yield OutputFile("wiring.svg", schematic, words.say("how it is wired"))
        breadboard = (shipped / "breadboards" / f"{drawing}.svg").read_bytes()
        yield OutputFile("breadboard.svg", breadboard, words.say("the same on a breadboard"))


def _cut(flat: Flat, kerf: float, about: str) -> Iterator[OutputFile]:
    burnt = flat.compensated(kerf)
    yield OutputFile(f"{flat.name}.svg", as_laser_svg(burnt), about)
    yield OutputFile(f"{flat.name}.dxf", as_dxf(burnt), about)
