"""How bright the strip is to be: by day, and less so at night."""

from datetime import UTC, datetime, time
from typing import Protocol


class Hours(Protocol):
    """How bright by day and at night, and when night is: the config, or what the host set."""

    @property
    def brightness(self) -> float:
        """By day, from 0 to 1."""

    @property
    def night(self) -> str:
        """Such as ``22:00-07:00``; empty: never."""

    @property
    def night_brightness(self) -> float:
        """At night."""


def brightness_now(strip: Hours) -> float:
    """How bright it is to be by this machine's own clock."""
    return brightness(strip, datetime.now(UTC).astimezone().time())


def brightness(strip: Hours, now: time) -> float:
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
