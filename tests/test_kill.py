"""The plug is pulled: what was answered is there, and what was not is there whole or not at all."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.kill.killing import kill


@pytest.mark.parametrize("kills", [20, pytest.param(10_000, marks=pytest.mark.slow)])
def test_kill_minus_nine_loses_nothing(kills: int, tmp_path: Path) -> None:
    """Not one acknowledged entry, and no journal that would have to be mended."""
    tally = kill(kills, tmp_path / "journal.sqlite3", Random(kills))
    print(tally)
    assert (tally.lost, tally.unreadable) == (0, 0)
    assert tally.acknowledged >= kills
