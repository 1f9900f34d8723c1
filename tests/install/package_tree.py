"""The package built from this checkout, and a Debian in a folder on which it is installed, without
systemd and network."""

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tests.install.debian_tree import DebianTree
from tests.kit.paths import DATA, ROOT

WHEELS: Final = ROOT / "build" / "wheels"
NOT_COPIED: Final = (".*", "__pycache__", "*.egg-info", "build", "dist", "tests")

NEEDED: Final = ("python3", "python3-venv", "adduser", "iproute2", "init-system-helpers")
"""Dependencies of the package, and `ip` to enable the loopback device."""

INSTALL: Final = "apt-get install -y -q --no-install-recommends --allow-downgrades {package} 2>&1"
HOME: Final = "/home"
GAMES: Final = f"{HOME}/pi/.local/share/cribble"
DATA_FOLDER: Final = "/var/lib/cribble"

SERVE: Final = """
ip link set lo up
setpriv --reuid cribble --regid cribble --init-groups \
  --inh-caps=+net_bind_service --ambient-caps=+net_bind_service \
  /usr/lib/cribble/bin/cribble serve --config /etc/cribble/config.toml --access open \
  >/tmp/said 2>&1 &
/usr/libexec/cribble/answers --within 600 || {{ cat /tmp/said; exit 1; }}
{command}
{end}
"""
"""Like the systemd unit: as its user, with the capability to bind to port 80."""
STOPPED: Final = "kill %1; wait %1"
KILLED: Final = "kill -9 %1; wait %1 || test $? = 137"

PLAY: Final = """/usr/bin/python3 - '{actions}' <<'END'
import json, sys, urllib.request

TABLE = "http://127.0.0.1/api/v1"
for action in json.loads(sys.argv[1]):
    body = json.dumps({{"action": action}}).encode()
    headers = {{"Content-Type": "application/json"}}
    urllib.request.urlopen(urllib.request.Request(f"{{TABLE}}/actions", body, headers), timeout=60)
print(urllib.request.urlopen(f"{{TABLE}}/state", timeout=60).read().decode())
END"""
"""Enter actions over HTTP, without Cribble's own code; print the state."""


class PackageTree:
    """*tree* with packages in /srv; every command must succeed."""

    def __init__(self, tree: DebianTree) -> None:
        self.tree = tree

    def sh(self, command: str) -> str:
        done = self.tree.run(command, DEBIAN_FRONTEND="noninteractive", LC_ALL="C.UTF-8")
        assert done.returncode == 0, f"{command}: {done.stdout[-4000:]}"
        return done.stdout

    def put(self, package: Path) -> str:
        there = f"/srv/{package.name}"
        shutil.copy(package, self.tree.root / there.lstrip("/"))
        return there

    def install(self, package: Path) -> str:
        return self.sh(INSTALL.format(package=self.put(package)))

    def serve(self, command: str, end: str = STOPPED) -> str:
        """Run *command* while the table is running on port 80; return its output."""
        return self.sh(SERVE.format(command=command, end=end))

    def play(self, *actions: Mapping[str, Any], end: str = STOPPED) -> dict[str, Any]:
        """Serve while *actions* are entered; return the state after them."""
        played = PLAY.format(actions=json.dumps(actions))
        return json.loads(self.serve(played, end).splitlines()[0])

    def play_in_a_folder(self) -> None:
        """Create games as by `make run` of a user called pi."""
        self.sh(f"useradd --create-home pi && mkdir -p {GAMES}")
        shutil.copy(DATA / "journals/evenings.sqlite3", self.file(GAMES) / "journal.sqlite")
        self.sh(f"chown -R pi: {HOME}/pi")

    @property
    def games(self) -> str:
        """Return all lines of the table's journal (an export starts with its id)."""
        return self.sh("cribble export - | tail -n +2")

    @property
    def version(self) -> str:
        """Return the program's version, which must be the package's."""
        version = self.sh("dpkg-query -W -f '${Version}' cribble")
        assert self.sh("cribble --version") == f"cribble {version}\n"
        return version

    def file(self, path: str) -> Path:
        return self.tree.root / path.lstrip("/")

    def files(self, pattern: str) -> list[str]:
        found = self.tree.root.glob(pattern.lstrip("/"))
        return sorted(f"/{path.relative_to(self.tree.root)}" for path in found)


def build_package(
    into: Path, version: str = "", architecture: str = "amd64", **changes: Mapping[str, str]
) -> Path:
    """Build the package from this checkout as *version*, with *changes*: replacements by file."""
    copy = into / "source"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*NOT_COPIED))
    if version:
        changes["pyproject.toml"] = {'version = "0.1.0"': f'version = "{version}"'}
    for name, pairs in changes.items():
        file = copy / name
        text = file.read_text(encoding="utf-8")
        for old, new in pairs.items():
            assert old in text, f"{name} has no {old!r}"
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, copy / "packaging/deb.py", "--into", into, "--wheels", WHEELS,
         "--compression", "gzip", architecture],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())
