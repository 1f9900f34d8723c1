"""The machine used by the bridge's tests."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.kit.fakes.pty_controller import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A machine without devices; all are unplugged at the end."""
    with closing(Desk(tmp_path)) as desk:
        yield desk
