"""The discovery message: a golden copy, and its evaluation by Home Assistant itself, which is
installed from PyPI in its own environment."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from mqtt.game import state_of
from mqtt.home_assistant import AnnouncedTable, HomeAssistant, discovery
from mqtt.payloads import encode
from mqtt.topics import Topics
from scorekeeper.words import Words
from tests.kit.drivers.table_setup import Sitting
from tests.kit.paths import DATA, ROOT

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
    """A later game for two removes nothing."""
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
    """Lights that stay on."""

    light, night, marks = (True, 1.0), False, False


RELEASE: Final = "homeassistant==2025.12.5"
"""The first releases with default_entity_id require Python 3.13; later ones 3.14."""

PYTHONS: Final = ("python3.14", "python3.13")
PLACE: Final = ROOT / "build/tests/home-assistant"
ORACLE: Final = ROOT / "tests/mqtt/home_assistant.py"


def python() -> str | None:
    """Return a Python for Home Assistant, on the path or beside this one; on the path may be a
    pyenv shim for a version that is not selected."""
    in_path = (found for one in PYTHONS if (found := shutil.which(one)))
    beside = (str(one) for one in sorted(Path.home().glob(".pyenv/versions/3.13.*/bin/python3.13")))
    return next((one for one in (*in_path, *beside) if _runs(one)), None)


def _runs(python: str) -> bool:
    return not subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode


@pytest.fixture(scope="module")
def house() -> str:
    """The Python of an environment with Home Assistant, which is cached."""
    ours = PLACE / "bin/python"
    if (PLACE / "complete").exists():
        return str(ours)
    if (found := python()) is None:
        pytest.skip(f"{RELEASE} needs {' or '.join(PYTHONS)}, and there is none")
    shutil.rmtree(PLACE, ignore_errors=True)
    subprocess.run([found, "-m", "venv", str(PLACE)], check=True)
    # It requires a later 3.13 than Debian's, but the parts used here run on any.
    install = ["-m", "pip", "install", "--quiet", "--ignore-requires-python", RELEASE]
    done = subprocess.run([str(ours), *install], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"{RELEASE} cannot be installed: {done.stderr.strip().splitlines()[-1]}")
    (PLACE / "complete").touch()
    return str(ours)


def ask(house: str, message: dict[str, Any], payloads: dict[str, list[str]]) -> Any:
    """Return Home Assistant's results for *message*, or its error."""
    asked = json.dumps({"message": message, "payloads": payloads})
    done = subprocess.run(
        [house, str(ORACLE)], input=asked, capture_output=True, text=True, check=False
    )
    return json.loads(done.stdout) if not done.returncode else done.stderr


@pytest.mark.slow
def test_home_assistant_accepts_the_golden_message_and_shows_a_game(house: str) -> None:
    """By its own schemas; its templates yield the score, the turn and the names, or nothing."""
    message = json.loads(GOLDEN.read_text(encoding="utf-8"))
    sitting = Sitting()
    empty = encode(state_of(sitting.now, "kitchen", "full")).decode()
    sitting.begin(rules="six-card").lay("4H 10 5D")
    state = encode(state_of(sitting.now, "kitchen", "full")).decode()
    devices = '{"v":1,"strip":"lost","keypad":null,"night":true,"marks":false}'
    table = "cribble/home/table/kitchen"
    found = ask(house, message, {f"{table}/state": [state, empty], f"{table}/devices": [devices]})
    assert isinstance(found, dict), found
    assert set(found) == set(message["cmps"])
    shown = {name: part["value_template"] for name, part in found.items() if len(part) > 1}
    assert shown == {
        "score_1": ["0", "None"], "score_2": ["2", "None"], "phase": ["play", "idle"],
        "turn": ["Ann", "None"], "dealer": ["Ben", "None"], "deal": ["1", "None"],
        "to_go": ["119", "None"], "running": ["ON", "OFF"], "strip": ["OFF"], "keypad": ["None"],
        "night": ["ON"], "marks": ["OFF"],
    }  # fmt: skip
    attributes = [json.loads(one) for one in found["score_2"]["json_attributes_template"]]
    assert attributes == [{"pegs": [2, 0], "players": ["Ben"]}, {"pegs": [], "players": []}]
