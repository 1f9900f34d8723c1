"""The shapes that a board can have. A shape is one function in a file of its own, and one row."""

from collections.abc import Callable, Mapping
from typing import Final

from scorekeeper.board.geometry.measures import Wood
from scorekeeper.board.geometry.shape import Shape
from scorekeeper.board.geometry.shapes.out_and_back import classic
from scorekeeper.board.geometry.shapes.paperclip import paperclip
from scorekeeper.board.geometry.shapes.sixty_one import sixty_one
from scorekeeper.board.geometry.shapes.straight import straight

SHAPES: Final[Mapping[str, Callable[[Wood], Shape]]] = {
    "classic": classic,
    "sixty-one": sixty_one,
    "straight": straight,
    "paperclip": paperclip,
}
"""Each takes of the wood what it knows of, and raises CannotBeBuilt for what it cannot be."""


class UnknownShape(ValueError):
    """No board has this shape."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no shape of board is called {name!r}; there are {', '.join(SHAPES)}")
        self.name = name


def shape_called(name: str, wood: Wood) -> Shape:
    """The shape of that name, cut from *wood*. Raises UnknownShape or CannotBeBuilt."""
    if name not in SHAPES:
        raise UnknownShape(name)
    return SHAPES[name](wood)
