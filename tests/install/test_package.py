"""The contents of the package, without third-party wheels: the quick part of its tests."""

import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator, Sequence
from configparser import ConfigParser
from importlib.metadata import metadata
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest

from cribble import own_wifi
from cribble.backup import backups
from cribble.boot_helper.__main__ import BOOT_FOLDERS, MODPROBE, UDEV_FOLDER
from cribble.boot_helper.client import SOCKET as BOOT_SOCKET
from cribble.boot_helper.steps import ALLOWED, NAMES_FILE, Verb
from cribble.config.file import read_config
from cribble.folders import PACKAGE, PACKAGE_CONFIG
from cribble.system.process import SYNCHRONIZED, TOLD
from hardware.pwm_helper.protocol import SOCKET
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.waiting import soon
from tests.kit.paths import ROOT

PACKAGING = ROOT / "packaging"
SHIPPED = PACKAGING / "root"
BY_HAND = sorted((ROOT / "docs/units").glob("*.service"))
UNITS = [*sorted((SHIPPED / "usr/lib/systemd/system").iterdir()), *BY_HAND]
SCRIPTS = [
    path
    for path in (*(PACKAGING / "maintainer").iterdir(), *SHIPPED.rglob("*"))
    if path.is_file() and not path.is_symlink() and path.read_bytes().startswith(b"#!/bin/sh")
]
EXPOSURE = {
    "cribble.service": 3.0,
    "cribble-lamp.service": 4.0,
    "cribble-name.service": 4.0,
    "cribble-boot@.service": 2.0,
    "cribble-clock@.service": 2.0,
    "cribble-country@.service": 2.0,
}


@pytest.fixture(scope="module")
def deb() -> Iterator[ModuleType]:
    sys.path.insert(0, str(PACKAGING))
    import deb  # type: ignore[import-not-found]

    yield deb
    sys.path.remove(str(PACKAGING))


def unit(path: Path) -> ConfigParser:
    read = ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(path, encoding="utf-8")
    return read


def test_a_wheel_takes_every_folder_of_documents() -> None:
    """A folder missing in pyproject.toml would be missing after pip install."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = project["tool"]["setuptools"]["data-files"]
    shipped = (*(ROOT / "docs").rglob("*.*"), *(ROOT / "cribble/drawings").rglob("*.svg"))
    folders = {path.parent.relative_to(ROOT) for path in shipped}
    for folder in sorted(folders):
        assert named.get(f"share/doc/cribble/{folder}") == [f"{folder}/*.*"], folder


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="dpkg-deb is missing")
def test_the_package_has_program_page_catalogues_firmware_and_documents(
    deb: ModuleType, tmp_path: Path
) -> None:
    (wheel,) = deb.build(tmp_path, "wheel")
    names = set(ZipFile(wheel).namelist())
    assert {
        "cribble/serve/run.py",
        "cribble/drawings/fr/breadboards/uno.svg",
        "web/assets.msgpack",
        "web/sentences.json",
        "web/templates/page.html",
        "scorekeeper/words/locale/fr/LC_MESSAGES/cribble.mo",
        "firmware_bridge/firmware/hex/cribble-atmega328p.hex",
        "firmware_bridge/firmware/hex/cribble-rp2040.uf2",
    } <= names
    assert any(name.endswith("share/doc/cribble/docs/fr/rules/acc.md") for name in names)
    assert not any(name.startswith(("tests/", "tools/", "packaging/")) for name in names)

    file = deb.build_deb("arm64", tmp_path, None, wheel, "none")
    assert file.name == f"cribble_{deb.version()}_arm64.deb"
    listed = subprocess.run(["dpkg-deb", "-c", file], capture_output=True, text=True, check=True)
    found = {line.split()[5][1:]: line.split()[:2] for line in listed.stdout.splitlines()}
    assert {
        "/etc/cribble/config.toml",
        "/usr/bin/cribble",
        "/usr/lib/cribble/firmware/cribble-atmega328p.hex",
        "/usr/lib/cribble/firmware/cribble-rp2040.uf2",
        "/usr/lib/systemd/system/cribble.service",
        "/usr/share/doc/cribble/docs/pictures/deal.webp",
        f"/usr/lib/cribble/wheels/{wheel.name}",
    } <= {*found}
    assert {owner for _, owner in found.values()} == {"root/root"}
    modes = {"drwxr-xr-x", "-rwxr-xr-x", "-rw-r--r--", "lrwxrwxrwx"}
    assert {mode for mode, _ in found.values()} <= modes
    fields = subprocess.run(["dpkg-deb", "-f", file], capture_output=True, text=True, check=True)
    assert "Architecture: arm64\n" in fields.stdout
    assert "Depends: python3 (>= 3.11), python3-venv" in fields.stdout
    control = subprocess.run(
        ["dpkg-deb", "-I", file, "conffiles"], capture_output=True, text=True, check=True
    )
    assert "/etc/cribble/config.toml" in control.stdout.splitlines()


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_run_by_root_follow_no_link_of_the_table_s_user(path: Path) -> None:
    """It owns the config and the data folder, so it may put symlinks there. Errors stop scripts."""
    done = subprocess.run(["sh", "-n", path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert "set -eu" in lines
    for line in lines:
        if re.search(r"(^|[\s;&(])(chown|chmod|chgrp)\s", line):
            assert re.search(r"chown -h |find \S+/tree ", line), line


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_units_start_what_there_is(path: Path) -> None:
    command = unit(path).get("Service", "ExecStart", fallback="")
    if not command:
        assert path.suffix == ".socket"
        return
    program, *words = command.split()
    if path in BY_HAND:
        assert program == "/opt/cribble/.venv/bin/cribble"
        assert typed(*words, "--help").code == 0
        assert unit(path).has_option("Service", "User") == (words[0] == "serve")
    elif program == str(PACKAGE / "bin/cribble"):
        assert typed(*words, "--help").code == 0
        assert words[words.index("--config") + 1] == str(PACKAGE_CONFIG)
    elif program == str(PACKAGE / "bin/python"):
        assert words[:2] == ["-I", "-m"]
        assert find_spec(f"{words[2]}.__main__")
    elif program == "/bin/sh":
        for script in re.findall(r"/usr/libexec/[\w/]+", command):
            assert (SHIPPED / script.lstrip("/")).stat().st_mode & 0o111
    else:
        assert (SHIPPED / program.lstrip("/")).stat().st_mode & 0o111


def test_the_table_is_watched_restarted_and_may_listen_at_port_80() -> None:
    service = unit(SHIPPED / "usr/lib/systemd/system/cribble.service")["Service"]
    assert service["User"] == "cribble"
    assert (service["Type"], service["WatchdogSec"]) == ("notify", "30")
    assert service["Restart"] == "on-failure"
    assert service["AmbientCapabilities"] == "CAP_NET_BIND_SERVICE"
    config = read_config(SHIPPED / str(PACKAGE_CONFIG).lstrip("/"))
    assert (config.port, config.data) == (80, "/var/lib/cribble")


@pytest.mark.parametrize(("name", "path"), [("boot", BOOT_SOCKET), ("lamp", SOCKET)])
def test_helpers_of_root_listen_where_the_table_asks(name: str, path: Path) -> None:
    socket = unit(SHIPPED / f"usr/lib/systemd/system/cribble-{name}.socket")["Socket"]
    assert str(path) in (socket.get("ListenStream"), socket.get("ListenSequentialPacket"))
    assert (socket["SocketGroup"], socket["SocketMode"]) == ("cribble", "0660")


def test_the_boot_helper_may_write_its_files_and_no_others() -> None:
    service = unit(SHIPPED / "usr/lib/systemd/system/cribble-boot@.service")["Service"]
    files = (MODPROBE, NAMES_FILE)
    folders = (*BOOT_FOLDERS, UDEV_FOLDER, *(Path(file).parent.as_posix() for file in files))
    assert {*service["ReadWritePaths"].split()} == {f"-/{folder}" for folder in folders}
    assert service["ProtectSystem"] == "strict"


def test_boot_helper_starts_units_of_the_package_alone() -> None:
    units = {path.name for path in UNITS if path.stem.endswith("@")} - {"cribble-boot@.service"}
    example = {"clock": "1800000000", "country": "CA"}
    for name in units:
        kind = name.removeprefix("cribble-").partition("@")[0]
        assert ALLOWED[Verb.START].fullmatch(name.replace("@", f"@{example.pop(kind)}"))
    assert not example
    clock = SHIPPED / "usr/lib/systemd/system/cribble-clock@.service"
    assert f"touch /{TOLD}'" in unit(clock)["Service"]["ExecStart"]
    assert unit(clock)["Unit"]["ConditionPathExists"] == f"!/{SYNCHRONIZED}"


def test_package_lets_the_table_have_its_wifi_and_its_stick() -> None:
    assert not (SHIPPED / "etc/NetworkManager").exists(), "other Wi-Fis stay as they are"
    rights = (SHIPPED / "usr/share/polkit-1/rules.d/60-cribble.rules").read_text()
    assert 'subject.user === "cribble"' in rights
    for action in ("network-control", "settings.modify.system", "wifi.share.protected"):
        assert f'"{own_wifi.NAME}.{action}"' in rights
    rule = (SHIPPED / "usr/lib/udev/rules.d/61-cribble-stick.rules").read_text()
    place = "/run/cribble-stick"
    assert f'ENV{{ID_FS_LABEL}}!="{backups.STICK}"' in rule
    assert f"$devnode {place}" in rule
    unit = (SHIPPED / "usr/lib/systemd/system/cribble.service").read_text()
    assert f"-{place}\n" in unit


STUBS = {
    "ip": 'grep -e "$2$3$4" "${0%/*}/addresses" | sed "s/^[^:]*: //"',
    "avahi-publish": 'echo "$3 $4" >> "${0%/*}/said"; exec /bin/sleep 60',
    "sleep": "exec /bin/sleep 0.05",
}


def test_the_name_follows_the_address(tmp_path: Path) -> None:
    """The address of the default route, else the first that is not a loopback; once for each."""
    for name, text in STUBS.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    addresses, said = tmp_path / "addresses", tmp_path / "said"
    addresses.write_text("")
    program = subprocess.Popen(
        ["/bin/sh", SHIPPED / "usr/libexec/cribble/name"],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        start_new_session=True,
    )
    try:
        told = list[str]()
        for line, address in (
            ("-oaddressshow: 2: lan inet 10.42.0.1/24 scope global lan", "10.42.0.1"),
            ("routeget192.0.2.1: 192.0.2.1 via 10.0.2.2 dev lan src 10.0.2.15 uid 0", "10.0.2.15"),
        ):
            addresses.write_text(f"{line}\n")
            told.append(f"cribble.local {address}")
            soon(lambda: said.exists() and said.read_text().splitlines() == told)
    finally:
        program.terminate()
        assert program.wait(60) == 0


DPKG_STUBS = {
    "install": 'for last; do :; done; mkdir -p "$last"',
    "systemctl": "echo inactive",
    **dict.fromkeys(("getent", "id", "adduser", "chown", "deb-systemd-invoke"), ":"),
    "deb-systemd-helper": ":",
}


@pytest.mark.parametrize("has_systemd", [False, True])
def test_installing_in_an_image_runs_no_program_that_makes_secrets(
    has_systemd: bool, tmp_path: Path
) -> None:
    script = re.sub(
        r"(?<![\w/}])/(?=usr|var|etc|run)",
        f"{tmp_path}/",
        (PACKAGING / "maintainer/postinst").read_text(encoding="utf-8"),
    )
    home = tmp_path / "usr/lib/cribble"
    stubs = {
        **{f"stubs/{name}": text for name, text in DPKG_STUBS.items()},
        "usr/lib/cribble/bin/cribble": f'echo "$1" >> {tmp_path}/ran',
        "usr/libexec/cribble/environment": f"echo {home}/environments/1",
        "usr/libexec/cribble/found-games": ":",
        "usr/libexec/cribble/answers": ":",
    }
    for name, text in stubs.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)
    if has_systemd:
        (tmp_path / "run/systemd/system").mkdir(parents=True)
    subprocess.run(
        ["sh", "-c", script, "postinst", "configure"],
        env={"PATH": f"{tmp_path}/stubs:/usr/bin:/bin"},
        check=True,
    )
    ran = tmp_path / "ran"
    assert (ran.read_text().split() if ran.exists() else []) == ["join", "export"] * has_systemd


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is missing")
@pytest.mark.parametrize("name", EXPOSURE)
def test_units_are_hardened(name: str) -> None:
    path = SHIPPED / "usr/lib/systemd/system" / name
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", path],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    level = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert level, done.stderr
    assert float(level[1]) <= EXPOSURE[name]


@pytest.mark.parametrize(
    ("chip", "others"),
    [("atmega328p", ()), ("rp2040", ("rp2040/boot2.S", "rp2040/rp2040.ld", "uf2.py"))],
)
def test_the_delivered_firmware_was_made_of_these_sources(chip: str, others: Sequence[str]) -> None:
    """If this fails: make delivered-firmware."""
    firmware = ROOT / "firmware_bridge/firmware"
    files = [
        file
        for kind in ("*.c", "*.h")
        for file in sorted(file for room in (chip, "core") for file in (firmware / room).glob(kind))
    ]
    files += [firmware / other for other in others]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files))
    told = (firmware / f"hex/cribble-{chip}.sources").read_text(encoding="ascii").strip()
    assert told == digest.hexdigest()


@pytest.fixture(scope="module")
def requirements() -> str:
    return subprocess.run(
        [sys.executable, "-c", "import wheels; print(wheels.requirements())"],
        cwd=PACKAGING, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip


def test_the_licence_of_each_wheel_is_named(requirements: str) -> None:
    named = (PACKAGING / "copyright").read_text(encoding="utf-8")
    for name in re.findall(r"^([\w.-]+)==", requirements, re.MULTILINE):
        facts = metadata(name)
        licence = " ".join(
            (facts.get("License-Expression") or facts.get("License") or "",
             *(one for one in facts.get_all("Classifier") or () if one.startswith("License")))
        )  # fmt: skip
        family = re.search("LGPL|GPL|ZPL|EPL|MPL|Apache|BSD|MIT", licence)
        assert family, (name, licence)
        assert family[0] in named, name
        assert family[0] in ("BSD", "MIT") or name in named, name


def test_every_library_of_the_program_goes_along_and_nothing_that_only_builds(
    requirements: str,
) -> None:
    names = {*re.findall(r"^([\w.-]+)==", requirements, re.MULTILINE)}
    assert {"flask", "msgspec", "markupsafe", "werkzeug", "segno"} <= names
    assert not {"babel", "setuptools"} & names
    assert requirements.count("--hash=") >= len(names)


def test_sdist_of_a_release_depends_on_its_contents_alone(
    deb: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Packed at other times, by other users, in another order and with another umask."""
    import release  # type: ignore[import-not-found]

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    packed = []
    for number in (0, 1):
        file = tmp_path / str(number) / "cribble.tar.gz"
        file.parent.mkdir()
        with tarfile.open(file, "w:gz") as archive:
            for name in ("a", "b") if number else ("b", "a"):
                member = tarfile.TarInfo(name)
                member.size, member.mtime, member.uid = 1, number, number
                member.mode, member.uname = 0o600 + 0o44 * number, f"user {number}"
                archive.addfile(member, BytesIO(name.encode()))
        release.make_reproducible(file)
        packed.append(file.read_bytes())
    assert packed[0] == packed[1]
    with tarfile.open(tmp_path / "0/cribble.tar.gz") as archive:
        assert [member.name for member in archive] == ["a", "b"]
        assert {member.mtime for member in archive} == {1700000000}
