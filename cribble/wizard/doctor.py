"""The doctor in the wizard: its findings for the page, and the boot lines that are lacking."""

from collections.abc import Sequence
from typing import Final, Literal

from cribble.boot_helper.lines import BootRequest
from cribble.doctor import look
from cribble.doctor.finding import Finding, Level
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from cribble.doctor.remedy import ConfigChange, WledChange, joined, remedy_of
from scorekeeper.words import Words
from web.wizard.schema import DoctorResponse, FindingResponse

ROOM: Final = 512
"""Lights for which the kernel is set up before anybody has counted them."""
BOOT_CHECKS: Final = (
    *("spi-device", "spi-buffer", "spi-clock"),
    *("leds0-device", "leds0-length", "audio"),
)
"""The checks whose lines the boot helper writes."""


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
