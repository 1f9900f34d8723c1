"""Checks on any machine: user, config, model, supply, board, journal, clock, Wi-Fi, broker."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import Final

from cribble.boards import crowded_holes, shape_of
from cribble.cli.files import cannot_use
from cribble.devices import STRIPS
from cribble.devices.connections import power_of
from cribble.doctor.finding import (
    BROKER,
    KEEPING,
    NETWORK,
    Advice,
    BootChange,
    Checks,
    Commands,
    Finding,
    Remedy,
    Setting,
    as_root,
    fine,
    is_wired,
    note,
    wrong,
)
from cribble.doctor.machine import HardwarePlan, Machine, Node
from cribble.folders import JOURNAL, expand_home
from cribble.serve.app import table_name
from hardware.drivers import Library
from mqtt.broker import broker_of, read_password
from mqtt.topics import Topics
from scorekeeper.board.light import enough_ma, underpowered
from scorekeeper.words import Fault, en

checks: Final = Checks()
keeping: Final = Checks()
"""Checks of data, clock and network, at the end of the report."""

TABLE_UNIT: Final = "/etc/systemd/system/cribble.service"
AT_BOOT: Final = Advice(
    "sudo -u cribble /opt/cribble/.venv/bin/cribble doctor "
    "--config /etc/cribble/config.toml --data /var/lib/cribble"
)
"""Command that runs the doctor as the user of a table started by systemd, with its config."""


@checks.add("user")
def check_user(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Note if the doctor is run by root, who can access all devices."""
    if machine.is_root:
        yield note(
            "Root can access everything: run this again as the user that runs the table.",
            mend=AT_BOOT if machine.text(TABLE_UNIT) is not None else None,
        )


@checks.add("config")
def check_config(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Warn if the fallback config is in use."""
    if fault := plan.active.fault:
        mend = f"sudoedit {quote(str(plan.active.file))} && sudo systemctl restart cribble"
        yield wrong(fault.sentence, mend=Advice(mend), **fault.values)


@checks.add("model")
def check_model(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that this machine can drive the configured strip."""
    could = machine.lights
    if machine.pi:
        yield fine("This is a {model}.", model=machine.pi.model)
    else:
        yield note("Not a Raspberry Pi: lights must be on USB, on the network or on a screen.")
    if plan.strip not in could:
        sentence = en("This machine does not support the strip {strip}; it supports {strips}.")
        mend = Setting("strip.name", could[0])
        yield wrong(sentence, mend=mend, strip=plan.strip, strips=", ".join(could))


@checks.add("undervoltage")
def check_supply(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that there has been no undervoltage since boot."""
    for path in machine.matching("/sys/class/hwmon/hwmon*/name"):
        alarm = machine.text(path.replace("/name", "/in0_lcrit_alarm"))
        if machine.text(path) == "rpi_volt" and alarm == "1":
            yield note(
                "The Pi’s supply is too weak: use a better one, and a separate one for the strip."
            )


@checks.add("board")
def check_board(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    if not plan.faults:
        if plan.config.board.shape or STRIPS[plan.strip].screen:
            yield fine("The wiring is complete: {lights} lights.", lights=plan.pixels)
        else:
            yield note(
                "No board is chosen yet: the usual one has {lights} lights.", lights=plan.pixels
            )
        return
    mend = Advice(plan.command("board check"))
    first, *more = plan.faults
    yield wrong(first.sentence, mend=mend, **first.values)
    if more:
        yield wrong("There are {count} more wiring faults.", mend=mend, count=len(more))


@checks.add("lights-apart")
def check_spacing(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that holes for loose lights are not too close together."""
    with suppress(Fault):  # Impossible shapes are reported by check_board.
        if fault := crowded_holes(plan.config, shape_of(plan.config)):
            mend = Advice(plan.command("board check"))
            yield wrong(fault.sentence, mend=mend, **fault.values)


@checks.add("power", is_wired)
def check_power(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the current limit leaves enough for pegs, beyond the idle current."""
    power = power_of(plan.config.strip)
    if fault := underpowered(plan.pixels, power):
        mend = Setting("strip.limit_ma", enough_ma(plan.pixels, power))
        yield wrong(fault.sentence, mend=mend, **fault.values)


def may_use(machine: Machine, path: str, node: Node, opened_by: Remedy) -> Iterator[Finding]:
    """Check that this user can access *path*; *opened_by* gives its group access."""
    name = machine.user
    if node.open:
        yield fine("{user} has access to {path}.", path=path, user=name)
    elif not node.for_group or node.group == "root":
        yield wrong("Only root has access to {path}.", mend=opened_by, path=path)
    elif any(
        line.startswith(f"{node.group}:") and name in line.split(":")[-1].split(",")
        for line in (machine.text("/etc/group") or "").splitlines()
    ):
        sentence = en(
            "{user} was added to the group {group}, but this session started before that."
        )
        yield wrong(sentence, mend=BootChange(), user=name, group=node.group)
    else:
        sentence = en(
            "{user} has no permission to use {path}: only members of the group {group} have it."
        )
        mend = as_root(f"usermod -aG {node.group} {name}", restart=True)
        yield wrong(sentence, mend=mend, path=path, user=name, group=node.group)


def find_library(machine: Machine, library: Library) -> Iterator[Finding]:
    """Check that *library* can be imported."""
    if version := machine.version(library.name):
        sentence = en("The library {library} is installed: version {version}.")
        yield fine(sentence, library=library.name, version=version)
        return
    header = f"{machine.headers}/Python.h"
    if library.compiled and machine.raw(header) is None:
        sentence = en("The library {library} must be compiled here, but {file} is missing.")
        mend = as_root("apt-get install gcc libc6-dev python3-dev")
        yield wrong(sentence, mend=mend, library=library.name, file=header)
    if library.debian:
        mend = as_root(f"apt-get install {library.debian}")
    else:
        folder = machine.node(machine.environment)
        root = ("sudo",) if folder and not folder.open else ()
        python = f"{machine.environment}/bin/python"
        mend = Commands(((*root, python, "-m", "pip", "install", library.pip),))
    sentence = en("The library {library} is not installed in {folder}, where this program runs.")
    yield wrong(sentence, mend=mend, library=library.name, folder=machine.environment)


# Journal, clock, Wi-Fi and broker.

MEGABYTE: Final = 1 << 20
ENOUGH: Final = 100
"""Minimum free space in MB; a game takes 50 kB, but a full disk breaks other things first."""
ROOMY: Final = 10_000
"""Free space in MB above which it is shown in GB."""


@keeping.add("data")
def check_data(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the journal can be written and the disk has space."""
    try:
        free = machine.space(plan.active.data) // MEGABYTE
    except OSError as fault:
        why = cannot_use(fault, plan.active.data)
        yield wrong(why.sentence, mend=Setting("data", "/var/lib/cribble"), **why.values)
        return
    facts = {"path": plan.active.data, "free": free}
    if free >= ROOMY:
        facts["free"] = f"{free / 1000:.1f}"
        yield fine("The journal is saved to {path}, which has {free} GB free.", **facts)
    elif free < ENOUGH:
        sentence = en(
            "{path} has only {free} MB free: free up space while the journal can still be written."
        )
        yield wrong(sentence, mend=Advice("df -h"), **facts)
    else:
        yield fine("The journal is saved to {path}, which has {free} MB free.", **facts)


OVERLAY: Final = "overlay"
OVERLAY_WORDS: Final = ("overlayroot", "boot=overlay")
"""Kernel parameters that redirect all writes to memory."""
OVERLAY_OFF: Final = as_root("raspi-config nonint do_overlayfs 1", restart=True)


@keeping.add("overlay", page=KEEPING)
def check_overlay(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that games are not saved to an overlay in memory."""
    kernel, kinds = machine.text("/proc/cmdline") or "", {"": ""}
    for line in (machine.text("/proc/mounts") or "").splitlines():
        _, mounted, kind, *_ = (*line.split(" "), "", "")
        if mounted == "/" or f"{plan.active.data}/".startswith(f"{mounted}/"):
            kinds[mounted] = kind
    if any(word in kernel for word in OVERLAY_WORDS) and kinds[max(kinds, key=len)] == OVERLAY:
        sentence = en(
            "{path} is on an in-memory overlay: all games are lost when the power is cut."
        )
        yield wrong(sentence, mend=OVERLAY_OFF, path=plan.active.data)


@keeping.add("clock", page=KEEPING)
def check_clock(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the system clock is set."""
    if not machine.clock_is_set:
        yield note(
            "This machine’s clock has not been set since it started: night mode and dated "
            "backups wait for it.",
            mend=Advice("timedatectl"),
        )


RADIOS: Final = "/sys/class/rfkill/rfkill*/type"
COUNTRY: Final = as_root("raspi-config nonint do_wifi_country CA", "rfkill unblock wifi")
"""Commands that set the Wi-Fi country; until then Raspberry Pi OS keeps Wi-Fi off."""


@keeping.add("own-wifi", lambda plan: plan.config.own_wifi != "off", page=NETWORK)
def check_own_wifi(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that there is an enabled Wi-Fi adapter for the table's own access point."""
    if plan.config.own_wifi == "auto" and machine.pi is None:
        return
    radios = [path for path in machine.matching(RADIOS) if machine.text(path) == "wlan"]
    if not radios:
        yield note("This machine has no Wi-Fi: without a network, phones cannot connect.")
    elif all(machine.text(path.replace("/type", "/soft")) == "1" for path in radios):
        sentence = en("Wi-Fi is off, so the table cannot open its own network.")
        yield wrong(sentence, mend=COUNTRY)


@keeping.add("broker", lambda plan: plan.config.mqtt.url, page=BROKER)
def check_broker(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the broker accepts this table and delivers its messages."""
    chosen, table = plan.config.mqtt, table_name(plan.config.mqtt)
    secret = Path(chosen.password_file)
    try:
        password = read_password(expand_home(secret)) if chosen.user else ""
        broker = broker_of(chosen.url, chosen.user, password)
    except Fault as fault:
        mend = Advice(f"ls -l {quote(str(secret))}")
        yield wrong(fault.sentence, mend=mend, **fault.values)
        return
    facts = {"url": repr(broker), "user": chosen.user, "table": table, "club": chosen.club}
    try:
        answer = machine.broker(broker, Topics(chosen.club).probe(table))
    except OSError as fault:
        sentence = en(
            "The broker {url} does not respond ({reason}): is it switched on, and on this network?"
        )
        mend, reason = Advice(f"ping -c 3 {broker.host}"), fault.strerror or str(fault)
        yield wrong(sentence, mend=mend, reason=reason, **facts)
        return
    user = quote(chosen.user or "cribble")
    login = Advice(f"sudo mosquitto_passwd /etc/mosquitto/cribble.passwords {user}")
    if answer.refusal and chosen.user:
        sentence = en("The broker {url} rejected the user {user} ({reason}).")
        yield wrong(sentence, mend=login, reason=answer.refusal, **facts)
    elif answer.refusal:
        sentence = en("The broker {url} requires a user and a password ({reason}).")
        yield wrong(sentence, mend=login, reason=answer.refusal, **facts)
    elif not answer.passes_on:
        sentence = en(
            "The access list on the broker {url} does not allow table {table} of club "
            "{club} to publish."
        )
        yield wrong(sentence, mend=Advice("grep -r acl_file /etc/mosquitto"), **facts)
    else:
        yield fine("The broker {url} delivers the messages of table {table}.", **facts)


@keeping.add("journal", page=KEEPING)
def check_journal(machine: Machine, plan: HardwarePlan) -> Iterator[Finding]:
    """Check that the journal is undamaged and can be backed up."""
    if fault := machine.journal_fault(plan.active.data / JOURNAL):
        mend = Advice(f"ls -la {quote(str(plan.active.data))}")
        yield wrong(fault.sentence, mend=mend, **fault.values)
