"""Night and day: the strip is dimmer in the hours that the config calls night."""

from datetime import UTC, datetime, time

import pytest

from cribble.config.schema import StripConfig
from cribble.serve.settings import brightness_now, is_night
from cribble.system.platform import WallClock

NIGHTS = {
    ("22:00-07:00", "21:59"): False,
    ("22:00-07:00", "22:00"): True,
    ("22:00-07:00", "00:00"): True,
    ("22:00-07:00", "06:59"): True,
    ("22:00-07:00", "07:00"): False,
    ("01:30-06:00", "01:29"): False,
    ("01:30-06:00", "01:30"): True,
    ("01:30-06:00", "05:59"): True,
    ("01:30-06:00", "06:00"): False,
    ("01:30-06:00", "23:00"): False,
    ("00:00-00:00", "12:00"): True,
    ("", "03:00"): False,
}


@pytest.mark.parametrize(("night", "now"), NIGHTS)
def test_night_begins_and_ends_on_the_minute(night: str, now: str) -> None:
    assert is_night(night, time.fromisoformat(now)) is NIGHTS[night, now]


def test_brightness_follows_local_time() -> None:
    """It is night here and now, whatever the hour of Greenwich is."""
    hour = datetime.now(UTC).astimezone().time().replace(second=0, microsecond=0)
    later = hour.replace(minute=(hour.minute + 30) % 60, hour=(hour.hour + 2) % 24)
    strip = StripConfig(night=f"{hour:%H:%M}-{later:%H:%M}", night_brightness=0.1)
    assert brightness_now(strip, WallClock(lambda: True)) == 0.1
