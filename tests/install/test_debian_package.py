"""The package on fresh Debian 12 and 13 without a network: installed, played, upgraded, rolled
back, removed, and killed at every step; and `make test` on the newer one."""

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.install.debian_tree import (
    DebianTree,
    can_emulate,
    can_make_trees,
    copy_of,
    debian_tree,
)
from tests.install.package_tree import (
    DATA_FOLDER,
    GAMES,
    INSTALL,
    KILLED,
    NEEDED,
    WHEELS,
    PackageTree,
    build_package,
)
from tests.kit.paths import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(can_make_trees() is not None, reason=can_make_trees() or ""),
]

SUITES: Final = (("bookworm", "amd64"), ("trixie", "amd64"))
NO_PI: Final = pytest.mark.skipif(not can_emulate("aarch64"), reason="qemu-aarch64 is not known")
EMULATED: Final = [pytest.param((suite, "arm64"), marks=NO_PI) for suite, _ in SUITES]
ON_A_PI_TOO: Final = pytest.mark.parametrize(
    "suite", [*SUITES, *EMULATED], indirect=True, ids="-".join, scope="module"
)
CUTS: Final = 12
BACKUPS: Final = "/var/backups/cribble"


class Packages(NamedTuple):
    first: Path
    second: Path
    third: Path


@pytest.fixture(scope="module", params=SUITES, ids="-".join)
def suite(request: pytest.FixtureRequest) -> tuple[str, str]:
    return request.param


@pytest.fixture(scope="module")
def packages(suite: tuple[str, str], tmp_path_factory: pytest.TempPathFactory) -> Packages:
    into, versions = tmp_path_factory.mktemp("packages"), ("0.1.0", "0.1.1", "0.1.2")
    return Packages(*(build_package(into, version, suite[1]) for version in versions))


@pytest.fixture(scope="module")
def fresh(suite: tuple[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[DebianTree]:
    place = tmp_path_factory.mktemp(suite[0])
    with debian_tree(place / "tree", suite[0], NEEDED, suite[1]) as tree:
        yield tree


@pytest.fixture
def machine(fresh: DebianTree, tmp_path: Path) -> Iterator[PackageTree]:
    """A copy of it, with some of the groups of a Pi."""
    with copy_of(fresh, tmp_path / "copy") as tree:
        machine = PackageTree(tree)
        machine.sh("groupadd --system gpio && groupadd --system spi")
        yield machine


@ON_A_PI_TOO
def test_the_package_through_its_whole_life(machine: PackageTree, packages: Packages) -> None:
    machine.install(packages.first)
    assert not machine.files(f"{DATA_FOLDER}/*"), "an image would have the same secrets everywhere"
    check_welcome(machine.sh("cribble join"), machine)
    check_user(machine)
    assert (
        machine.serve("grep ^Uid: /proc/$!/status").split()[1]
        == machine.sh("id -u cribble").strip()
    )

    machine.play_in_a_folder()
    assert machine.sh("/usr/libexec/cribble/found-games") == f"{GAMES}\n"
    machine.sh(f"cribble adopt {GAMES}")
    killed = machine.play(*ROUND, end=KILLED)
    assert (killed["scores"], killed["winner"]) == ([101, 105], None)
    won = machine.play(SHOW)
    assert (won["scores"], won["winner"]) == ([101, 121], 1)
    assert won["version"] == killed["version"] + 1
    games = machine.games
    assert games.count("\n") > 200
    owners = machine.sh(f"find {DATA_FOLDER} ! -user cribble")
    assert not owners, "root left files that the table cannot read"

    config = machine.file("/etc/cribble/config.toml")
    config.write_text(config.read_text(encoding="utf-8") + '\nlanguage = "fr"\n', encoding="utf-8")
    kept = config.read_bytes()

    machine.install(packages.second)
    assert (machine.version, machine.games, config.read_bytes()) == ("0.1.1", games, kept)
    (backup,) = machine.files(f"{BACKUPS}/*.zip")
    machine.serve("true")

    said = machine.sh("cribble rollback 2>&1")
    assert "This is Cribble 0.1.0 again." in said
    assert backup in said
    assert (machine.version, machine.games, config.read_bytes()) == ("0.1.0", games, kept)

    machine.install(packages.third)
    machine.install(packages.second)
    assert (machine.version, machine.games, config.read_bytes()) == ("0.1.1", games, kept)

    machine.sh("apt-get remove -y -q cribble")
    assert machine.files("/usr/lib/cribble/*") == machine.files("/usr/bin/cribble") == []
    machine.install(packages.third)
    assert (machine.version, machine.games, config.read_bytes()) == ("0.1.2", games, kept)

    said = machine.sh("apt-get purge -y -q cribble")
    (last,) = machine.files(f"{BACKUPS}/*")
    assert last in said
    assert not [*machine.files("/var/lib/cribble*"), *machine.files("/etc/cribble*")]
    assert not machine.sh("getent passwd cribble || :")

    machine.install(packages.first)
    machine.sh(f"cribble restore {last}")
    assert machine.games == games


def test_root_follows_no_link_of_the_user_cribble(machine: PackageTree, packages: Packages) -> None:
    machine.install(packages.first)
    machine.sh("cribble join")
    look = "stat -c '%U %a %Y' /etc/shadow && sha256sum /etc/shadow"
    before = machine.sh(look)
    for name in ("/etc/cribble/config.toml", f"{DATA_FOLDER}/secrets.json"):
        machine.sh(f"mv {name} /tmp/kept; setpriv --reuid cribble ln -s /etc/shadow {name}")
        for command in ("join", "pin", "code --renew", "backup /srv/all.zip", "doctor"):
            machine.tree.run(f"cribble {command}")
        machine.tree.run("dpkg-reconfigure cribble")
        machine.tree.run("/usr/libexec/cribble/keep-package")
        assert machine.sh(look) == before
        machine.sh(f"mv -T /tmp/kept {name}")
    machine.install(packages.second)
    assert machine.sh(look) == before
    machine.serve("true")


ROUND: Final = (
    {"do": "abandon"},
    {"do": "start", "rules": "six-card", "players": ["Ann", "Ben"], "dealer": 0,
     "scores": [100, 100]},
    {"do": "starter", "card": "5C"},
    *({"do": "play", "card": card} for card in ("4H", "5H", "5S", "6C", "6D")),
    {"do": "go"},
    {"do": "go"},
    *({"do": "play", "card": card} for card in ("7D", "JC", "8S")),
)  # fmt: skip
"""Ben pairs a five and a six and lays the last card of the first count, Ann that of the second."""
SHOW: Final = {"do": "count", "seat": 1, "cards": ["4H", "5S", "6D", "JC"]}
"""The 17 points with which Ben wins."""


def check_welcome(said: str, machine: PackageTree) -> None:
    """It ends with address, join code and PIN; a QR code needs a network or a host name."""
    code, pin = machine.sh("cribble code").strip(), machine.sh("cribble pin").strip()
    end = re.sub("\x1b[^m]*m", "", said)[-1500:]
    named = machine.tree.run("test -e /usr/bin/avahi-publish").returncode == 0
    squares = [line for line in end.splitlines() if line and set(line) <= {*" ▄▀█"}]
    assert (len(squares) > 10) == (named or not machine.tree.cut_off)
    assert re.search(r"http://\S+/", end)
    assert code in end
    assert pin in end


def check_user(machine: PackageTree) -> None:
    groups = {*machine.sh("id -nG cribble").split()}
    there = {name for name in ("gpio", "spi", "i2c", "input", "dialout")
             if machine.tree.run(f"getent group {name}").returncode == 0}  # fmt: skip
    assert {"gpio", "spi", "dialout"} <= there
    assert groups == {"cribble", *there}
    assert machine.sh("stat -c '%U %a' /var/lib/cribble").split() == ["cribble", "700"]


STEPS: Final = {
    "install": (None, "first"),
    "upgrade": ("first", "second"),
    "downgrade": ("second", "first"),
    "remove": ("first", "apt-get remove -y -q cribble"),
    "purge": ("first", "apt-get purge -y -q cribble"),
}


@pytest.mark.parametrize("step", STEPS)
def test_a_step_that_is_cut_off_anywhere_can_be_done_again(
    step: str, fresh: DebianTree, packages: Packages, tmp_path: Path
) -> None:
    with copy_of(fresh, tmp_path / "prepared") as tree:
        (before, command), prepared, games = STEPS[step], PackageTree(tree), ""
        is_install = command in Packages._fields
        if before:
            prepared.install(getattr(packages, before))
            prepared.play_in_a_folder()
            prepared.sh(f"cribble adopt {GAMES}")
            games = prepared.games
        package = prepared.put(getattr(packages, command if is_install else before))
        command = INSTALL.format(package=package) if is_install else command
        with copy_of(tree, tmp_path / "measured") as copy:
            began = time.monotonic()
            PackageTree(copy).sh(command)
            took = time.monotonic() - began
        cuts = 0
        for number in range(1, CUTS):
            with copy_of(tree, tmp_path / "cut") as copy:
                machine, after = PackageTree(copy), f"{took * number / CUTS:.2f}"
                kill = f"timeout --signal=KILL {after} {command}"
                cuts += "CUT" in machine.sh(f"{kill} || {{ test $? = 137 && echo CUT; }}")
                assert step not in ("upgrade", "downgrade") or machine.games == games, after
                # If dpkg was interrupted, apt requires this first.
                machine.sh(f"dpkg --configure -a; {command} || {{ dpkg -i {package}; {command}; }}")
                assert not machine.sh("dpkg --audit"), after
                check_step(step, machine, games)
    print(f"{step} took {took:.1f} s and was killed {cuts} times")
    assert cuts, "it was over before each"


def check_step(step: str, machine: PackageTree, games: str) -> None:
    if step == "purge":
        assert not machine.files(f"{DATA_FOLDER}/*")
        assert len(machine.files(f"{BACKUPS}/*")) == 1
    elif step == "remove":
        assert machine.files(f"{DATA_FOLDER}/journal.sqlite")
        assert not machine.files("/usr/lib/cribble/*")
    else:
        machine.serve("true")
        assert not games or machine.games == games


@pytest.mark.parametrize("architecture", ["amd64", "arm64"])
def test_the_wheels_are_complete_for_both_pythons(architecture: str, tmp_path: Path) -> None:
    """By name and tag, as pip selects them there; built on this machine, whatever it is."""
    from packaging.tags import compatible_tags, cpython_tags
    from packaging.utils import parse_wheel_filename

    build_package(tmp_path, architecture=architecture)
    folder = WHEELS / architecture
    machine = {"amd64": "x86_64", "arm64": "aarch64"}[architecture]
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in range(36, 16, -1)]
    platforms.append(f"manylinux2014_{machine}")
    for python in ((3, 11), (3, 13)):
        usable = {*cpython_tags(python, platforms=platforms)}
        usable |= {*compatible_tags(python, platforms=platforms)}
        wheels = [parse_wheel_filename(file.name) for file in folder.glob("*.whl")]
        there = {name for name, _, _, tags in wheels if tags & usable}
        wanted = (folder / f"for-python{python[0]}.{python[1]}").read_text(encoding="utf-8")
        assert {line.partition("==")[0] for line in wanted.splitlines()} <= there


@pytest.mark.skipif(not shutil.which("lintian"), reason="lintian is missing")
@pytest.mark.parametrize("architecture", ["amd64", "arm64"])
def test_lintian_finds_no_error(architecture: str, tmp_path: Path) -> None:
    package = build_package(tmp_path, architecture=architecture)
    done = subprocess.run(
        ["lintian", "--allow-root", package], capture_output=True, text=True, check=False
    )
    assert not [line for line in done.stdout.splitlines() if line.startswith("E:")]


BUILDS = ("ca-certificates", "git", "make", "python3", "python3-venv", "python3-dev", "gcc",
          "libc6-dev", "procps", "npm")  # fmt: skip


def test_make_test_passes_on_debian_13(tmp_path: Path) -> None:
    with debian_tree(tmp_path / "trixie", "trixie", BUILDS) as tree:
        tree.clone(ROOT, "/srv/cribble")
        done = tree.run("cd /srv/cribble && make test ARGS=-q", CI="true")
        assert done.returncode == 0, done.stdout[-8000:]
