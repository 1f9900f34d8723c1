"""The machine that the bridge's tests plug boards into."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.kit.fakes.pty_board import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A machine without anything plugged in; at the end all is pulled."""
    with closing(Desk(tmp_path)) as desk:
        yield desk
