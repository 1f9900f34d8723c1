"""The message of discovery: a golden one, and what Home Assistant makes of it."""

import json
from pathlib import Path

import pytest

from mqtt.home_assistant import AnnouncedTable, HomeAssistant, discovery
from mqtt.topics import Topics
from scorekeeper.words import LANGUAGES, Words
from tests.kit.drivers.table_setup import Sitting
from tests.kit.paths import DATA

GOLDEN = DATA / "mqtt" / "discovery.json"


def device(lang: str = "en") -> AnnouncedTable:
    """The table in the kitchen at home."""
    page = "http://192.168.1.20:8121/"
    return AnnouncedTable(Topics("home"), "kitchen", "1.2.3", lambda: page, Words.of(lang).say)


def test_the_message_is_the_golden_one() -> None:
    assert discovery(device(), 2, commands=True) == json.loads(GOLDEN.read_text())


def test_every_entity_has_a_platform_and_unique_ids() -> None:
    """Home Assistant refuses a part without platform or id, and an id that is there twice."""
    parts = discovery(device(), 3, commands=True)["cmps"]
    assert all(
        part["p"] and part["unique_id"] and part["default_entity_id"] for part in parts.values()
    )
    assert len({part["unique_id"] for part in parts.values()}) == len(parts)
    assert len({part["default_entity_id"] for part in parts.values()}) == len(parts)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_parts_have_names_in_the_language_of_the_table(lang: str) -> None:
    parts = discovery(device(lang), 2, commands=True)["cmps"]
    assert all(part["name"] for part in parts.values())
    assert (parts["dealer"]["name"] == "Dealer") is (lang == "en")


def test_without_commands_nothing_that_commands_is_enabled() -> None:
    parts = discovery(device(), 2, commands=False)["cmps"]
    off = {name for name, part in parts.items() if part.get("en") is False}
    assert off == {"light", "night", "marks", "undo"}


def test_a_third_team_is_announced_when_it_plays(tmp_path: Path) -> None:
    """And one game for two later takes nothing back."""
    house = HomeAssistant(
        device(), Lit(), tmp_path / "announced.json", enabled=True, commands=False
    )
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
    """What a broker that acknowledges at once retains, by topic."""

    def retain(self, topic: str, payload: bytes) -> bool:
        self[topic] = payload
        return True


class Lit:
    """Lights that stay on."""

    light, night, marks = (True, 1.0), False, False
