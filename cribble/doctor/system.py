"""Checks of the system: user, libraries, journal, clock, Wi-Fi and broker."""

from collections.abc import Iterator
from pathlib import Path
from shlex import quote
from typing import Final, NamedTuple

from cribble.cli.files import cannot_use
from cribble.doctor.finding import (
    Advice,
    BootChange,
    Commands,
    Finding,
    Remedy,
    Setting,
    as_root,
    fine,
    note,
    wrong,
)
from cribble.doctor.machine import Machine, Node, Plan
from cribble.folders import JOURNAL, expand_home
from mqtt.broker import broker_of, read_password
from mqtt.topics import Topics
from scorekeeper.words import Fault, en

TABLE_UNIT: Final = "/etc/systemd/system/cribble.service"
AT_BOOT: Final = Advice(
    "sudo -u cribble /opt/cribble/.venv/bin/cribble doctor "
    "--config /etc/cribble/config.toml --data /var/lib/cribble"
)
"""The doctor of a table that starts with the machine: run by its user, with its settings."""


def check_user(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Note that the doctor is run by root, who may use every device."""
    if machine.user.root:
        yield note(
            "Nothing is closed to root: ask again as the user who keeps the table.",
            mend=AT_BOOT if machine.text(TABLE_UNIT) is not None else None,
        )


def check_config(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Warn if the fallback config is in use."""
    if fault := plan.unusable:
        mend = f"sudoedit {quote(str(plan.config))} && sudo systemctl restart cribble"
        yield wrong(fault.sentence, mend=Advice(mend), **fault.values)


def may_use(machine: Machine, path: str, node: Node, opened_by: Remedy) -> Iterator[Finding]:
    """Check that this user may use *path*; *opened_by* lets its group use it."""
    name = machine.user.name
    if node.open:
        yield fine("{path} is open to {user}.", path=path, user=name)
    elif not node.for_group or node.group == "root":
        yield wrong("{path} is closed to everybody but root.", mend=opened_by, path=path)
    elif any(
        line.startswith(f"{node.group}:") and name in line.split(":")[-1].split(",")
        for line in (machine.text("/etc/group") or "").splitlines()
    ):
        sentence = en("{user} was put into the group {group}, but not while this session runs.")
        yield wrong(sentence, mend=BootChange(), user=name, group=node.group)
    else:
        sentence = en("{path} is closed to {user}: it is for the group {group}.")
        mend = as_root(f"usermod -aG {node.group} {name}", restart=True)
        yield wrong(sentence, mend=mend, path=path, user=name, group=node.group)


class Library(NamedTuple):
    """A Python library: in the package ``debian`` if there is one, else installed by ``pip``, which
    has to compile it if it is ``compiled``."""

    name: str
    debian: str = ""
    pip: str = ""
    compiled: bool = False


def find_library(machine: Machine, library: Library) -> Iterator[Finding]:
    """Check that *library* can be imported."""
    if version := machine.version(library.name):
        sentence = en("The library {library} is here: version {version}.")
        yield fine(sentence, library=library.name, version=version)
        return
    header = f"{machine.headers}/Python.h"
    if library.compiled and machine.raw(header) is None:
        sentence = en("The library {library} is compiled here, and {file} is missing.")
        mend = as_root("apt-get install gcc libc6-dev python3-dev")
        yield wrong(sentence, mend=mend, library=library.name, file=header)
    if library.debian:
        mend = as_root(f"apt-get install {library.debian}")
    else:
        folder = machine.node(machine.environment)
        root = ("sudo",) if folder and not folder.open else ()
        python = f"{machine.environment}/bin/python"
        mend = Commands(((*root, python, "-m", "pip", "install", library.pip),))
    sentence = en("The library {library} is missing from {folder}, where this program runs.")
    yield wrong(sentence, mend=mend, library=library.name, folder=machine.environment)


MEGABYTE: Final = 1 << 20
ENOUGH: Final = 100
"""MB: a game takes some 50 kB, but a full card breaks other things first."""
ROOMY: Final = 10_000
"""MB from which on they are shown as GB."""


def check_data(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the journal can be written, and has room."""
    try:
        free = machine.space(plan.data) // MEGABYTE
    except OSError as fault:
        why = cannot_use(fault, plan.data)
        yield wrong(why.sentence, mend=Setting("data", "/var/lib/cribble"), **why.values)
        return
    facts = {"path": plan.data, "free": free}
    if free >= ROOMY:
        facts["free"] = f"{free / 1000:.1f}"
        yield fine("The journal goes to {path}, which has {free} GB left.", **facts)
    elif free < ENOUGH:
        sentence = en("{path} has only {free} MB left: make room before the journal is full.")
        yield wrong(sentence, mend=Advice("df -h"), **facts)
    else:
        yield fine("The journal goes to {path}, which has {free} MB left.", **facts)


OVERLAY: Final = "overlay"
OVERLAY_WORDS: Final = ("overlayroot", "boot=overlay")
"""Words of the kernel's command line that keep everything that is written in memory."""
OVERLAY_OFF: Final = as_root("raspi-config nonint do_overlayfs 1", restart=True)


def check_overlay(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the games are not on an overlay in memory."""
    kernel, kinds = machine.text("/proc/cmdline") or "", {"": ""}
    for line in (machine.text("/proc/mounts") or "").splitlines():
        _, mounted, kind, *_ = (*line.split(" "), "", "")
        if mounted == "/" or f"{plan.data}/".startswith(f"{mounted}/"):
            kinds[mounted] = kind
    if any(word in kernel for word in OVERLAY_WORDS) and kinds[max(kinds, key=len)] == OVERLAY:
        sentence = en("{path} is on an overlay in memory: every game is lost with the current.")
        yield wrong(sentence, mend=OVERLAY_OFF, path=plan.data)


def check_clock(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the clock of this machine is set."""
    if not machine.clock_is_set():
        yield note(
            "Nobody has set this machine’s clock since it started: the night and the dated "
            "backups wait for that.",
            mend=Advice("timedatectl"),
        )


RADIOS: Final = "/sys/class/rfkill/rfkill*/type"
COUNTRY: Final = as_root("raspi-config nonint do_wifi_country CA", "rfkill unblock wifi")
"""Raspberry Pi OS keeps the Wi-Fi off until its country is set."""


def check_own_wifi(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that there is a radio for the table's own Wi-Fi, switched on."""
    if plan.own_wifi == "auto" and machine.pi is None:
        return
    radios = [path for path in machine.matching(RADIOS) if machine.text(path) == "wlan"]
    if not radios:
        yield note("This machine has no Wi-Fi: without a network no phone finds the table.")
    elif all(machine.text(path.replace("/type", "/soft")) == "1" for path in radios):
        sentence = en("The Wi-Fi is switched off, so the table can make none of its own.")
        yield wrong(sentence, mend=COUNTRY)


def check_journal(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the journal is undamaged and its backup can follow."""
    if fault := machine.journal(plan.data / JOURNAL):
        mend = Advice(f"ls -la {quote(str(plan.data))}")
        yield wrong(fault.sentence, mend=mend, **fault.values)


def check_broker(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the broker accepts the table and passes on its messages."""
    chosen = plan.broker
    secret = Path(chosen.password_file)
    try:
        password = read_password(expand_home(secret)) if chosen.user else ""
        broker = broker_of(chosen.url, chosen.user, password)
    except Fault as fault:
        mend = Advice(f"ls -l {quote(str(secret))}")
        yield wrong(fault.sentence, mend=mend, **fault.values)
        return
    facts = {"url": repr(broker), "user": chosen.user, "table": chosen.table, "club": chosen.club}
    try:
        answer = machine.broker(broker, Topics(chosen.club).probe(chosen.table))
    except OSError as fault:
        sentence = en("The broker {url} does not answer ({reason}): is it on, and in this network?")
        mend, reason = Advice(f"ping -c 3 {broker.host}"), fault.strerror or str(fault)
        yield wrong(sentence, mend=mend, reason=reason, **facts)
        return
    user = quote(chosen.user or "cribble")
    login = Advice(f"sudo mosquitto_passwd /etc/mosquitto/cribble.passwords {user}")
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
        yield wrong(sentence, mend=Advice("grep -r acl_file /etc/mosquitto"), **facts)
    else:
        yield fine("The broker {url} passes on what the table {table} says.", **facts)
