"""Routes of the Wi-Fi: its QR code, and the one that the host lets the table join."""

from io import BytesIO
from typing import Annotated, Final

import msgspec
from flask import Response

from scorekeeper.words import en
from web.context import Context
from web.http.errors import HttpError
from web.http.operations import Role, Routes
from web.http.response import json_response, no_store
from web.wifi.wifi import Wifi

LONGEST: Final = 64


class WifiNetwork(msgspec.Struct, frozen=True):
    """A Wi-Fi that was in reach; ``locked`` wants a password."""

    ssid: str
    strength: int
    locked: bool


class WifiResponse(msgspec.Struct, frozen=True):
    """The table's own Wi-Fi, and whether it is ``on``; the ``networks`` that were in reach, and why
    the one asked for last was not joined."""

    ssid: str
    password: str
    on: bool
    networks: tuple[WifiNetwork, ...]
    refused: str | None


class WifiRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Wi-Fi to join; without a password an open one."""

    ssid: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]
    password: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""


def add_wifi(routes: Routes, context: Context) -> None:
    """Add ``/wifi.svg`` and ``/api/v1/wifi``."""

    @routes.app.get("/wifi.svg")
    def wifi_svg() -> Response:
        wifi = context.wifi
        if wifi is None or not wifi.is_on:
            raise HttpError(404, "not_found", en("The table has no Wi-Fi of its own now."))
        svg = wifi_qr(wifi.login.ssid, wifi.login.password)
        return no_store(Response(svg, mimetype="image/svg+xml"))

    @routes.get("/api/v1/wifi", "The table's own Wi-Fi.", WifiResponse, role=Role.HOST)
    def describe_wifi() -> Response:
        return json_response(_response(context, _wifi(context)))

    @routes.post(
        "/api/v1/wifi",
        "Join another Wi-Fi, soon: phones in the table's own lose it then.",
        WifiResponse,
        status=202,
        errors=(422,),
        role=Role.HOST,
    )
    def join_wifi(body: WifiRequest) -> Response:
        wifi = _wifi(context)
        wifi.ask(body.ssid, body.password)
        return json_response(_response(context, wifi), 202)


def wifi_qr(ssid: str, password: str) -> bytes:
    """Return a QR code as SVG by which a phone joins that Wi-Fi."""
    from segno.helpers import make_wifi  # Not at the start: most tables have a network.

    out = BytesIO()
    code = make_wifi(ssid, password, security="WPA")
    code.save(out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True)
    return out.getvalue()


def _wifi(context: Context) -> Wifi:
    if context.wifi is None:
        raise HttpError(404, "not_found", en("This table does nothing about the Wi-Fi."))
    return context.wifi


def _response(context: Context, wifi: Wifi) -> WifiResponse:
    return WifiResponse(
        wifi.login.ssid,
        wifi.login.password,
        wifi.is_on,
        tuple(WifiNetwork(one.ssid, one.strength, one.locked) for one in wifi.networks),
        context.words.fault(wifi.fault) if wifi.fault else None,
    )
