"""Routes of backups, for the host: save everything in one file, and bring such a file back."""

from base64 import b64decode
from typing import Annotated, Any, Final

import msgspec
from flask import Response

from scorekeeper.words import en
from web.backup.backups import BackupCopy, Backups, Offer, WrongPiece
from web.context import Context
from web.http.errors import HttpError
from web.http.operations import Role, Routes
from web.http.request import EmptyRequest
from web.http.response import json_response, no_store
from web.settings.store import NotSaved

ZIP: Final = "application/zip"
MAX_PIECE: Final = 15_000
"""Letters of base64 in a piece: a body has at most 16 kB."""


class CopiesResponse(msgspec.Struct, frozen=True):
    """The nightly copies, the newest first, and why the last backup that was accepted is not in
    place, if it is not."""

    copies: tuple[BackupCopy, ...]
    failed: str | None


class UploadPiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of a backup in base64, which begins at ``offset``; 0 begins a new one."""

    offset: Annotated[int, msgspec.Meta(ge=0, le=1 << 40)]
    data: Annotated[str, msgspec.Meta(max_length=MAX_PIECE)]


class Received(msgspec.Struct, frozen=True):
    """The bytes of the upload that are here."""

    received: int


class Accepted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The SHA-256 of the backup that was offered."""

    sha256: str


def add_backup(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/backup`` and ``/api/v1/backups``."""

    @routes.get(
        "/api/v1/backup", "Save everything in one file.", ZIP, errors=(503,), role=Role.HOST
    )
    def save_backup() -> Response:
        try:
            made = _backups(context).file()
        except OSError as fault:
            raise NotSaved(fault.strerror or fault) from None
        headers: dict[str, Any] = {
            "Content-Disposition": f'attachment; filename="{made.name}"',
            "Content-Length": str(made.size),
        }
        return no_store(Response(made.content, mimetype=ZIP, headers=headers))

    @routes.get("/api/v1/backups", "The nightly copies.", CopiesResponse, role=Role.HOST)
    def list_copies() -> Response:
        backups = _backups(context)
        failed = context.words.fault(backups.failed) if backups.failed else None
        return json_response(CopiesResponse(backups.copies(), failed))


def add_upload(routes: Routes, context: Context) -> None:
    """Add what is below ``/api/v1/backup``: a backup that is sent back."""

    @routes.put(
        "/api/v1/backup/upload",
        "Send a piece of a backup.",
        Received,
        errors=(409, 422, 503),
        role=Role.HOST,
    )
    def take_piece(body: UploadPiece) -> Response:
        try:
            piece = b64decode(body.data, validate=True)
        except ValueError:  # Also where it is not ASCII at all.
            raise HttpError(422, "bad_value", en("A piece of a backup is base64.")) from None
        try:
            received = _backups(context).take(body.offset, piece)
        except WrongPiece as wrong:
            return json_response(Received(wrong.received), 409)
        except OSError as fault:
            raise NotSaved(fault.strerror or fault) from None
        return json_response(Received(received))

    @routes.post(
        "/api/v1/backup/offer",
        "Verify the backup that was sent, and say what it would replace.",
        Offer,
        errors=(422, 503),
        role=Role.HOST,
    )
    def offer_backup(body: EmptyRequest) -> Response:
        try:
            return json_response(_backups(context).offer())
        except OSError as fault:
            raise NotSaved(fault.strerror or fault) from None

    @routes.post(
        "/api/v1/backup/restore",
        "Put the backup that was offered in the place of what is here, and start again.",
        Accepted,
        status=202,
        errors=(422, 503),
        role=Role.HOST,
    )
    def restore_backup(body: Accepted) -> Response:
        try:
            _backups(context).accept(body.sha256)
        except OSError as fault:
            raise NotSaved(fault.strerror or fault) from None
        return json_response(body, 202)


def _backups(context: Context) -> Backups:
    if context.backups is None:
        raise HttpError(404, "not_found", en("This table keeps no backups."))
    return context.backups
