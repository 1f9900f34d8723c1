"""The browsers themselves: brought by make, and gone with the tests."""

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.kit.drivers.waiting import soon
from tests.kit.paths import ROOT
from tests.page.engines.browsers import ENGINES

TESTS = """
import sys, time
from tests.page.engines.processes import running
with running("sh", "-c", 'echo $$ > "$0"; sleep 600 & wait', sys.argv[1]):
    time.sleep(600)
"""


def test_make_brings_the_packages_of_each_engine() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (named,) = re.findall(r"^ENGINES \?= (.*)$", makefile, re.MULTILINE)
    brought = dict(re.findall(r"^PACKAGES_([\w-]+) := (.*)$", makefile, re.MULTILINE))
    assert named.split() == [engine.name for engine in ENGINES]
    assert {name: sorted(packages.split()) for name, packages in brought.items()} == {
        engine.name: sorted(engine.packages) for engine in ENGINES
    }


def test_killed_tests_leave_no_browser_running(tmp_path: Path) -> None:
    """Its whole process group goes, although nobody could ask it to."""
    said = tmp_path / "browser"
    tests = subprocess.Popen([sys.executable, "-c", TESTS, said], cwd=ROOT)
    soon(lambda: said.exists() and said.read_text().strip() != "")
    group = os.getpgid(int(said.read_text()))
    assert group != os.getpgid(0)
    tests.kill()
    tests.wait()
    soon(lambda: not is_alive(group))


def is_alive(group: int) -> bool:
    """True while any process of the *group* runs; one that only waits to be buried does not."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            _, _, rest = stat.read_text().rpartition(") ")
            state, _, its_group, *_ = rest.split()
            if int(its_group) == group and state != "Z":
                return True
    return False
