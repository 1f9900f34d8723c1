"""A hub for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.club.evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path / "night.sqlite")
    yield evening
    evening.close()


@pytest.fixture
def four(evening: Evening) -> Evening:
    """An evening of four players, in its first round."""
    return evening.begin(4)
