"""The shapes of boards: where the holes are, what is written beside them, what can be built."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.board.shapes import UnknownShape, shape_called
from scorekeeper.board.wood import CannotBeBuilt, Wood


def test_the_usual_tape_makes_a_row_of_840_millimetres() -> None:
    """121 holes at 144 lights a metre: from the first hole's middle to the end of the last."""
    holes = shape_called("straight", Wood()).tracks[0].holes
    assert round(holes[-1].x - holes[0].x + Wood().pitch) == 840


def test_an_unknown_shape_is_named_beside_those_there_are() -> None:
    """The sentence helps to mend the config."""
    with pytest.raises(UnknownShape, match=r"called 'staight'; there are .*straight"):
        shape_called("staight", Wood())


@pytest.mark.parametrize(
    ("name", "value"),
    [("tracks", 0), ("holes", -1), ("pitch", 0.0), ("pitch", float("nan")), ("lane", -1.0)],
)
def test_measures_that_no_board_has_are_refused(name: str, value: Any) -> None:
    """The measure and its value are named."""
    with pytest.raises(CannotBeBuilt, match=f"{name} cannot be {value}"):
        Wood(**{name: value})
