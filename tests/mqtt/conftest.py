"""A broker for tests that request one."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mqtt.client import Client
from mqtt.home_assistant import AnnouncedTable, HomeAssistant
from mqtt.link import TableLink
from mqtt.night import NightTable
from mqtt.topics import Topics
from scorekeeper.journal import utc_now
from scorekeeper.words import Words
from tests.kit.drivers.mosquitto import Mosquitto, mosquitto
from tests.kit.drivers.table_setup import Sitting


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path / "mosquitto") as broker:
        yield broker


HOME = Topics("home")


class Controls:
    """Lights and switches that record commands."""

    light, night, marks = (True, 0.5), False, True

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []

    def set_light(self, on: bool, brightness: float | None) -> None:
        self.done.append(("light", on, brightness))

    def set_night(self, on: bool) -> None:
        self.done.append(("night", on))

    def set_marks(self, on: bool) -> None:
        self.done.append(("marks", on))

    def undo(self) -> None:
        self.done.append(("undo",))


class Kitchen:
    """The table in the kitchen, linked to *broker*."""

    def __init__(
        self,
        broker: Mosquitto,
        folder: Path,
        name: str,
        topics: Topics,
        *,
        make_client: Callable[..., Client] = Client,
        **house: bool,
    ) -> None:
        self.sitting, self.controls = Sitting(), Controls()
        table = self.sitting.table
        device = AnnouncedTable(
            topics, name, "1.0", lambda: "http://10.0.0.2:8121/", Words.of("en").say
        )
        options = {"enabled": False, "commands": False} | house
        self.link = TableLink(
            table,
            topics,
            name,
            partial(make_client, broker.address, name=f"{topics.club} {name}", chance=lambda: 0.0),
            NightTable(table, topics, name, folder / "night.json"),
            HomeAssistant(device, self.controls, folder / "announced.json", **options),
            clock=utc_now,
            chance=lambda: 0.0,
        )
        self.link.start()

    @property
    def health(self) -> dict[str, object]:
        return self.link.health
