"""Checks of the system: user, libraries, the folder of the journal, clock, Wi-Fi and broker."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from shlex import quote
from typing import Final, NamedTuple

from cribble.cli.files import cannot_use
from cribble.doctor.finding import Finding, fine, note, wrong
from cribble.doctor.machine import Machine, Node
from cribble.doctor.plan import Plan
from cribble.doctor.raspberry_pi import pi_of
from cribble.folders import JOURNAL, expand_home
from mqtt.broker import broker_of, read_password
from mqtt.topics import Topics
from scorekeeper.words import Fault, en

TABLE_UNIT: Final = "/etc/systemd/system/cribble.service"
AT_BOOT: Final = (
    "sudo -u cribble /opt/cribble/.venv/bin/cribble doctor "
    "--config /etc/cribble/config.toml --data /var/lib/cribble"
)
"""The doctor of a table that starts with the machine: run by its user, with its settings."""


def check_user(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the doctor is not asked as root, to whom everything is open."""
    if machine.user.root:
        yield note(
            "Nothing is closed to root: ask again as the user who keeps the table.",
            mend=AT_BOOT if machine.text(TABLE_UNIT) is not None else "",
        )


def check_config(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the table goes by the config, and not by a spare one."""
    if fault := plan.unusable:
        mend = f"sudoedit {quote(str(plan.config))} && sudo systemctl restart cribble"
        yield wrong(fault.sentence, mend=mend, **fault.values)


def may_use(machine: Machine, path: str, node: Node, rule: str) -> Iterator[Finding]:
    """Check that this user may use *path*; udev's *rule* opens what only root may use."""
    name = machine.user.name
    if node.open:
        yield fine("{path} is open to {user}.", path=path, user=name)
    elif not node.for_group or node.group == "root":
        yield wrong("{path} is closed to everybody but root.", mend=rule, path=path)
    elif name in _members(machine, node.group):
        sentence = en("{user} was put into the group {group}, but not while this session runs.")
        yield wrong(sentence, mend="sudo reboot", user=name, group=node.group)
    else:
        sentence = en("{path} is closed to {user}: it is for the group {group}.")
        mend = f"sudo usermod -aG {node.group} {name} && sudo reboot"
        yield wrong(sentence, mend=mend, path=path, user=name, group=node.group)


def _members(machine: Machine, group: str) -> list[str]:
    """The users that will be in *group* when they log in next."""
    for line in (machine.text("/etc/group") or "").splitlines():
        name, *_, members = line.split(":")
        if name == group:
            return members.split(",")
    return []


def udev(rule: str, name: str) -> str:
    """Return the shell line that writes *rule* where udev reads it, and restarts."""
    return f"echo '{rule}' | sudo tee /etc/udev/rules.d/60-{name}.rules && sudo reboot"


class Library(NamedTuple):
    """A library by its name: Debian's package ``debian`` brings it, else ``pip``, which compiles
    it where it is ``compiled``."""

    name: str
    debian: str = ""
    pip: str = ""
    compiled: bool = False


LIBRARIES: Final[Mapping[str, Library]] = {
    "spi": Library("spidev", "python3-spidev"),
    "ws281x": Library("rpi_ws281x", pip="rpi-ws281x>=5,<6", compiled=True),
}
"""By strip; the others need none."""
COMPILER: Final = "sudo apt-get install gcc libc6-dev python3-dev"


def check_library(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the library of the chosen strip can be imported."""
    yield from find_library(machine, LIBRARIES[plan.strip])


def find_library(machine: Machine, library: Library) -> Iterator[Finding]:
    """Check that *library* can be imported, or else what it takes to bring it."""
    if version := machine.version(library.name):
        sentence = en("The library {library} is here: version {version}.")
        yield fine(sentence, library=library.name, version=version)
        return
    header = f"{machine.headers}/Python.h"
    if library.compiled and machine.raw(header) is None:
        sentence = en("The library {library} is compiled here, and {file} is missing.")
        yield wrong(sentence, mend=COMPILER, library=library.name, file=header)
    sentence = en("The library {library} is missing from {folder}, where this program runs.")
    mend = _install_line(machine, library)
    yield wrong(sentence, mend=mend, library=library.name, folder=machine.environment)


def _install_line(machine: Machine, library: Library) -> str:
    """Return the shell line that brings *library* into the environment of this program."""
    if library.debian:
        return f"sudo apt-get install {library.debian}"
    folder = machine.node(machine.environment)
    root = "sudo " if folder and not folder.open else ""
    python = quote(f"{machine.environment}/bin/python")
    return f"{root}{python} -m pip install {quote(library.pip)}"


MEGABYTE: Final = 1 << 20
ENOUGH: Final = 100
"""MB: a game takes some 50 kB, but a full card breaks other things first."""
ROOMY: Final = 10_000
"""MB from which on they are said as GB."""


def check_data(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the journal can be written, and has room."""
    try:
        free = machine.space(plan.data) // MEGABYTE
    except OSError as fault:
        why = cannot_use(fault, plan.data)
        yield wrong(why.sentence, mend='data = "/var/lib/cribble"', **why.values)
        return
    facts = {"path": plan.data, "free": free}
    if free >= ROOMY:
        facts["free"] = f"{free / 1000:.1f}"
        yield fine("The journal goes to {path}, which has {free} GB left.", **facts)
    elif free < ENOUGH:
        sentence = en("{path} has only {free} MB left: make room before the journal is full.")
        yield wrong(sentence, mend="df -h", **facts)
    else:
        yield fine("The journal goes to {path}, which has {free} MB left.", **facts)


MOUNTS: Final = "/proc/mounts"
OVERLAY: Final = "overlay"
OVERLAY_WORDS: Final = ("overlayroot", "boot=overlay")
"""Words of the kernel's command line that put everything that is written into memory."""
OVERLAY_OFF: Final = "sudo raspi-config nonint do_overlayfs 1 && sudo reboot"


def check_overlay(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the games are on a disk: an overlay forgets them with the current."""
    told = machine.text("/proc/cmdline") or ""
    if any(word in told for word in OVERLAY_WORDS) and _kind_at(machine, str(plan.data)) == OVERLAY:
        sentence = en("{path} is on an overlay in memory: every game is lost with the current.")
        yield wrong(sentence, mend=OVERLAY_OFF, path=plan.data)


def _kind_at(machine: Machine, path: str) -> str:
    """The kind of file system that *path* is on: that of the longest mount above it."""
    kinds = {}
    for line in (machine.text(MOUNTS) or "").splitlines():
        _, there, kind, *_ = (*line.split(" "), "", "")
        if there == "/" or f"{path}/".startswith(f"{there}/"):
            kinds[there] = kind
    return kinds[max(kinds, key=len)] if kinds else ""


def check_clock(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that this machine knows what time it is."""
    if not machine.clock_is_set():
        yield note(
            "Nobody has set this machine’s clock since it started: the night and the dated "
            "backups wait for that.",
            mend="timedatectl",
        )


RADIOS: Final = "/sys/class/rfkill/rfkill*/type"
COUNTRY: Final = "sudo raspi-config nonint do_wifi_country CA && sudo rfkill unblock wifi"
"""Raspberry Pi OS keeps the Wi-Fi off until somebody says in which country it is."""


def check_own_wifi(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the radio for a Wi-Fi of the table's own is there and switched on."""
    if plan.own_wifi == "auto" and pi_of(machine) is None:
        return
    radios = [path for path in machine.matching(RADIOS) if machine.text(path) == "wlan"]
    off = [path for path in radios if machine.text(path.replace("/type", "/soft")) == "1"]
    if not radios:
        yield note("This machine has no Wi-Fi: without a network no phone finds the table.")
    elif len(off) == len(radios):
        sentence = en("The Wi-Fi is switched off, so the table can make none of its own.")
        yield wrong(sentence, mend=COUNTRY)


def check_journal(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the journal is whole and its backup can follow."""
    if fault := machine.journal(plan.data / JOURNAL):
        yield wrong(fault.sentence, mend=f"ls -la {quote(str(plan.data))}", **fault.values)


def check_broker(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the broker lets the table in, and passes on what it says."""
    chosen = plan.broker
    secret = Path(chosen.password_file)
    try:
        password = read_password(expand_home(secret)) if chosen.user else ""
        broker = broker_of(chosen.url, chosen.user, password)
    except Fault as fault:
        yield wrong(fault.sentence, mend=f"ls -l {quote(str(secret))}", **fault.values)
        return
    facts = {"url": repr(broker), "user": chosen.user, "table": chosen.table, "club": chosen.club}
    try:
        answer = machine.broker(broker, Topics(chosen.club).probe(chosen.table))
    except OSError as fault:
        sentence = en("The broker {url} does not answer ({reason}): is it on, and in this network?")
        reason = fault.strerror or str(fault)
        yield wrong(sentence, mend=f"ping -c 3 {broker.host}", reason=reason, **facts)
        return
    login = f"sudo mosquitto_passwd /etc/mosquitto/cribble.passwords {chosen.user or 'cribble'}"
    if answer.refusal and chosen.user:
        sentence = en("The broker {url} does not let the user {user} in ({reason}).")
        yield wrong(sentence, mend=login, reason=answer.refusal, **facts)
    elif answer.refusal:
        sentence = en("The broker {url} lets nobody in without a user and a password ({reason}).")
        yield wrong(sentence, mend=login, reason=answer.refusal, **facts)
    elif not answer.passes_on:
        sentence = en(
            "The broker {url} passes on nothing that the table {table} of the club {club} says: "
            "its access list forbids it."
        )
        yield wrong(sentence, mend="grep -r acl_file /etc/mosquitto", **facts)
    else:
        yield fine("The broker {url} passes on what the table {table} says.", **facts)
