"""The doctor as a command: all checks, output languages, exit code."""

import json
import re
import shlex
import subprocess
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from cribble.boot_helper.__main__ import answer
from cribble.boot_helper.steps import request_of
from cribble.config.edit import edited
from cribble.doctor import CHECKS, run_checks
from cribble.doctor.finding import BootChange, Commands, Level, Remedy, Setting
from cribble.doctor.machine import Machine
from tests.doctor.cases import EN, FR, Case
from tests.kit.drivers.command_line import typed
from tests.kit.formats.machine_file import machine
from tests.kit.paths import told_blocks

CASES = {
    f"{path.stem}: {name}": case
    for path in Path(__file__).parent.glob("*.py")
    if path.name != "test_doctor.py"
    for name, case in vars(import_module(f"tests.doctor.{path.stem}")).get("CASES", {}).items()
}

TOLD = {name: sentences for name, *sentences in told_blocks("doctor")}

SHELL = re.compile(r"sudo (?!reboot)| && sudo reboot$")
WRITTEN_TO = ("etc/modprobe.d", "etc/udev/rules.d")


def in_force(patient: Machine) -> Any:
    """Return the effective settings in the boot files of *patient*, independent of their order."""
    written = [{patient.text(path) for path in patient.matching(f"{at}/*")} for at in WRITTEN_TO]
    boot = patient.boot
    return written, {*boot.lines}, boot.overlays, (patient.text(boot.cmdline) or "").split()


def check_that_its_line_does_the_same(remedy: Remedy, case: Case, root: Path) -> None:
    """Check that the command to paste has the same effect as the automatic repair."""
    match remedy:
        case Setting():
            config = tomllib.loads(edited("", {remedy.key: remedy.value}, EN))
            assert config == tomllib.loads(str(remedy))
        case Commands():
            steps = str(remedy).removesuffix(" && sudo reboot").split(" && ")
            assert [*map(tuple, map(shlex.split, steps))] == [*remedy.run]
            assert str(remedy).endswith("sudo reboot") == remedy.restart
        case BootChange(steps=[_, *_]):
            by_hand, by_helper = (machine(case.machine, root / name, **case.facts) for name in "ab")
            for folder in WRITTEN_TO:
                (by_hand.root / folder).mkdir(parents=True)
            line = SHELL.sub("", str(remedy)).replace(" /", f" {by_hand.root}/")
            subprocess.run(["/bin/sh", "-ec", line], check=True, stdout=subprocess.DEVNULL)
            done = json.loads(answer(request_of(remedy.steps), by_helper.root, lambda: None))
            assert done["written"]
            assert in_force(by_hand) == in_force(by_helper)
        case _:
            pass


@pytest.mark.parametrize("case", CASES)
def test_check_reports_its_finding_and_remedy(case: str, tmp_path: Path) -> None:
    one = CASES[case]
    assert one.told(tmp_path) == TOLD[case]
    found = [*run_checks(machine(one.machine, tmp_path / "in French", **one.facts), one.plan)]
    for place, (_, finding) in enumerate(found):
        english, french = (words.say(finding.sentence, **finding.values) for words in (EN, FR))
        assert french != english
        assert finding.mend or finding.level != Level.WRONG
        if finding.mend:
            check_that_its_line_does_the_same(finding.mend, one, tmp_path / str(place))


def test_every_check_is_in_a_case() -> None:
    assert TOLD.keys() == CASES.keys()
    assert {*CHECKS} == {case.check for case in CASES.values()} | {"model"}


def test_board_that_is_not_chosen_yet_is_not_called_complete(tmp_path: Path) -> None:
    done = typed("doctor", "--strip", "ddp", "--strip-at", "192.0.2.1", "--data", str(tmp_path))
    assert "No board is chosen yet" in done.out
    assert "wiring is complete" not in done.out


def test_the_command_tells_what_it_found(tmp_path: Path) -> None:
    done = typed("doctor", "--strip", "ddp", "--data", str(tmp_path))
    assert (done.code, done.err) == (2, "cribble: Problems to fix: 1; see docs/building.md.\n")
    assert (
        'WRONG  strip.at is ""; it must be WLED’s network address, such as 192.168.1.50.\n'
        '         strip.at = "192.168.1.50"\n'
    ) in done.out
    assert "The configured strip is ddp; this machine supports " in done.out


def test_doctor_finds_nothing_wrong_on_a_good_machine(tmp_path: Path) -> None:
    done = typed("doctor", "--json", "--strip", "null", "--data", str(tmp_path))
    told = json.loads(done.out)
    assert (done.code, done.err, told["strip"]) == (0, "", "null")
    assert {"ddp", "terminal", "browser"} <= {*told["could"]}
    assert [one for one in told["found"] if one["level"] == "wrong"] == []
    board = next(one for one in told["found"] if one["check"] == "board")
    assert board == {
        "check": "board",
        "level": "ok",
        "say": "The wiring is complete: 363 lights.",
        "mend": None,
    }
