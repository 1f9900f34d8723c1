"""Fixtures of the open table: keys that keypads pressed."""

import pytest

from scorekeeper.keypad.key import Key


@pytest.fixture
def keys() -> list[Key]:
    """Return what was pressed."""
    return []
