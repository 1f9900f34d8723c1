"""The doctor in the wizard: its findings for the page, and the steps of the boot helper."""

import logging
from collections.abc import Sequence
from typing import Final, Literal, assert_never
from zlib import crc32

from cribble.boot_helper.client import ask_helper, helper_socket
from cribble.boot_helper.steps import RESTART, BootStep
from cribble.cli.overrides import ActiveConfig
from cribble.doctor import look
from cribble.doctor.finding import (
    Advice,
    BootChange,
    Commands,
    Finding,
    Level,
    Setting,
    WledSettings,
)
from cribble.doctor.machine import Machine, plan_of
from cribble.doctor.wled_client import configure_wled
from cribble.wizard.machine import BootResponse, DoctorResponse, FindingResponse
from cribble.wizard.session import WizardSession
from scorekeeper.words import Fault, Words, en

log = logging.getLogger(__name__)

ROOM: Final = 512
"""Lights for which the kernel is set up before they are counted."""
BOOT_CHECKS: Final = (
    *("spi-device", "spi-buffer", "spi-clock"),
    *("leds0-device", "leds0-length", "leds0-white", "audio"),
)
"""The checks whose remedies the boot helper does."""


def examined(machine: Machine, active: ActiveConfig, words: Words) -> DoctorResponse:
    """Return all findings on *machine* in the language of *words*, and the report to copy."""
    findings, report = list[FindingResponse](), list[str]()
    has_helper = helper_socket() is not None
    for check, finding in look(machine, plan_of(active)):
        can: Literal["config", "boot"] | None = None
        if isinstance(finding.mend, Setting | WledSettings):
            can = "config"
        elif isinstance(finding.mend, BootChange) and has_helper:
            can = "boot"
        say = words.say(finding.sentence, **finding.values)
        line = str(finding.mend) if finding.mend else None
        report += [f"{finding.level.upper()} {check}: {say}", *([f"    {line}"] if line else [])]
        findings.append(
            FindingResponse(
                id=_finding_id(check, finding),
                check=check,
                level=str(finding.level),
                say=say,
                mend=line,
                can=can,
            )
        )
    return DoctorResponse(tuple(findings), "\n".join(report))


def _finding_id(check: str, finding: Finding) -> str:
    """Return the id of a finding, which changes with its remedy."""
    return f"{check}-{crc32(str(finding.mend).encode()):08x}"


def do_remedy(session: WizardSession, finding_id: str) -> None:
    """Do the remedy of a finding that is still true. Raises Fault."""
    findings = look(session.machine(), plan_of(session.active))
    remedies = {_finding_id(check, finding): finding.mend for check, finding in findings}
    match remedy := remedies.get(finding_id):
        case None:
            raise Fault(en("The doctor does not say that any more: look again."))
        case Setting():
            session.change({remedy.key: remedy.value}, light=True)
        case BootChange():
            ask_helper([*remedy.steps, RESTART])
        case WledSettings():
            configure_wled(remedy.host)
        case Commands() | Advice():
            raise Fault(en("That cannot be done from here: {line}"), line=str(remedy))
        case _:
            assert_never(remedy)


def missing_boot_lines(machine: Machine, active: ActiveConfig) -> BootResponse:
    """Return the lines that the boot files of *machine* lack."""
    return _boot_response(_boot_steps(machine, active), helper=helper_socket() is not None)


def write_boot_lines(machine: Machine, active: ActiveConfig) -> BootResponse:
    """Write the lines that are missing, and restart the machine. Raises Fault."""
    steps = _boot_steps(machine, active)
    if not steps:
        raise Fault(en("Nothing has to be written."))
    log.info("boot helper: %s", steps)
    done = ask_helper(steps)
    return _boot_response(steps, helper=True, written=done.written, copies=done.copies)


def _boot_steps(machine: Machine, active: ActiveConfig) -> tuple[BootStep, ...]:
    """Return the steps that *machine* needs, whether or not the lights were counted and the board
    is wired; the last one is the restart."""
    plan = plan_of(active)
    plan = plan._replace(pixels=max(plan.pixels, ROOM), faults=())
    changes = [
        finding.mend
        for _, finding in look(machine, plan, only=BOOT_CHECKS)
        if finding.level is Level.WRONG and isinstance(finding.mend, BootChange)
    ]
    steps = dict.fromkeys(step for change in changes for step in change.steps)
    return (*steps, RESTART) if changes else ()


def _boot_response(
    steps: Sequence[BootStep],
    *,
    helper: bool,
    written: tuple[str, ...] = (),
    copies: tuple[str, ...] = (),
) -> BootResponse:
    return BootResponse(
        lines=tuple(step.line for step in steps if step != RESTART),
        restart=RESTART in steps,
        helper=helper,
        written=written,
        copies=copies,
    )
