"""The time zone of the table: nights begin by it, wherever the machine was set up."""

import logging
import os
import time
from typing import Final

log = logging.getLogger(__name__)

USUAL: Final = os.environ.get("TZ")
"""That of the machine."""


def set_time_zone(zone: str) -> None:
    """Go by *zone* from now on, such as ``America/Toronto``; by the machine's own where it is
    empty, or where this machine does not know it."""
    if zone and not is_known(zone):
        log.warning("this machine knows no time zone %s", zone)
        zone = ""
    if zone:
        os.environ["TZ"] = zone
    elif USUAL is not None:
        os.environ["TZ"] = USUAL
    else:
        os.environ.pop("TZ", None)
    time.tzset()


def is_known(zone: str) -> bool:
    """True if this machine knows the time zone."""
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        return False
    return True
