"""The plug is pulled while phones enter points, and nothing that was acknowledged is lost."""

from pathlib import Path

import pytest

from tests.kit.kill.http import kill_again_and_again


@pytest.mark.parametrize("kills", [50, pytest.param(1000, marks=pytest.mark.slow)])
def test_killed_servers_lose_no_acknowledged_entry(kills: int, tmp_path: Path) -> None:
    report = kill_again_and_again(kills, tmp_path)
    print(report)
    assert report.acknowledged > kills
