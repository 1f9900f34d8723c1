"""How every proof is run: hypothesis takes its time, and finds the same examples again in CI.

And what most tests of the page begin with: one table for all tests of a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.browser import Table

# No deadline: a slow machine is not a wrong program.
settings.register_profile("at-home", deadline=None)
settings.register_profile("in-ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("in-ci" if os.environ.get("CI") else "at-home")


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    """A table at which whoever opens the page keeps score, and a browser to look at it with."""
    from tests.browser import open_table  # Most tests need no browser, nor what drives it.

    with open_table() as table:
        yield table
