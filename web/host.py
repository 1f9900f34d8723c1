"""Host routes: settings, families, backups and Wi-Fi."""

from base64 import b64decode
from typing import Annotated, Any, Final

import msgspec
from flask import Response
from msgspec.structs import asdict, replace

from scorekeeper.board.light import PALETTES, hex_of
from scorekeeper.device import WifiLogin
from scorekeeper.game.codec import to_json
from scorekeeper.words import Fault, en
from web.context import BackupCopy, Backups, Context, Offer, Wifi, WifiNetwork, WrongPiece
from web.http.errors import HttpError, saving
from web.http.request import EmptyRequest
from web.http.response import cacheable, json_response, no_store
from web.http.routes import Role, Routes
from web.settings import MAX_FAMILIES, Families, Family, HostSettings, SettingsPatch

ZIP: Final = "application/zip"
MAX_PIECE: Final = 15_000
"""Maximum length of a chunk in base64; a request body is limited to 16 kB."""
MAX_LENGTH: Final = 64
"""Maximum length of a Wi-Fi name or password."""


class SettingsResponse(HostSettings, frozen=True, kw_only=True):
    """The current settings. ``changed``: names of the settings changed by the host; ``palettes``:
    colour-blind-safe colours by team; ``team_colours``: ``colours``, extended to all teams."""

    tag: str
    changed: tuple[str, ...]
    palettes: tuple[tuple[str, ...], ...]
    team_colours: tuple[str, ...]


class FamilyName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of one of this table's families."""

    name: str


class Letters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ``letters`` on the table’s court cards: JQK or VDR."""

    letters: str


def add_settings(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/settings``, ``/api/v1/letters`` and ``/api/v1/families``."""
    settings = context.settings

    def response() -> SettingsResponse:
        now = settings.now
        return SettingsResponse(
            **asdict(now),
            tag=context.settings_tag,
            changed=settings.changed,
            palettes=tuple(tuple(map(hex_of, palette)) for palette in PALETTES),
            team_colours=tuple(map(hex_of, now.lights)),
        )

    @routes.get("/api/v1/settings", "The current settings.", SettingsResponse)
    def read() -> Response:
        return cacheable(to_json(response()), "application/json")

    @routes.put(
        "/api/v1/settings",
        "Change settings: omitted fields are unchanged, null resets a field to its default.",
        SettingsResponse,
        errors=(422, 503),
        role=Role.HOST,
    )
    def change(body: SettingsPatch) -> Response:
        settings.change(body)
        return json_response(response())

    @routes.put(
        "/api/v1/letters",
        "Set the letters on the table’s cards, unless they are set.",
        SettingsResponse,
        errors=(422, 503),
        role=Role.SCORER,
    )
    def name_letters(body: Letters) -> Response:
        if not settings.now.letters:
            settings.change(SettingsPatch(letters=body.letters))
        return json_response(response())

    @routes.post(
        "/api/v1/families",
        "Save a family, replacing one of the same name.",
        SettingsResponse,
        errors=(422, 503),
        role=Role.SCORER,
    )
    def keep(body: Family) -> Response:
        def with_family(families: Families) -> Families:
            others = (family for family in families if family.name != body.name)
            families = (*others, replace(body, start=replace(body.start, dealer=None)))
            if len(families) > MAX_FAMILIES:
                sentence = en("The table can save at most {most} families: forget one first.")
                raise Fault(sentence, most=MAX_FAMILIES)
            return families

        settings.change_families(with_family)
        return json_response(response())

    @routes.delete(
        "/api/v1/families",
        "Delete a family. Idempotent.",
        SettingsResponse,
        errors=(503,),
        role=Role.SCORER,
    )
    def forget(body: FamilyName) -> Response:
        settings.change_families(
            lambda families: tuple(family for family in families if family.name != body.name)
        )
        return json_response(response())


class CopiesResponse(msgspec.Struct, frozen=True):
    """The nightly copies, newest first, and why the last accepted backup was not restored."""

    copies: tuple[BackupCopy, ...]
    failed: str | None


class UploadPiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A base64-encoded chunk of a backup, starting at byte ``offset``; 0 starts a new upload."""

    offset: Annotated[int, msgspec.Meta(ge=0, le=1 << 40)]
    data: Annotated[str, msgspec.Meta(max_length=MAX_PIECE)]


class Received(msgspec.Struct, frozen=True):
    """The number of bytes received so far."""

    received: int


class Accepted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The SHA-256 of the offered backup."""

    sha256: str


def add_backups(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/backup`` and the paths below it, and ``/api/v1/backups``."""

    def backups() -> Backups:
        if context.backups is None:
            raise HttpError(404, "not_found", en("Backups are not enabled on this table."))
        return context.backups

    @routes.get(
        "/api/v1/backup", "Save everything in one file.", ZIP, errors=(503,), role=Role.HOST
    )
    def save_backup() -> Response:
        with saving():
            backup = backups().file()
        headers: dict[str, Any] = {
            "Content-Disposition": f'attachment; filename="{backup.name}"',
            "Content-Length": str(backup.size),
        }
        return no_store(Response(backup.content, mimetype=ZIP, headers=headers))

    @routes.get("/api/v1/backups", "The nightly copies.", CopiesResponse, role=Role.HOST)
    def list_copies() -> Response:
        failed = backups().failed
        why = context.words.fault(failed) if failed else None
        return json_response(CopiesResponse(backups().copies(), why))

    @routes.put(
        "/api/v1/backup/upload",
        "Upload a chunk of a backup.",
        Received,
        errors=(409, 422, 503),
        role=Role.HOST,
    )
    def take_piece(body: UploadPiece) -> Response:
        try:
            piece = b64decode(body.data, validate=True)
        except ValueError:  # Including non-ASCII characters.
            raise HttpError(
                422, "bad_value", en("Each chunk of a backup must be base64.")
            ) from None
        try:
            with saving():
                return json_response(Received(backups().take(body.offset, piece)))
        except WrongPiece as wrong:
            return json_response(Received(wrong.received), 409)

    @routes.post(
        "/api/v1/backup/offer",
        "Verify the uploaded backup, and report what it would replace.",
        Offer,
        errors=(422, 503),
        role=Role.HOST,
    )
    def offer_backup(body: EmptyRequest) -> Response:
        with saving():
            return json_response(backups().offer())

    @routes.post(
        "/api/v1/backup/restore",
        "Restore the offered backup and restart.",
        Accepted,
        status=202,
        errors=(422, 503),
        role=Role.HOST,
    )
    def restore_backup(body: Accepted) -> Response:
        with saving():
            backups().accept(body.sha256)
        return json_response(body, 202)


class WifiResponse(msgspec.Struct, frozen=True):
    """The login of the table's own Wi-Fi, that of its ``next`` start, and whether it is ``on``; the
    ``networks`` of the last scan, and why the last requested network could not be joined."""

    ssid: str
    password: str
    next: WifiLogin
    on: bool
    networks: tuple[WifiNetwork, ...]
    refused: str | None


class WifiRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Wi-Fi network to join; without a password if it is open."""

    ssid: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_LENGTH)]
    password: Annotated[str, msgspec.Meta(max_length=MAX_LENGTH)] = ""


def add_wifi(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/wifi``."""

    def own_wifi() -> Wifi:
        if context.wifi is None:
            raise HttpError(404, "not_found", en("This table does not manage the Wi-Fi."))
        return context.wifi

    def response(wifi: Wifi, status: int = 200) -> Response:
        return json_response(
            WifiResponse(
                wifi.login.ssid,
                wifi.login.password,
                wifi.next_login(),
                wifi.is_on,
                tuple(wifi.networks),
                context.words.fault(wifi.fault) if wifi.fault else None,
            ),
            status,
        )

    @routes.get("/api/v1/wifi", "The table's own Wi-Fi.", WifiResponse, role=Role.HOST)
    def describe_wifi() -> Response:
        return response(own_wifi())

    @routes.post(
        "/api/v1/wifi",
        "Join another Wi-Fi, asynchronously; disconnects phones in the table's own.",
        WifiResponse,
        status=202,
        errors=(422,),
        role=Role.HOST,
    )
    def join_wifi(body: WifiRequest) -> Response:
        wifi = own_wifi()
        wifi.ask(body.ssid, body.password)
        return response(wifi, 202)
