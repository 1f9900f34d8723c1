"""The HTTP client of a WLED controller: its lights, its limit, and its settings for frames."""

import json
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import Final, NamedTuple

from scorekeeper.words import Fault, en

WLED_SECONDS: Final = 2.0
LONGEST_ANSWER: Final = 1 << 16
NOT_TAKEN: Final = en("{host} did not take its new settings ({reason}).")


class WledLive(NamedTuple):
    """A controller's settings for frames (WLED's /json/cfg, ``if.live``): it takes
    them, at full brightness, without a gamma of its own, in its main segment alone; ``timeout`` is
    in tenths of a second."""

    on: bool = True
    full_brightness: bool = True
    no_gamma: bool = True
    main_segment: bool = False
    timeout: int = 25


class Wled(NamedTuple):
    """A controller's version, its number of LEDs, the mA it allows them (0: any), and how it takes
    frames; None where it does not say."""

    version: str
    leds: int
    limit_ma: int = 0
    live: WledLive | None = None


def wled_at(host: str, port: int = 80) -> Wled:
    """Return what the controller at *host*, a name or an address, answers (WLED's /json/info).

    Raises OSError where nothing answers, ValueError where something else than WLED does.
    """
    found = _read_info(_page(host, port, "/json/info"))
    with suppress(OSError, ValueError):  # A controller with a PIN keeps this one closed.
        return found._replace(live=_read_live(_page(host, port, "/json/cfg")))
    return found


def configure_wled(host: str, body: str, port: int = 80) -> None:
    """Send *body* to the settings of the controller at *host* (WLED's /json/cfg).

    Raises Fault where it does not take it.
    """
    line = HTTPConnection(host, port, timeout=WLED_SECONDS)
    try:
        line.request("POST", "/json/cfg", body, {"Content-Type": "application/json"})
        status = line.getresponse().status
    except (OSError, HTTPException) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise Fault(NOT_TAKEN, host=host, reason=reason) from None
    finally:
        line.close()
    if status >= 400:
        raise Fault(NOT_TAKEN, host=host, reason=f"HTTP {status}")


def _page(host: str, port: int, path: str) -> bytes:
    line = HTTPConnection(host, port, timeout=WLED_SECONDS)
    try:
        line.request("GET", path)
        return line.getresponse().read(LONGEST_ANSWER)
    except HTTPException as fault:
        raise ValueError(host) from fault
    finally:
        line.close()


def _read_live(answer: bytes) -> WledLive:
    try:
        live = json.loads(answer)["if"]["live"]
        return WledLive(
            on=bool(live["en"]),
            full_brightness=bool(live["maxbri"]),
            no_gamma=bool(live["no-gc"]),
            main_segment=bool(live.get("mso", False)),
            timeout=int(live["timeout"]),
        )
    except (KeyError, TypeError, RecursionError) as fault:
        raise ValueError(answer[:60]) from fault


def _read_info(answer: bytes) -> Wled:
    try:
        info = json.loads(answer)
        leds = info["leds"]
        return Wled(str(info["ver"]), int(leds["count"]), int(leds.get("maxpwr", 0)))
    except (KeyError, TypeError, RecursionError) as fault:
        raise ValueError(answer[:60]) from fault
