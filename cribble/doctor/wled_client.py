"""The HTTP client of a WLED controller: its lights, its limit, and its settings for frames."""

import json
from contextlib import suppress
from typing import Final, NamedTuple

from cribble.system.network import fetch
from scorekeeper.words import Fault, en

WLED_SECONDS: Final = 2.0
"""Time limit for a whole answer."""
LONGEST_VERSION: Final = 24
MOST_LEDS, MOST_MA = 100_000, 1_000_000
UNEXPECTED: Final = (KeyError, TypeError, AttributeError, OverflowError, RecursionError)
"""The errors of JSON with another shape."""
NOT_TAKEN: Final = en("{host} did not accept the new settings ({reason}).")


class WledLive(NamedTuple):
    """A controller's settings for frames (WLED's /json/cfg, ``if.live``): whether it shows them, at
    full brightness, without its own gamma, in its main segment alone; ``timeout`` is in tenths of a
    second. The defaults show frames as they are sent."""

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
"""The request that sets those defaults."""


class Wled(NamedTuple):
    """A controller's version, its number of LEDs, its limit in mA (0: none), and its settings for
    frames; None if they are unknown."""

    version: str
    leds: int
    limit_ma: int = 0
    live: WledLive | None = None


def wled_at(host: str, port: int = 80) -> Wled:
    """Return the answer of the controller at *host* (WLED's /json/info). Raises OSError if nothing
    answers, ValueError if something other than WLED does."""
    answer = fetch(host, port, "/json/info", within=WLED_SECONDS)[1]
    try:
        info = json.loads(answer)
        leds = info["leds"]
        wled = Wled(str(info["ver"]), int(leds["count"]), int(leds.get("maxpwr", 0)))
    except UNEXPECTED as fault:
        raise ValueError(answer[:60]) from fault
    # The version is shown in a terminal, too.
    is_version = wled.version.isprintable() and len(wled.version) <= LONGEST_VERSION
    if not (is_version and 0 <= wled.leds <= MOST_LEDS and 0 <= wled.limit_ma <= MOST_MA):
        raise ValueError(answer[:60])
    with suppress(OSError, ValueError, *UNEXPECTED):  # One with a PIN keeps this page closed.
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
    """Have the controller at *host* show frames as they are sent. Raises Fault if it refuses."""
    try:
        status, _ = fetch(host, port, "/json/cfg", within=WLED_SECONDS, body=WLED_BODY)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise Fault(NOT_TAKEN, host=host, reason=reason) from None
    if status >= 400:
        raise Fault(NOT_TAKEN, host=host, reason=f"HTTP {status}")
