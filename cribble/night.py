"""How bright the strip is to be: by day, and less so at night."""

from __future__ import annotations

from datetime import UTC, datetime, time

from cribble.config import StripConfig


def brightness_now(strip: StripConfig) -> float:
    """How bright it is to be by this machine's own clock."""
    return brightness(strip, datetime.now(UTC).astimezone().time())


def brightness(strip: StripConfig, now: time) -> float:
    """How bright it is to be when the clock on the wall shows *now*."""
    return strip.night_brightness if is_night(strip.night, now) else strip.brightness


def is_night(night: str, now: time) -> bool:
    """Whether *now* lies in the *night*, such as ``22:00-07:00``; the first minute does, the last
    does not. A night that ends when it begins is never over; an empty one never comes."""
    if not night:
        return False
    begins, ends = map(time.fromisoformat, night.split("-"))
    if begins < ends:
        return begins <= now < ends
    return now >= begins or now < ends
