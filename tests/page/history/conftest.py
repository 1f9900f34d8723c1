"""A table with past games, and opening the latest replay."""

from collections.abc import Iterator

import pytest

from tests.kit.drivers.browser import SHORT, Phone, Table, open_table
from tests.kit.formats.game_file import PAD, enter

ENTRIES = 21


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    """A table with the finished game of the score sheet, and a guest's game."""
    with open_table() as table:
        table.do(do="start", rules="six-card", players=["Ann", "Zoé"], dealer=0)
        table.do(do="peg", team=1, points=121)
        enter(table.site.table, PAD.read_text())
        yield table


@pytest.fixture
def phone(table: Table) -> Phone:
    return table.phone(viewport=SHORT)


def see_again(phone: Phone) -> None:
    phone.menu("Past games")
    phone.page.locator(".games .item").first.tap()
    phone.button("Replay, entry by entry").tap()
