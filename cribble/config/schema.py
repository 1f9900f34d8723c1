"""How a table is set: one frozen value. What each key is for stands in ``config_keys``."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from hardware.drivers import AT_PIN
from hardware.keypads.keypad import KeypadWiring
from scorekeeper.board.geometry.measures import Wood
from scorekeeper.board.light.colour import TEAM_COLOURS, Look
from scorekeeper.board.light.power import Power

POWER: Final = Power()
WOOD: Final = Wood()
LOOK: Final = Look()
KEYS: Final = KeypadWiring()


class StripConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What lights the holes, how it is connected, how bright it is, and the current it may draw."""

    name: str = "terminal"
    at: str = ""
    order: str = "GRB"
    symbol_bits: int = 8
    baud: int = 115_200
    limit_ma: int = POWER.limit_ma
    led_ma: int = POWER.led_ma
    brightness: float = 1.0
    night: str = ""
    night_brightness: float = 0.25


class BoardConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The wood and its colours; three rows of holes, so that every variant has a track a team."""

    shape: str = ""
    tracks: int = 3
    holes: int = WOOD.holes
    pitch: float = WOOD.pitch
    lane: float = WOOD.lane
    street_gap: float = WOOD.street_gap
    game_holes: Literal["one", "each"] = WOOD.game_holes
    ends: Literal["same", "opposite"] = WOOD.ends
    bends: Literal["square", "round"] = WOOD.bends
    colours: tuple[str, ...] = tuple(f"#{bytes(colour).hex()}" for colour in TEAM_COLOURS)
    breaths: float = LOOK.breaths
    streets: bool = LOOK.streets
    skunk: bool = LOOK.skunk
    low_vision: bool = LOOK.low_vision


class SegmentConfig(msgspec.Struct, frozen=True, kw_only=True):
    """A run of lights in a run of holes; tracks and holes are counted from 1, lights from 0."""

    start: int
    length: int
    track: int
    hole: int = 1
    reverse: bool = False
    every: int = 1
    gaps: tuple[int, ...] = ()


class WiringConfig(msgspec.Struct, frozen=True, kw_only=True):
    """How the strip is laid in the board."""

    laid: str = "pegged"
    leds_per_m: int = 0
    spare: int = 0
    pixels: int = 0
    segments: tuple[SegmentConfig, ...] = ()


class LampsConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The lights of the strip that stand in no hole."""

    dealer: tuple[int, ...] = ()
    turn: tuple[int, ...] = ()
    games: tuple[tuple[int, ...], ...] = ()
    count: tuple[int, ...] = ()
    link: int = -1


class KeypadConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What has keys, and how it is connected; where it has no name there is none."""

    name: str = ""
    at: str = ""
    rows: tuple[int, ...] = KEYS.rows
    columns: tuple[int, ...] = KEYS.columns
    buttons: tuple[int, ...] = KEYS.buttons


class BuzzerConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What is heard at the table."""

    name: str = ""
    pin: int = 0

    @property
    def chosen(self) -> str:
        """Its name; a pin alone is enough for the one that hangs there."""
        return self.name or (AT_PIN if self.pin else "")


class ReadoutConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What is read beside the cards."""

    name: str = ""


class Config(msgspec.Struct, frozen=True, kw_only=True, rename={"keypads": "keypad"}):
    """Everything that can be set. Where a text is empty, this machine decides."""

    language: str = ""
    data: str = ""
    host: str = "0.0.0.0"
    port: int = 8121
    access: str = "code"
    names: tuple[str, ...] = ()
    strip: StripConfig = StripConfig()
    board: BoardConfig = BoardConfig()
    wiring: WiringConfig = WiringConfig()
    lamps: LampsConfig = LampsConfig()
    keypads: tuple[KeypadConfig, ...] = (KeypadConfig(),)
    buzzer: BuzzerConfig = BuzzerConfig()
    readout: ReadoutConfig = ReadoutConfig()
