"""Routes of the wizard: anyone may claim a fresh machine, all else is the host's."""

from typing import Final

from flask import Response

from scorekeeper.words import en
from web.auth.session import Me, describe_me, grant_host, set_cookie
from web.context import Context
from web.http.errors import HttpError
from web.http.operations import Role, Routes
from web.http.request import DEVICE_COOKIE, HOST_COOKIE, EmptyRequest, device, new_device
from web.http.response import json_response
from web.wizard.schema import (
    BoardRequest,
    BootResponse,
    DoctorResponse,
    FindRequest,
    FoundResponse,
    KeypadRequest,
    KeypadResponse,
    LengthRequest,
    LengthResponse,
    LightsRequest,
    MendRequest,
    NamesRequest,
    SetupResponse,
    ShowRequest,
    ShowResponse,
    StripRequest,
    SurveyRequest,
    SurveyResponse,
)
from web.wizard.steps import Wizard

ERRORS: Final = (404, 422, 503)


def wizard_of(context: Context) -> Wizard:
    """Return the wizard of this table. Raises HttpError 404 where it has none, as a demo."""
    if context.wizard is None:
        raise HttpError(404, "no_wizard", en("This table cannot be set up from a phone."))
    return context.wizard.open()


def add_wizard(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/setup`` and all below it, and ``/api/v1/doctor``."""
    _add_claim(routes, context)
    _add_machine(routes, context)
    _add_lights(routes, context)
    _add_board(routes, context)
    _add_keypad(routes, context)
    _add_doctor(routes, context)


def _add_claim(routes: Routes, context: Context) -> None:
    @routes.post("/api/v1/setup/claim", "Become host of a fresh machine, as its first phone.", Me)
    def setup_claim(body: EmptyRequest) -> Response:
        if not context.claim.take():
            sentence = en(
                "Without the PIN a phone becomes host only on a fresh machine: for 15 minutes, and "
                "before anyone joins or plays. Enter the host’s PIN."
            )
            raise HttpError(403, "may_not", sentence)
        known = device() or new_device()
        token = grant_host(context, known)
        me = describe_me(context, scorer=True, host=True)
        return set_cookie(set_cookie(json_response(me), DEVICE_COOKIE, known), HOST_COOKIE, token)


def _add_machine(routes: Routes, context: Context) -> None:
    def described() -> Response:
        return json_response(wizard_of(context).describe(context.words))

    @routes.get(
        "/api/v1/setup",
        "The machine as it is set up.",
        SetupResponse,
        errors=(404,),
        role=Role.HOST,
    )
    def setup_state() -> Response:
        return described()

    @routes.put(
        "/api/v1/setup/names",
        "Keep language, time zone and name.",
        SetupResponse,
        errors=ERRORS,
        role=Role.HOST,
    )
    def setup_names(body: NamesRequest) -> Response:
        wizard_of(context).name(body, context.words)
        return described()

    @routes.post(
        "/api/v1/setup/boot",
        "Write what config.txt and cmdline.txt lack, and restart the machine.",
        BootResponse,
        errors=ERRORS,
        role=Role.HOST,
    )
    def setup_boot(body: EmptyRequest) -> Response:
        return json_response(wizard_of(context).doctor.write_boot())

    @routes.post(
        "/api/v1/setup/finish",
        "Give the lights back to the game.",
        SetupResponse,
        errors=ERRORS,
        role=Role.HOST,
    )
    def setup_finish(body: EmptyRequest) -> Response:
        wizard_of(context).finish()
        return described()


def _add_lights(routes: Routes, context: Context) -> None:
    @routes.post(
        "/api/v1/setup/find",
        "Search for lights or keypads.",
        FoundResponse,
        errors=ERRORS,
        role=Role.HOST,
    )
    def setup_find(body: FindRequest) -> Response:
        return json_response(wizard_of(context).find(body, context.words))

    @routes.put(
        "/api/v1/setup/lights",
        "Keep the kind of lights.",
        SetupResponse,
        errors=ERRORS,
        role=Role.HOST,
    )
    def setup_lights(body: LightsRequest) -> Response:
        wizard_of(context).lights.choose(body, context.words)
        return json_response(wizard_of(context).describe(context.words))

    @routes.post(
        "/api/v1/setup/show",
        "Show something on the strip, for people to look at.",
        ShowResponse,
        errors=ERRORS,
        role=Role.HOST,
    )
    def setup_show(body: ShowRequest) -> Response:
        return json_response(ShowResponse(wizard_of(context).lights.show(body, context.words)))

    @routes.post(
        "/api/v1/setup/length",
        "Go on with counting the lights.",
        LengthResponse,
        errors=ERRORS,
        role=Role.HOST,
    )
    def setup_length(body: LengthRequest) -> Response:
        return json_response(wizard_of(context).lights.length(body, context.words))

    @routes.put(
        "/api/v1/setup/strip",
        "Keep the number of lights and the order of their colours.",
        SetupResponse,
        errors=ERRORS,
        role=Role.HOST,
    )
    def setup_strip(body: StripRequest) -> Response:
        wizard_of(context).lights.keep(body, context.words)
        return json_response(wizard_of(context).describe(context.words))


def _add_board(routes: Routes, context: Context) -> None:
    @routes.put(
        "/api/v1/setup/board",
        "Keep the shape of the board.",
        SetupResponse,
        errors=ERRORS,
        role=Role.HOST,
    )
    def setup_board(body: BoardRequest) -> Response:
        wizard_of(context).board.choose(body, context.words)
        return json_response(wizard_of(context).describe(context.words))

    @routes.post(
        "/api/v1/setup/survey",
        "Find the wiring by tapping: light the next one, or keep the result.",
        SurveyResponse,
        errors=ERRORS,
        role=Role.HOST,
    )
    def setup_survey(body: SurveyRequest) -> Response:
        return json_response(wizard_of(context).board.survey(body, context.words))


def _add_keypad(routes: Routes, context: Context) -> None:
    @routes.get(
        "/api/v1/setup/keypad",
        "The keys that were pressed.",
        KeypadResponse,
        errors=(404,),
        role=Role.HOST,
    )
    def setup_heard() -> Response:
        return json_response(wizard_of(context).keypad.heard())

    @routes.post(
        "/api/v1/setup/keypad",
        "Listen to a keypad, or keep it.",
        KeypadResponse,
        errors=ERRORS,
        role=Role.HOST,
    )
    def setup_listen(body: KeypadRequest) -> Response:
        return json_response(wizard_of(context).keypad.ask(body, context.words))


def _add_doctor(routes: Routes, context: Context) -> None:
    @routes.get(
        "/api/v1/doctor",
        "Look at this machine.",
        DoctorResponse,
        errors=(404, 422),
        role=Role.HOST,
    )
    def doctor_looks() -> Response:
        return json_response(wizard_of(context).doctor.look(context.words))

    @routes.post(
        "/api/v1/doctor/mend",
        "Mend a finding, if that can be done from here.",
        DoctorResponse,
        errors=ERRORS,
        role=Role.HOST,
    )
    def doctor_mends(body: MendRequest) -> Response:
        wizard_of(context).doctor.mend(body, context.words)
        return json_response(wizard_of(context).doctor.look(context.words))
