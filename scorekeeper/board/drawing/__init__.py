"""Draw a board on paper or screen: one text of SVG that the page, the docs and the shell share."""

from __future__ import annotations

from scorekeeper.board.drawing.pegs import Pegs
from scorekeeper.board.drawing.svg import svg
from scorekeeper.board.drawing.theme import THEMES, Theme
from scorekeeper.board.drawing.turning import WAYS, Way, turned

__all__ = ["THEMES", "WAYS", "Pegs", "Theme", "Way", "svg", "turned"]
