"""The brightness of the strip: by day, and less at night."""

from datetime import UTC, datetime, time
from typing import TypeAlias

from cribble.config.schema import StripConfig
from cribble.system.clock import WallClock
from web import HostSettings

Hours: TypeAlias = StripConfig | HostSettings
"""Either has the brightness by day and at night, and when night is."""


def brightness_now(strip: Hours, clock: WallClock) -> float:
    """Return the brightness by this machine's *clock*: that of the day until it is right."""
    if not strip.night:  # Asked for every frame.
        return strip.brightness
    if is_always(strip.night):
        return strip.night_brightness
    if not clock.is_right:
        return strip.brightness
    return brightness(strip, datetime.now(UTC).astimezone().time())


def brightness(strip: Hours, now: time) -> float:
    """Return the brightness when the clock on the wall shows *now*."""
    return strip.night_brightness if is_night(strip.night, now) else strip.brightness


def is_always(night: str) -> bool:
    """True if it is never day, which takes no clock."""
    begins, ends = night.split("-")
    return begins == ends


def is_night(night: str, now: time) -> bool:
    """True if *now* is in the *night*, such as ``22:00-07:00``; its last minute is not.

    A night that ends when it begins is never over; an empty one never comes.
    """
    if not night:
        return False
    begins, ends = map(time.fromisoformat, night.split("-"))
    if begins < ends:
        return begins <= now < ends
    return now >= begins or now < ends
