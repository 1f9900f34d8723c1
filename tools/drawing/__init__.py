"""Generates the shipped schematics and breadboard drawings, in both languages.

``python -m tools.drawing`` writes them. A drawing is a function and its row in ``SCHEMATICS``; its
breadboard is a row in ``LAYOUTS``.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

from scorekeeper.words import Words
from tools.drawing.breadboard import Layout
from tools.drawing.breadboard_view import breadboard
from tools.drawing.breadboards import LAYOUTS
from tools.drawing.canvas import Canvas
from tools.drawing.controllers import pico, pico_shifted, uno, wled
from tools.drawing.feeds import feeds
from tools.drawing.one_plug import one_plug
from tools.drawing.pi_keys import pi_buttons, pi_matrix
from tools.drawing.pi_strip import LEDS0, SPI, SPI_5, WS281X, pi_strip

Drawing: TypeAlias = Callable[[Words], Canvas]

SCHEMATICS: Final[Mapping[str, Drawing]] = {
    "pi-spi": partial(pi_strip, one=SPI),
    "pi-ws281x": partial(pi_strip, one=WS281X),
    "pi5-leds0": partial(pi_strip, one=LEDS0),
    "pi5-spi": partial(pi_strip, one=SPI_5),
    "wled": wled,
    "uno": uno,
    "pico": pico,
    "pico-shifted": pico_shifted,
    "one-plug": one_plug,
    "power": feeds,
    "pi-matrix": pi_matrix,
    "pi-buttons": pi_buttons,
}
"""Schematics by file name."""


def _on_breadboard(words: Words, name: str, layout: Layout) -> Canvas:
    return breadboard(words, SCHEMATICS[name](words).title, layout)


BREADBOARDS: Final[Mapping[str, Drawing]] = {
    name: partial(_on_breadboard, name=name, layout=layout) for name, layout in LAYOUTS.items()
}
"""Breadboard drawings by the name of their schematic."""
