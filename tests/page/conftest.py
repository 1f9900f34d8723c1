"""The phones of a test, which are put away after it."""

from collections.abc import Iterator

import pytest

from tests.kit.drivers.browser import SHORT, Phone, Table


@pytest.fixture(autouse=True)
def _put_phones_away(request: pytest.FixtureRequest) -> Iterator[None]:
    """Put away the phones that the table has after a test; none may have complained."""
    table = request.getfixturevalue("table") if "table" in request.fixturenames else None
    yield
    if table:
        table.put_phones_away()


@pytest.fixture
def moving(table: Table) -> Iterator[None]:
    """The phones of the test show what moves; else all moves at once."""
    table.moves = True
    yield
    table.moves = False


@pytest.fixture
def phone(table: Table) -> Phone:
    return table.phone(viewport=SHORT)
