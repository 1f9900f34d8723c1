"""The doctor in the wizard: its findings for the page, and the boot lines that are lacking."""

import logging
from collections.abc import Sequence
from typing import Final, Literal

from cribble.boot_helper.client import ask_helper, helper_socket
from cribble.boot_helper.lines import BootRequest
from cribble.doctor import look
from cribble.doctor.finding import Finding, Level
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan, plan_of
from cribble.doctor.remedy import ConfigChange, WledChange, joined, remedy_of
from cribble.doctor.wled_client import configure_wled
from cribble.wizard.session import WizardSession
from scorekeeper.words import Fault, Words, en
from web.wizard.schema import BootResponse, DoctorResponse, FindingResponse, MendRequest

log = logging.getLogger(__name__)

ROOM: Final = 512
"""Lights for which the kernel is set up before anybody has counted them."""
BOOT_CHECKS: Final = (
    *("spi-device", "spi-buffer", "spi-clock"),
    *("leds0-device", "leds0-length", "leds0-white", "audio"),
)
"""The checks whose lines the boot helper writes."""


class MachineDoctor:
    """The doctor's findings on *machine*, and the files of the machine that he would change."""

    def __init__(self, session: WizardSession) -> None:
        self._session, self._machine = session, session.machine

    def look(self, words: Words) -> DoctorResponse:
        """Look at this machine."""
        return doctor_response(self._findings(), words, has_helper=helper_socket() is not None)

    def mend(self, asked: MendRequest, words: Words) -> None:
        """Do the line of a finding: only one that the doctor says now. Raises Fault."""
        if asked.mend not in {one.mend for _, one in self._findings()}:
            raise Fault(en("The doctor does not say that any more: look again."))
        remedy = remedy_of(asked.mend)
        if isinstance(remedy, ConfigChange):
            self._session.change(remedy.changes, words, light=True)
        elif isinstance(remedy, BootRequest):
            ask_helper(remedy)
        elif isinstance(remedy, WledChange):
            configure_wled(remedy.host, remedy.body)
        else:
            raise Fault(en("That cannot be done from here: {line}"), line=asked.mend)

    def boot(self, machine: Machine) -> BootResponse:
        """Return the lines that the boot files of *machine* lack."""
        request = boot_request(machine, plan_of(self._session.active))
        return BootResponse(
            lines=request.lines, restart=request.restart, helper=helper_socket() is not None
        )

    def write_boot(self) -> BootResponse:
        """Write the lines that are lacking, and restart the machine. Raises Fault."""
        request = boot_request(self._machine(), plan_of(self._session.active))
        if not request.lines and not request.restart:
            raise Fault(en("Nothing has to be written."))
        log.info("writing %s, then restarting", ", ".join(request.lines) or "nothing")
        done = ask_helper(request._replace(restart=True))
        return BootResponse(
            lines=request.lines, restart=True, helper=True, written=done.written, copies=done.copies
        )

    def _findings(self) -> tuple[tuple[str, Finding], ...]:
        return tuple(look(self._machine(), plan_of(self._session.active)))


def boot_request(machine: Machine, plan: Plan) -> BootRequest:
    """Return the boot lines that *machine* lacks for *plan*, whether or not the lights were counted
    and the board can be."""
    plan = plan._replace(pixels=max(plan.pixels, ROOM), faults=())
    wrong = [
        remedy_of(one.mend)
        for _, one in look(machine, plan, only=BOOT_CHECKS)
        if one.level is Level.WRONG and one.mend
    ]
    return joined([one for one in wrong if isinstance(one, BootRequest)])


def doctor_response(
    found: Sequence[tuple[str, Finding]], words: Words, *, has_helper: bool
) -> DoctorResponse:
    """Return what was *found*, by check, in the language of *words*, and a report to be copied."""
    told = tuple(_told(check, one, words, has_helper=has_helper) for check, one in found)
    report = "\n".join(
        f"{one.level.upper()} {one.check}: {one.say}" + (f"\n    {one.mend}" if one.mend else "")
        for one in told
    )
    return DoctorResponse(told, report)


def _told(check: str, one: Finding, words: Words, *, has_helper: bool) -> FindingResponse:
    remedy = remedy_of(one.mend) if one.mend else None
    can: Literal["config", "boot"] | None = None
    if isinstance(remedy, ConfigChange | WledChange):
        can = "config"
    elif isinstance(remedy, BootRequest) and has_helper:
        can = "boot"
    return FindingResponse(
        check=check,
        level=str(one.level),
        say=words.say(one.sentence, **one.values),
        mend=one.mend or None,
        can=can,
    )
