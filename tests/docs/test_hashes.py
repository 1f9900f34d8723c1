"""Everything that `make setup` installs is pinned by its hash."""

import re
import tomllib

from tests.kit.paths import ROOT


def test_every_library_that_runs_has_its_hashes() -> None:
    """At the version of constraints.txt, all that they need included."""
    pinned = dict(
        re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    )
    text = (ROOT / "hashes.txt").read_text()
    hashed = dict(
        re.findall(r"^([\w.-]+)==(\S+) \\\n +--hash=sha256:[0-9a-f]{64}", text, re.MULTILINE)
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]["catalogues"]
    wanted = {re.split(r"[<>=]", one)[0] for one in (*project["dependencies"], *extras)}
    assert wanted <= {*hashed}
    assert hashed.items() <= pinned.items()
    assert "--require-hashes -r hashes.txt" in (ROOT / "Makefile").read_text()
