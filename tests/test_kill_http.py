"""The plug is pulled while phones enter points, and nothing that was acknowledged is lost."""

from __future__ import annotations

from pathlib import Path

from tests.kill_http import kill_again_and_again


def test_fifty_kills_lose_nothing(tmp_path: Path) -> None:
    """Nor is anything there twice; `python tests/kill_http.py 200` goes on for longer."""
    report = kill_again_and_again(50, tmp_path)
    assert report.acknowledged > 50
