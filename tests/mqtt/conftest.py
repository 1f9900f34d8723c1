"""A broker for each test that asks for one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.drivers.mosquitto import Mosquitto, mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path / "mosquitto") as broker:
        yield broker
