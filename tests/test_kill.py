"""The plug is pulled: what was answered is there, and what was not is there whole or not at all."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.kill.killing import kill


def test_kill_minus_nine_loses_nothing(tmp_path: Path) -> None:
    """Not one acknowledged entry, and no journal that would have to be mended."""
    tally = kill(8, tmp_path / "journal.sqlite3", Random(8))
    assert (tally.lost, tally.unreadable) == (0, 0)
    assert tally.acknowledged >= 8
