"""Ask a WLED controller how it is. DDP itself never answers, WLED's web page does."""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPException
from typing import Final, NamedTuple

PATIENCE: Final = 2.0
MOST: Final = 1 << 16


class Wled(NamedTuple):
    """What a controller says of itself: its version, how many LEDs it was told that it has, and
    the current in mA that it allows them (0: any)."""

    version: str
    leds: int
    limit_ma: int = 0


def wled_at(host: str, port: int = 80) -> Wled:
    """What the controller at *host*, a name or an address, says (WLED's JSON API, /json/info).

    Raises OSError where nothing answers, ValueError where something else than WLED does.
    """
    line = HTTPConnection(host, port, timeout=PATIENCE)
    try:
        line.request("GET", "/json/info")
        return _read(line.getresponse().read(MOST))
    except HTTPException as fault:
        raise ValueError(host) from fault
    finally:
        line.close()


def _read(said: bytes) -> Wled:
    try:
        info = json.loads(said)
        leds = info["leds"]
        return Wled(str(info["ver"]), int(leds["count"]), int(leds.get("maxpwr", 0)))
    except (KeyError, TypeError, RecursionError) as fault:
        raise ValueError(said[:60]) from fault
