"""The clock of a machine that may have none: believed only where something keeps it right."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cribble.config.schema import StripConfig
from cribble.serve.settings import brightness_now
from cribble.system.process import WallClock, is_disciplined, is_set

MODEL = "proc/device-tree/model"
SYNCHRONIZED = "run/systemd/timesync/synchronized"
READ, NOW = "sys/class/rtc/rtc0/hctosys", "sys/class/rtc/rtc0/since_epoch"

MACHINES: dict[str, tuple[dict[str, str], bool, bool]] = {
    "nothing keeps it": ({}, False, False),
    "NTP keeps it": ({}, True, True),
    "it was set since the start": ({SYNCHRONIZED: ""}, False, True),
    "it has a battery": ({READ: "1\n", NOW: "1795000000\n"}, False, True),
    "its battery is missing": ({READ: "1\n", NOW: "47\n"}, False, False),
    "the kernel did not read it": ({READ: "0\n", NOW: "1795000000\n"}, False, False),
    "it cannot be read": ({READ: "1\n", NOW: "?\n"}, False, False),
}


@pytest.mark.parametrize(("files", "disciplined", "wanted"), MACHINES.values(), ids=MACHINES)
def test_clock_is_believed_where_something_keeps_it(
    files: dict[str, str], disciplined: bool, wanted: bool, tmp_path: Path
) -> None:
    for name, text in ({MODEL: "Raspberry Pi 4 Model B\0"} | files).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert is_set(tmp_path, lambda: disciplined) is wanted


def test_clock_of_another_machine_is_believed(tmp_path: Path) -> None:
    """A PC has a battery, and a virtual one its host's clock."""
    assert is_set(tmp_path, lambda: False)


def test_games_are_dated_1970_while_the_clock_is_not_believed() -> None:
    """Their order and their length are right all the same."""
    lost, known = WallClock(lambda: False), WallClock(lambda: True)
    first, second = lost.now(), lost.now()
    assert first.year == 1970
    assert 0 <= (second - first).total_seconds() < 5
    assert abs((known.now() - datetime.now(UTC)).total_seconds()) < 5


def test_the_kernel_can_be_asked() -> None:
    assert is_disciplined() in (True, False)


def test_clock_is_looked_at_once_a_second_until_it_is_right() -> None:
    """Frames ask for it all the time; and the kernel may doubt it again after hours."""
    looks, answers, now = list[float](), iter((False, True)), 10.0

    def look() -> bool:
        looks.append(now)
        return next(answers)

    clock = WallClock(look, lambda: now)
    assert not clock.is_right
    now = 10.9
    assert not clock.is_right
    now = 11.0
    assert clock.is_right
    now = 99.0
    assert clock.is_right
    assert looks == [10.0, 11.0]


def test_lights_keep_their_day_brightness_until_the_clock_is_set() -> None:
    """A Pi without a network believes that it is still the evening of its last shutdown."""
    now = datetime.now(UTC).astimezone()
    night = f"{now - timedelta(hours=1):%H:%M}-{now + timedelta(hours=1):%H:%M}"
    here = StripConfig(brightness=0.8, night=night, night_brightness=0.1)
    assert brightness_now(here, WallClock(lambda: False)) == 0.8
    assert brightness_now(here, WallClock(lambda: True)) == 0.1
    always = StripConfig(brightness=0.8, night="00:00-00:00", night_brightness=0.1)
    assert brightness_now(always, WallClock(lambda: False)) == 0.1, "that takes no clock"
