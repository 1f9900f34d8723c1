"""The shapes of boards. A shape is one function in a file, and one row here."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from scorekeeper.board.geometry.measures import Measures
from scorekeeper.board.geometry.shape import Shape
from scorekeeper.board.geometry.shapes.out_and_back import classic, sixty_one
from scorekeeper.board.geometry.shapes.paperclip import paperclip
from scorekeeper.board.geometry.shapes.straight import straight

SHAPES: Final[Mapping[str, Callable[[Measures], Shape]]] = {
    "classic": classic,
    "sixty-one": sixty_one,
    "straight": straight,
    "paperclip": paperclip,
}
"""Each raises CannotBeBuilt for measures that it cannot have."""


class UnknownShape(ValueError):
    """There is no shape of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no shape of board is called {name!r}; there are {', '.join(SHAPES)}")
        self.name = name


@lru_cache(maxsize=32)  # On a small Pi it takes a tenth of a second, for each look at the config.
def shape_named(name: str, measures: Measures) -> Shape:
    """Return the shape *name* built to *measures*. Raises UnknownShape or CannotBeBuilt."""
    if name not in SHAPES:
        raise UnknownShape(name)
    return SHAPES[name](measures)
