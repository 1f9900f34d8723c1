"""Home Assistant itself, from PyPI in an environment of its own, reads what a table announces."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from mqtt.game import state_of
from mqtt.payloads import encode
from tests.kit.drivers.table_setup import Sitting
from tests.kit.paths import ROOT
from tests.mqtt.test_discovery import GOLDEN

RELEASE: Final = "homeassistant==2025.12.5"
"""The first releases with default_entity_id need Python 3.13; later ones 3.14."""

PYTHONS: Final = ("python3.14", "python3.13")
PLACE: Final = ROOT / "build/tests/home-assistant"
ORACLE: Final = ROOT / "tests/kit/oracles/home_assistant.py"


def python() -> str | None:
    """Return a Python that Home Assistant runs on, in the path or beside this one; a name in the
    path may be one that pyenv has put there for a version that is not chosen."""
    in_path = (found for one in PYTHONS if (found := shutil.which(one)))
    beside = (str(one) for one in sorted(Path.home().glob(".pyenv/versions/3.13.*/bin/python3.13")))
    return next((one for one in (*in_path, *beside) if _runs(one)), None)


def _runs(python: str) -> bool:
    return not subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode


@pytest.fixture(scope="module")
def house() -> str:
    """The Python of an environment with Home Assistant, which is kept for the next time."""
    ours = PLACE / "bin/python"
    if (PLACE / "complete").exists():
        return str(ours)
    if (found := python()) is None:
        pytest.skip(f"{RELEASE} needs {' or '.join(PYTHONS)}, and there is none")
    shutil.rmtree(PLACE, ignore_errors=True)
    subprocess.run([found, "-m", "venv", str(PLACE)], check=True)
    # It asks for a later 3.13 than Debian's or a developer's may be; what is read here runs on any.
    install = ["-m", "pip", "install", "--quiet", "--ignore-requires-python", RELEASE]
    done = subprocess.run([str(ours), *install], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"{RELEASE} cannot be installed: {done.stderr.strip().splitlines()[-1]}")
    (PLACE / "complete").touch()
    return str(ours)


def ask(house: str, message: dict[str, Any], payloads: dict[str, list[str]]) -> Any:
    """Return what Home Assistant makes of *message*, or of the complaint."""
    asked = json.dumps({"message": message, "payloads": payloads})
    done = subprocess.run(
        [house, str(ORACLE)], input=asked, capture_output=True, text=True, check=False
    )
    return json.loads(done.stdout) if not done.returncode else done.stderr


@pytest.mark.slow
def test_home_assistant_accepts_the_golden_message_and_shows_a_game(house: str) -> None:
    """By its own schemas; its templates find the score, the turn and the names, or nothing."""
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


@pytest.mark.slow
@pytest.mark.parametrize("lost", ["o", "dev", "cmps"])
def test_home_assistant_refuses_a_message_that_lacks_a_part(house: str, lost: str) -> None:
    """So the proof above is one."""
    message = json.loads(GOLDEN.read_text(encoding="utf-8"))
    del message[lost]
    assert "the device is refused" in ask(house, message, {})
