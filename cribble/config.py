"""How a table is set: one frozen value, and for each key what it is for and what it may be."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from ipaddress import ip_address
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from hardware.strips import STRIPS
from scorekeeper.board.light import TEAM_COLOURS
from scorekeeper.board.power import Power
from scorekeeper.board.shapes import SHAPES
from scorekeeper.board.wood import Wood
from scorekeeper.words import LANGUAGES, en

POWER: Final = Power()
WOOD: Final = Wood()


class StripConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What lights the holes, and the current that it may draw."""

    name: str = "terminal"
    limit_ma: int = POWER.limit_ma
    led_ma: int = POWER.led_ma


class BoardConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The wood and its colours; three rows of holes, so that every variant fits."""

    shape: str = "straight"
    tracks: int = 3
    holes: int = 121
    pitch: float = WOOD.pitch
    lane: float = WOOD.lane
    colours: tuple[str, ...] = tuple(f"#{bytes(colour).hex()}" for colour in TEAM_COLOURS)
    breaths: float = 4


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be set. Where a text is empty, this machine decides."""

    language: str = ""
    data: str = ""
    host: str = "0.0.0.0"
    port: int = 8121
    access: str = "code"
    names: tuple[str, ...] = ()
    strip: StripConfig = StripConfig()
    board: BoardConfig = BoardConfig()


Fits: TypeAlias = Callable[[Any], bool]


class Kind(NamedTuple):
    """What a value may be: in symbols that need no translation, and as a check."""

    wanted: str
    fits: Fits


def _whole(low: int, high: int) -> Kind:
    return Kind(f"{low}–{high}", lambda value: type(value) is int and low <= value <= high)


def _number(low: float, high: float, unit: str = "") -> Kind:
    def fits(value: Any) -> bool:
        return type(value) in (int, float) and low <= value <= high

    return Kind(f"{low:g}–{high:g}{unit}", fits)


def _one_of(*words: str) -> Kind:
    return Kind(" | ".join(f'"{word}"' for word in words), lambda value: value in words)


def _all(each: re.Pattern[str], example: str, least: int = 0) -> Kind:
    def fits(value: Any) -> bool:
        return (
            isinstance(value, list)
            and len(value) >= least
            and all(isinstance(one, str) and each.fullmatch(one) is not None for one in value)
        )

    return Kind(f'["{example}", …]', fits)


TEXT: Final = Kind('"…"', lambda value: isinstance(value, str) and value.isprintable())
ADDRESS: Final = re.compile(r"[\w.:-]{1,253}", re.ASCII)
COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
MOST_TRACKS: Final = len(TEAM_COLOURS)


def _is_address(value: object) -> bool:
    """Whether a socket can listen there, as far as its look goes."""
    try:
        return isinstance(value, str) and bool(ip_address(value))
    except ValueError:
        return False


class Key(NamedTuple):
    """A key of the config: what it is for, as a sentence of the catalogue, and what it may be."""

    about: str
    kind: Kind


KEYS: Final[Mapping[str, Key]] = MappingProxyType(
    {
        "language": Key(
            en("The language of this terminal. Empty: this machine's own."),
            _one_of("", *LANGUAGES),
        ),
        "data": Key(
            en("The folder of the journal and the secrets. Empty: the usual one, {usual_data}."),
            TEXT,
        ),
        "host": Key(
            en("The address that the page listens on. 0.0.0.0: all that this machine has."),
            Kind('"0.0.0.0" | "127.0.0.1" | "::" …', _is_address),
        ),
        "port": Key(en("The port of the page. 0: any that is free."), _whole(0, 65535)),
        "access": Key(
            en("Who may keep score: phones that were given the join code, or everybody."),
            _one_of("code", "open"),
        ),
        "names": Key(
            en("Other names under which the network knows this machine."),
            _all(ADDRESS, "cribbage.lan"),
        ),
        "strip.name": Key(en("The strip that shows the pegs."), _one_of(*STRIPS)),
        "strip.limit_ma": Key(
            en("The current in mA that the strip may draw from its supply, in every moment."),
            _whole(1, 100_000),
        ),
        "strip.led_ma": Key(
            en("The current in mA that one light takes when it is full white."), _whole(1, 1000)
        ),
        "board.shape": Key(en("The shape of the board."), _one_of(*SHAPES)),
        "board.tracks": Key(
            en("How many teams have a row of holes of their own."), _whole(1, MOST_TRACKS)
        ),
        "board.holes": Key(
            en("How many holes each row has. A longer game goes round again."), _whole(1, 400)
        ),
        "board.pitch": Key(
            en("From hole to hole, in mm: 6.94 is tape with 144 lights a metre."),
            _number(1, 1000, " mm"),
        ),
        "board.lane": Key(en("From row to row, in mm."), _number(1, 1000, " mm")),
        "board.colours": Key(
            en("The colour of each row. The usual ones can be told apart by colour-blind people."),
            _all(COLOUR, "#0072ff", least=1),
        ),
        "board.breaths": Key(
            en("How often the back pegs breathe after each change. inf: always."),
            _number(0, float("inf")),
        ),
    }
)
"""Every key there is, by its place in the file."""

SECTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "strip": en("The lights."),
        "board": en("The board that the lights are in."),
    }
)
"""The tables of the file, and the sentence above each."""
