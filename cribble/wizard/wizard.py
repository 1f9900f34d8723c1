"""The routes of the wizard, by which a machine is set up from a phone."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from flask import Response

from cribble.wizard.board import choose_board, survey_board
from cribble.wizard.keypad import heard_keys, try_keypad
from cribble.wizard.lights import choose_lights, count_lights, keep_strip, show_lights
from cribble.wizard.machine import (
    SetupResponse,
    describe,
    examine,
    find_devices,
    finish,
    keep_names,
    mend,
    write_boot,
)
from cribble.wizard.prints import add_prints
from cribble.wizard.session import Step, WizardSession
from web import Context, Role, Routes, json_response

STEPS: Final = (
    Step("get", "/api/v1/setup", describe),
    keep_names,
    find_devices,
    choose_lights,
    show_lights,
    count_lights,
    keep_strip,
    choose_board,
    survey_board,
    Step("get", "/api/v1/setup/keypad", heard_keys),
    try_keypad,
    write_boot,
    finish,
    examine,
    mend,
)


def add_wizard(routes: Routes, context: Context, session: Callable[[], WizardSession]) -> None:
    """Add all steps, what they print, and what they draw."""
    for step in STEPS:
        _add(step, routes, session)
    add_prints(routes, context, session)


def _add(step: Step, routes: Routes, session: Callable[[], WizardSession]) -> None:
    answer = step.run.__annotations__["return"] or SetupResponse
    summary = (step.run.__doc__ or "").partition("\n")[0]

    @routes.add(step.method, step.path, summary, answer, errors=(422, 503), role=Role.HOST)
    @wraps(step.run)
    def handler(*body: Any) -> Response:
        now = session()
        now.touch()
        result = step.run(now, *body)
        return json_response(describe(now) if result is None else result)
