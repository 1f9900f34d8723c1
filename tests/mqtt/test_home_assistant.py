"""The discovery message equals a golden copy, which Home Assistant accepts."""

import json
from pathlib import Path
from typing import Final

from mqtt.home_assistant import AnnouncedTable, HomeAssistant, discovery
from mqtt.topics import Topics
from scorekeeper.words import Words
from tests.kit.drivers.table_setup import Sitting
from tests.kit.paths import DATA

GOLDEN: Final = DATA / "mqtt" / "discovery.json"


PAGE: Final = "http://192.168.1.20:8121/"
KITCHEN: Final = AnnouncedTable(
    Topics("home"), "kitchen", "1.2.3", lambda: PAGE, Words.of("en").say
)


def test_the_message_is_the_golden_one() -> None:
    assert discovery(KITCHEN, 2, commands=True) == json.loads(GOLDEN.read_text())


def test_without_commands_nothing_that_commands_is_enabled() -> None:
    parts = discovery(KITCHEN, 2, commands=False)["cmps"]
    off = {name for name, part in parts.items() if part.get("en") is False}
    assert off == {"light", "night", "marks", "undo"}


def test_a_third_team_is_announced_when_it_plays(tmp_path: Path) -> None:
    house = HomeAssistant(KITCHEN, Lit(), tmp_path / "announced.json", enabled=True, commands=False)
    sitting = Sitting()

    def announces_third_team() -> bool:
        broker = RetainedMessages()
        assert house.publish(sitting.now, sitting.table.machine, broker)
        return "score_3" in json.loads(broker[Topics("home").discovery("kitchen")])["cmps"]

    assert not announces_third_team()
    sitting.begin(rules="three-handed", players=["Ann", "Ben", "Cid"])
    assert announces_third_team()
    sitting.do("abandon")
    sitting.begin()
    assert announces_third_team()


class RetainedMessages(dict[str, bytes]):
    """Retained messages, by topic, of a broker that acknowledges at once."""

    def retain(self, topic: str, payload: bytes) -> bool:
        self[topic] = payload
        return True


class Lit:
    light, night, marks = (True, 1.0), False, False
