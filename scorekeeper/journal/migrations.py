"""From each layout of the journal to the one in use; the index is made again at the end."""

from __future__ import annotations

from scorekeeper.journal.index import index_games
from scorekeeper.journal.schema import LAYOUT
from scorekeeper.journal.store import Store


def migrate(store: Store) -> int:
    """Bring *store* to the layout in use, all the way or not at all; the layout that it had."""
    had = store.layout
    if had < LAYOUT:
        with store.all_or_nothing():
            for layout in range(had + 1, LAYOUT + 1):
                store.lay_out(layout)
            index_games(store)
    return had
