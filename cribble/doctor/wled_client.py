"""HTTP client for a WLED controller."""

import json
from contextlib import suppress
from typing import Final, NamedTuple

from cribble.system.network import fetch
from scorekeeper.words import Fault, en

WLED_SECONDS: Final = 2.0
"""Timeout for a complete response."""
MAX_VERSION_LENGTH: Final = 24
MAX_LEDS, MAX_MA = 100_000, 1_000_000
UNEXPECTED: Final = (KeyError, TypeError, AttributeError, OverflowError, RecursionError)
"""Exceptions raised for JSON of unexpected shape."""
NOT_TAKEN: Final = en("{host} did not accept the new settings ({reason}).")


class WledLive(NamedTuple):
    """Realtime settings of a controller (``if.live`` in /json/cfg); ``timeout`` is in tenths of a
    second. The defaults show frames unchanged."""

    on: bool = True
    full_brightness: bool = True
    no_gamma: bool = True
    main_segment: bool = False
    timeout: int = 25


WLED_LIVE: Final = {
    "en": True,
    "maxbri": True,
    "no-gc": True,
    "mso": False,
    "timeout": WledLive().timeout,
}
WLED_BODY: Final = json.dumps({"if": {"live": WLED_LIVE}}, separators=(",", ":"))
"""The JSON body that sets the fields of `WLED_LIVE`."""


class Wled(NamedTuple):
    """Version, number of LEDs, limit in mA (0: none), and realtime settings (None: unknown)."""

    version: str
    leds: int
    limit_ma: int = 0
    live: WledLive | None = None


def wled_at(host: str, port: int = 80) -> Wled:
    """Return the controller at *host*, from /json/info and /json/cfg. Raises OSError if it does not
    respond, ValueError if it is not WLED."""
    answer = fetch(host, port, "/json/info", within=WLED_SECONDS)[1]
    try:
        info = json.loads(answer)
        leds = info["leds"]
        wled = Wled(str(info["ver"]), int(leds["count"]), int(leds.get("maxpwr", 0)))
    except UNEXPECTED as fault:
        raise ValueError(answer[:60]) from fault
    # The version is printed to a terminal.
    is_version = wled.version.isprintable() and len(wled.version) <= MAX_VERSION_LENGTH
    if not (is_version and 0 <= wled.leds <= MAX_LEDS and 0 <= wled.limit_ma <= MAX_MA):
        raise ValueError(answer[:60])
    with suppress(OSError, ValueError, *UNEXPECTED):  # Forbidden if a PIN is set.
        live = json.loads(fetch(host, port, "/json/cfg", within=WLED_SECONDS)[1])["if"]["live"]
        return wled._replace(
            live=WledLive(
                on=bool(live["en"]),
                full_brightness=bool(live["maxbri"]),
                no_gamma=bool(live["no-gc"]),
                main_segment=bool(live.get("mso", False)),
                timeout=int(live["timeout"]),
            )
        )
    return wled


def configure_wled(host: str, port: int = 80) -> None:
    """Set up the controller at *host* to show frames unchanged. Raises Fault if it refuses."""
    try:
        status, _ = fetch(host, port, "/json/cfg", within=WLED_SECONDS, body=WLED_BODY)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise Fault(NOT_TAKEN, host=host, reason=reason) from None
    if status >= 400:
        raise Fault(NOT_TAKEN, host=host, reason=f"HTTP {status}")
