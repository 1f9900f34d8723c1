"""An evening for each test, whose journal is put away after it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.club.evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A hub at which nothing has happened."""
    evening = Evening(tmp_path / "night.sqlite")
    yield evening
    evening.close()
