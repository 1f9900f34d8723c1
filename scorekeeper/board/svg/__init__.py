"""Draw a board as SVG, for the page, the docs and the command line."""

from scorekeeper.board.svg.pegs import PegPoints
from scorekeeper.board.svg.rotation import WAYS, Way, turned
from scorekeeper.board.svg.svg import svg
from scorekeeper.board.svg.theme import THEMES, Theme

__all__ = ["THEMES", "WAYS", "PegPoints", "Theme", "Way", "svg", "turned"]
