"""Wiring drawings: schematics and breadboards as SVG, lettered in the reader’s language."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

from cribble.schematics.breadboard import Layout
from cribble.schematics.breadboard_view import breadboard
from cribble.schematics.breadboards import LAYOUTS
from cribble.schematics.canvas import Canvas
from cribble.schematics.controllers import uno, wled
from cribble.schematics.feeds import feeds
from cribble.schematics.one_plug import one_plug
from cribble.schematics.pi_keys import pi_buttons, pi_matrix
from cribble.schematics.pi_strip import LEDS0, SPI, SPI_5, WS281X, pi_strip
from scorekeeper.words import Words

Drawing: TypeAlias = Callable[[Words], Canvas]

SCHEMATICS: Final[Mapping[str, Drawing]] = {
    "pi-spi": partial(pi_strip, one=SPI),
    "pi-ws281x": partial(pi_strip, one=WS281X),
    "pi5-leds0": partial(pi_strip, one=LEDS0),
    "pi5-spi": partial(pi_strip, one=SPI_5),
    "wled": wled,
    "uno": uno,
    "one-plug": one_plug,
    "power": feeds,
    "pi-matrix": pi_matrix,
    "pi-buttons": pi_buttons,
}
"""Each schematic by the name of its file."""


def _on_breadboard(words: Words, name: str, layout: Layout) -> Canvas:
    return breadboard(words, SCHEMATICS[name](words).title, layout)


BREADBOARDS: Final[Mapping[str, Drawing]] = {
    name: partial(_on_breadboard, name=name, layout=layout) for name, layout in LAYOUTS.items()
}
"""The breadboard of each schematic that has one."""
