"""From each layout of the journal to the next: what must be filled in once its tables are there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scorekeeper.table.index import index_games
from scorekeeper.table.layout import LAYOUT
from scorekeeper.table.store import Store

FILL: Final[dict[int, Callable[[Store], None]]] = {2: index_games}
"""By the layout that is reached."""


def migrate(store: Store) -> int:
    """Bring *store* to the layout in use, one layout at a time; the layout that it had."""
    had = store.layout
    for layout in range(had + 1, LAYOUT + 1):
        with store.all_or_nothing():
            store.lay_out(layout)
            FILL[layout](store)
    return had
