"""Routes of the doctor: what keeps this machine from lighting the board, and what mends it."""

from flask import Response

from web.context import Context
from web.http.operations import Role, Routes
from web.http.response import json_response
from web.wizard.routes import ERRORS, wizard_of
from web.wizard.schema import DoctorResponse, MendRequest


def add_doctor(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/doctor``."""

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
        "Do the line of a finding, if it is one that can be done from here.",
        DoctorResponse,
        errors=ERRORS,
        role=Role.HOST,
    )
    def doctor_mends(body: MendRequest) -> Response:
        wizard_of(context).doctor.mend(body, context.words)
        return json_response(wizard_of(context).doctor.look(context.words))
