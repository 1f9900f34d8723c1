"""Fixtures of page tests: phones are returned after each test."""

from collections.abc import Iterator

import pytest

from tests.kit.drivers.browser import SHORT, Phone, Table


@pytest.fixture(autouse=True)
def _put_phones_away(request: pytest.FixtureRequest) -> Iterator[None]:
    table = request.getfixturevalue("table") if "table" in request.fixturenames else None
    yield
    if table:
        table.put_phones_away()


@pytest.fixture
def moving(table: Table) -> Iterator[None]:
    table.moves = True
    yield
    table.moves = False


@pytest.fixture
def phone(table: Table) -> Phone:
    return table.phone(viewport=SHORT)
