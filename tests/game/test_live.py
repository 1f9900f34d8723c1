"""The live state of a table."""

from typing import get_type_hints

from scorekeeper.game.live import Live, LiveChanges


def test_changes_of_the_live_state_are_its_fields() -> None:
    assert get_type_hints(LiveChanges) == get_type_hints(Live)
