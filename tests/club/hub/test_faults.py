"""Broker, hub and tables are killed during a night, and every game counts once."""

from pathlib import Path

import pytest

from club.hub.mosquitto import PLACES
from tests.kit.kill.club import play

IS_HERE = any(Path(place, "mosquitto").exists() for place in PLACES.split(":"))

pytestmark = pytest.mark.skipif(not IS_HERE, reason="mosquitto is not installed")


def test_a_small_night_survives_kills(tmp_path: Path) -> None:
    report = play(tmp_path, players=6, rounds=2, kills=6, tables=1)
    print(report)
    assert report.games == 6
    assert report.by_table == 2


@pytest.mark.slow
def test_a_night_of_60_players_and_9_rounds_survives_1000_kills(tmp_path: Path) -> None:
    report = play(tmp_path, players=60, rounds=9, kills=1000, tables=3)
    print(report)
    assert (report.kills, report.games, report.by_table) == (1000, 270, 27)
