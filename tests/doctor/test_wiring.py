"""The doctor at the board's wiring and supply."""

from pathlib import Path

import pytest

from cribble.boards import crowded_holes, shape_of
from cribble.cli.overrides import active_config
from cribble.config.schema import BoardConfig, Config
from cribble.doctor.machine import plan_of
from scorekeeper.words import Fault
from tests.kit.drivers.command_line import typed
from tests.kit.fakes.doctor_cases import PC, PI_4, on, plan, told

CLOSE = Config(
    board=BoardConfig(
        shape="paperclip", pitch=10.0, lane=14.0, street_gap=4.0, bends="round", light_mm=12.0
    )
)
"""The board of loose lights as the page had it once: they need holes of 12 mm."""

CASES = {
    "the limit is eaten by the dark": on(PI_4, plan("spi", limit=400), "power").says(
        "wrong: strip.limit_ma = 400 is too low: 363 LEDs draw 363 mA even when off. Set it to "
        "850 or more, with a supply to match. [strip.limit_ma = 850]"
    ),
    "the lights leave no wood": on(
        PC, plan("null")._replace(crowded=crowded_holes(CLOSE, shape_of(CLOSE))), "lights-apart"
    ).says(
        "wrong: Holes that are 10 mm apart leave no wood between lights of 12 mm: they have to "
        "be 14 mm apart (board.pitch, board.lane), or the lights smaller (board.light_mm). "
        "[.venv/bin/cribble board check]"
    ),
    "the board is wired": on(PC, plan("null"), "board").says(
        "ok: The board is wired: 363 lights. []"
    ),
}


def test_a_board_that_cannot_be_is_told_and_its_lights_are_not_counted(tmp_path: Path) -> None:
    faults = tuple(Fault("Hole {hole} has no light.", hole=hole) for hole in (3, 4, 5))
    found = told(tmp_path, PI_4, plan("spi", pixels=0)._replace(faults=faults))
    assert found["board"] == [
        "wrong: Hole 3 has no light. [.venv/bin/cribble board check]",
        "wrong: There are 2 more faults in the wiring. [.venv/bin/cribble board check]",
    ]
    assert not {"spi-buffer", "power"} & {*found}


def test_a_mend_speaks_of_the_same_board(tmp_path: Path) -> None:
    file = tmp_path / "my board.toml"
    file.write_text("[wiring]\npixels = 9\n", encoding="utf-8")
    done = typed("doctor", "--strip", "null", "--data", str(tmp_path), "--config", str(file))
    assert f".venv/bin/cribble board check --config '{file}'" in done.out


BROKEN = {
    "[wiring]\npixels = 360\n": 3,
    "[board]\nholes = 7\nshape = 'paperclip'\n": 1,
    "[wiring]\nlaid = 'segments'\n": 3 * 121,
    "[wiring]\nleds_per_m = 100\n": 1,
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_board_that_cannot_be_is_known_from_the_config(text: str, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(text, encoding="utf-8")
    planned = plan_of(active_config(str(file), {"data": "/tmp"}))
    assert (len(planned.faults), planned.pixels) == (BROKEN[text], 0)
