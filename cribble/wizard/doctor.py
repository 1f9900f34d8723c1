"""The doctor in the wizard: its findings for the page, and the steps of the boot helper."""

import logging
from collections.abc import Sequence
from typing import Final, Literal, assert_never
from zlib import crc32

from cribble.boot_helper.client import ask_helper, helper_socket
from cribble.boot_helper.steps import RESTART, BootStep
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
from cribble.doctor.machine import Machine, Plan, plan_of
from cribble.doctor.wled_client import configure_wled
from cribble.wizard.session import WizardSession
from scorekeeper.words import Fault, Words, en
from web.wizard.schema import BootResponse, DoctorResponse, FindingResponse, MendRequest

log = logging.getLogger(__name__)

ROOM: Final = 512
"""Lights for which the kernel is set up before they are counted."""
BOOT_CHECKS: Final = (
    *("spi-device", "spi-buffer", "spi-clock"),
    *("leds0-device", "leds0-length", "leds0-white", "audio"),
)
"""The checks whose remedies the boot helper does."""


class MachineDoctor:
    """The findings on the machine of *session*, and its boot files."""

    def __init__(self, session: WizardSession) -> None:
        self._session, self._machine = session, session.machine

    def look(self, words: Words) -> DoctorResponse:
        """Return all findings."""
        return doctor_response(self._findings(), words, has_helper=helper_socket() is not None)

    def mend(self, request: MendRequest, words: Words) -> None:
        """Do the remedy of a finding that is still true. Raises Fault."""
        by_id = {finding_id(check, one): one.mend for check, one in self._findings()}
        match remedy := by_id.get(request.finding):
            case None:
                raise Fault(en("The doctor does not say that any more: look again."))
            case Setting():
                self._session.change({remedy.key: remedy.value}, words, light=True)
            case BootChange():
                ask_helper([*remedy.steps, RESTART])
            case WledSettings():
                configure_wled(remedy.host)
            case Commands() | Advice():
                raise Fault(en("That cannot be done from here: {line}"), line=str(remedy))
            case _:
                assert_never(remedy)

    def boot(self, machine: Machine) -> BootResponse:
        """Return the lines that the boot files of *machine* lack."""
        steps = boot_steps(machine, plan_of(self._session.active))
        return boot_response(steps, helper=helper_socket() is not None)

    def write_boot(self) -> BootResponse:
        """Write the lines that are missing, and restart the machine. Raises Fault."""
        steps = boot_steps(self._machine(), plan_of(self._session.active))
        if not steps:
            raise Fault(en("Nothing has to be written."))
        log.info("boot helper: %s", steps)
        done = ask_helper(steps)
        return boot_response(steps, helper=True, written=done.written, copies=done.copies)

    def _findings(self) -> tuple[tuple[str, Finding], ...]:
        return tuple(look(self._machine(), plan_of(self._session.active)))


def boot_steps(machine: Machine, plan: Plan) -> tuple[BootStep, ...]:
    """Return the steps that *machine* needs for *plan*, whether or not the lights were counted and
    the board is wired; the last one is the restart."""
    plan = plan._replace(pixels=max(plan.pixels, ROOM), faults=())
    changes = [
        one.mend
        for _, one in look(machine, plan, only=BOOT_CHECKS)
        if one.level is Level.WRONG and isinstance(one.mend, BootChange)
    ]
    steps = dict.fromkeys(step for change in changes for step in change.steps)
    return (*steps, RESTART) if changes else ()


def boot_response(
    steps: Sequence[BootStep],
    *,
    helper: bool,
    written: tuple[str, ...] = (),
    copies: tuple[str, ...] = (),
) -> BootResponse:
    """Return *steps* as lines, and the files that were written."""
    return BootResponse(
        lines=tuple(step.line for step in steps if step != RESTART),
        restart=RESTART in steps,
        helper=helper,
        written=written,
        copies=copies,
    )


def finding_id(check: str, one: Finding) -> str:
    """Return the id of a finding; it is another one once the remedy is another."""
    return f"{check}-{crc32(str(one.mend).encode()):08x}"


def doctor_response(
    found: Sequence[tuple[str, Finding]], words: Words, *, has_helper: bool
) -> DoctorResponse:
    """Return findings by check in the language of *words*, and the report to copy."""
    findings, report = list[FindingResponse](), list[str]()
    for check, one in found:
        can: Literal["config", "boot"] | None = None
        if isinstance(one.mend, Setting | WledSettings):
            can = "config"
        elif isinstance(one.mend, BootChange) and has_helper:
            can = "boot"
        say = words.say(one.sentence, **one.values)
        mend = str(one.mend) if one.mend else None
        report += [f"{one.level.upper()} {check}: {say}", *([f"    {mend}"] if mend else [])]
        findings.append(
            FindingResponse(
                id=finding_id(check, one),
                check=check,
                level=str(one.level),
                say=say,
                mend=mend,
                can=can,
            )
        )
    return DoctorResponse(tuple(findings), "\n".join(report))
