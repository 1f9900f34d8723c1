"""Whole games by keys ask again and again what suits can add to the same cards."""

from collections.abc import Iterator
from functools import cache

import pytest

from scorekeeper.keypad import show


@pytest.fixture(scope="package", autouse=True)
def _claims_once() -> Iterator[None]:
    """Remember the answer: it is the same at every table, and slow to find."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(show, "_comes_to", cache(show._comes_to))  # noqa: SLF001
        yield
