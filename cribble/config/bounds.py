"""The bounds of values that only a config has: addresses, pins, hours, pitches, colour orders."""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Annotated, Final, TypeAlias

from hardware.strips.strip import ORDERS as COLOUR_ORDERS
from hardware.strips.strip import WHITE_ORDERS
from mqtt.broker import is_url
from scorekeeper.board.wiring.check import MOST_PIXELS
from scorekeeper.bounds import TEXT, TRUE_OR_FALSE, Bound, integer, list_of, matching, number

HOST_NAME: Final = matching(r"[A-Za-z0-9_.:-]{1,253}", "cribbage.lan")
NAME: Final = Bound(
    '"" | "Kitchen" (≤ 40)',
    lambda value: isinstance(value, str) and value.isprintable() and len(value) <= 40,
)
TIME_ZONE: Final = matching(r"[A-Za-z]+(?:/[A-Za-z0-9_+-]+){0,2}", "America/Toronto", or_empty=True)
PIXEL: Final = integer(0, MOST_PIXELS - 1)
PIXELS: Final = list_of(PIXEL)
Pixels: TypeAlias = Annotated[tuple[int, ...], PIXELS]
YesNo: TypeAlias = Annotated[bool, TRUE_OR_FALSE]
Text: TypeAlias = Annotated[str, TEXT]
GPIO: Final = integer(2, 27)
"""The Pi's pins, but for two that identify what is plugged on top of it."""

HOUR: Final = "(?:[01][0-9]|2[0-3]):[0-5][0-9]"
NIGHT: Final = matching(f"{HOUR}-{HOUR}", "HH:MM-HH:MM", or_empty=True)
PER_METRE: Final = matching("[1-9][0-9]{0,2}/m", "144/m")
_LENGTH: Final = number(1, 1000, " mm")
PITCH: Final = Bound(
    f"{_LENGTH.wanted} | {PER_METRE.wanted}",
    lambda value: _LENGTH.fits(value) or PER_METRE.fits(value),
)
ORDER: Final = Bound(
    '"GRB" | "RGB" | … | "GRBW"',
    lambda value: isinstance(value, str) and value in COLOUR_ORDERS + WHITE_ORDERS,
)


def is_tables(value: object) -> bool:
    """True if *value* is a list of TOML tables."""
    return isinstance(value, list | tuple) and all(isinstance(one, Mapping) for one in value)


def _is_address(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(ip_address(value))
    except ValueError:
        return False


BROKER: Final = Bound(
    '"" | "mqtt://192.168.1.10:1883" | "mqtts://…"',
    lambda value: isinstance(value, str) and (not value or is_url(value)),
)
ADDRESS: Final = Bound('"0.0.0.0" | "127.0.0.1" | "::" …', _is_address)
