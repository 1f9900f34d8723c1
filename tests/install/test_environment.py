"""The environment that make builds sees what the system's packages bring, on any machine."""

import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

from tests.kit.paths import ROOT

FLAGS: Final = re.compile(r"^VENV_FLAGS := (.*)$", re.MULTILINE)


def test_apt_s_libraries_are_seen_in_the_environment(tmp_path: Path) -> None:
    """A keypad's evdev comes with apt on a PC as well: the flags of make let it in, for real."""
    flags = FLAGS.findall((ROOT / "Makefile").read_text(encoding="utf-8"))[0].split()
    base = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}"
    made = [str(base), "-m", "venv", "--without-pip", *flags, str(tmp_path / "env")]
    subprocess.run(made, check=True)
    told = [str(tmp_path / "env" / "bin" / "python"), "-c", "import sys; print(*sys.path)"]
    seen = subprocess.run(told, check=True, capture_output=True, text=True).stdout.split()
    ours = sysconfig.get_path("purelib", vars={"base": str(tmp_path / "env")})
    system = subprocess.run(
        [str(base), "-c", "import sys; print(*sys.path)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ours in seen
    assert {one for one in system.stdout.split() if "-packages" in one} <= {*seen}
    assert {one for one in system.stdout.split() if "-packages" in one}


def test_this_environment_sees_the_system_packages() -> None:
    """The tests run in the environment that people get."""
    text = (Path(sys.prefix) / "pyvenv.cfg").read_text(encoding="utf-8")
    assert re.search(r"^include-system-site-packages = true$", text, re.MULTILINE)
