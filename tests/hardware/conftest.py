"""Tables followed by the devices under test, with a simulated clock or in real time."""

from collections.abc import Iterator

import pytest

from scorekeeper.device import DeviceFault
from scorekeeper.table import Table
from tests.kit.fakes.lights import Watch, ann_and_ben


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def table(watch: Watch) -> Iterator[Table]:
    """A table of Ann and Ben with a simulated clock."""
    with ann_and_ben(ticks=watch) as table:
        yield table


@pytest.fixture
def living() -> Iterator[Table]:
    """The same in real time."""
    with ann_and_ben() as table:
        yield table


START = '{"do": "start", "rules": "six-card", "players": ["Ann", "Ben"], "dealer": 1}'


class Told(list[str | None]):
    """The reports about a buzzer, in order."""

    def __call__(self, why: DeviceFault | None) -> None:
        self.append(why and str(why))
