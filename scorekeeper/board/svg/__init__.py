"""Draw a board on paper or screen: one text of SVG that the page, the docs and the shell share."""

from scorekeeper.board.svg.pegs import Pegs
from scorekeeper.board.svg.rotation import WAYS, Way, turned
from scorekeeper.board.svg.svg import svg
from scorekeeper.board.svg.theme import THEMES, Theme

__all__ = ["THEMES", "WAYS", "Pegs", "Theme", "Way", "svg", "turned"]
