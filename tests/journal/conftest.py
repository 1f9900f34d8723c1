"""A table with a journal file, closed when its test ends."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.drivers.table_setup import Sitting


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.sqlite3"


@pytest.fixture
def sitting(path: Path) -> Iterator[Sitting]:
    sitting = Sitting(path)
    yield sitting
    sitting.table.close()
