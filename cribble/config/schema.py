"""The schema of the config: type, bounds, comment and default of each key.

Each field of these structs is a key. ``SETTINGS`` lists them for validation, errors, ``cribble
config``, docs/settings.md and command line options.
"""

from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, get_args, get_origin

import msgspec

from cribble.devices import KEYPADS, STRIPS
from hardware.drivers import AT_PIN, BUZZERS, DISPLAYS
from hardware.keypads.keypad import KeypadWiring
from hardware.strips.strip import ORDERS as COLOUR_ORDERS
from hardware.strips.strip import WHITE_ORDERS
from mqtt.broker import is_url
from mqtt.topics import NAME as CLUB_NAME
from scorekeeper.board.light import HEX_COLOUR, MIN_COLOURS, TEAM_COLOURS, Look, Power
from scorekeeper.board.panel import SIZES, Along, Corner, Panel
from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import SHAPES
from scorekeeper.board.wiring import MAX_PIXELS
from scorekeeper.board.wiring import ORDERS as LAYOUTS
from scorekeeper.bounds import (
    TEXT,
    TRUE_OR_FALSE,
    Bound,
    integer,
    list_of,
    matching,
    number,
    one_of,
)
from scorekeeper.words import LANGUAGES, en

HOST_NAME: Final = matching(r"[A-Za-z0-9_.:-]{1,253}", "cribbage.lan")
NAME: Final = Bound(
    '"" | "Kitchen" (≤ 40)',
    lambda value: isinstance(value, str) and value.isprintable() and len(value) <= 40,
)
TIME_ZONE: Final = matching(r"[A-Za-z]+(?:/[A-Za-z0-9_+-]+){0,2}", "America/Toronto", or_empty=True)
PIXEL: Final = integer(0, MAX_PIXELS - 1)
PIXELS: Final = list_of(PIXEL)
Pixels: TypeAlias = Annotated[tuple[int, ...], PIXELS]
YesNo: TypeAlias = Annotated[bool, TRUE_OR_FALSE]
Text: TypeAlias = Annotated[str, TEXT]
GPIO: Final = integer(2, 27)
"""A GPIO number of the Pi, except 0 and 1, which identify a HAT."""

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
    """Return whether *value* is a list of TOML tables."""
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


POWER: Final = Power()
MEASURES: Final = Measures()
LOOK: Final = Look()
LED_PANEL: Final = Panel()
KEYPAD_PINS: Final = KeypadWiring()

MAX_TRACKS: Final = 3
MAX_HOLES: Final = 400
SEGMENTS: Final = "segments"
"""The value of ``wiring.laid`` that enables segments, and the key of the segment list."""
PANEL: Final = "panel"
"""The value of ``wiring.laid`` for an LED panel."""


class StripConfig(msgspec.Struct, frozen=True, kw_only=True):
    """``[strip]``: LED driver, connection, and current limit."""

    name: Annotated[str, one_of(*STRIPS), en("The strip that shows the pegs.")] = "terminal"
    at: Annotated[Text, en("The pin, device or address of the strip. Empty: the default.")] = ""
    order: Annotated[
        str,
        ORDER,
        en("The colour order of the strip, with a W if it has white LEDs."),
    ] = "GRB"
    symbol_bits: Annotated[
        Literal[8, 3],
        en("The number of SPI bits per bit of the strip: 8 is safest, 3 is shortest."),
    ] = 8
    baud: Annotated[
        int,
        integer(9600, 2_000_000),
        en("The baud rate that the microcontroller’s firmware was built for."),
    ] = 115_200
    limit_ma: Annotated[
        int,
        integer(1, 100_000),
        en("The maximum current in mA that the strip may draw from its supply."),
    ] = POWER.limit_ma
    led_ma: Annotated[
        int, integer(1, 1000), en("The current in mA that one light draws at full white.")
    ] = POWER.led_ma
    brightness: Annotated[
        float, number(0.01, 1), en("The brightness of the strip. 1: maximum.")
    ] = 1.0
    night: Annotated[
        str,
        NIGHT,
        en(
            "The hours of night mode, such as 22:00-07:00. Empty: never; the same time twice: "
            "always."
        ),
    ] = ""
    night_brightness: Annotated[
        float, number(0, 1), en("The brightness of the strip at night. 0: dark.")
    ] = 0.25


class BoardConfig(msgspec.Struct, frozen=True, kw_only=True):
    """``[board]``: shape, dimensions and colours."""

    shape: Annotated[
        str,
        one_of("", *SHAPES),
        en(
            "The shape of the board that was built. Empty: none; a screen shows straight rows, "
            "a strip of lights a classic board."
        ),
    ] = ""
    tracks: Annotated[
        int,
        integer(1, MAX_TRACKS),
        en("The number of tracks. If there are too few, teams share one."),
    ] = 3
    holes: Annotated[
        int,
        integer(0, MAX_HOLES),
        en(
            "The number of holes of each track, including its game hole. 0: the default of the "
            "shape. A longer game takes more laps."
        ),
    ] = MEASURES.holes
    pitch: Annotated[
        float,
        PITCH,
        en("The distance between holes, in mm: 6.94 for tape with 144 lights per metre."),
    ] = MEASURES.pitch
    lane: Annotated[float, number(1, 1000, " mm"), en("The distance between rows, in mm.")] = (
        MEASURES.lane
    )
    street_gap: Annotated[
        float,
        number(0, 1000, " mm"),
        en("The additional gap between streets of five holes, in mm. 0 for tape."),
    ] = MEASURES.street_gap
    light_mm: Annotated[
        float,
        number(0, 100, " mm"),
        en("The hole diameter for single lights, in mm. 0: tape below smaller holes."),
    ] = 0.0
    game_holes: Annotated[
        Literal["each", "one"],
        en("Whether each track ends in its own game hole, or all share one."),
    ] = MEASURES.game_holes
    ends: Annotated[
        Literal["same", "opposite"],
        en("Whether all tracks start at the same end, or at opposite ends."),
    ] = MEASURES.ends
    bends: Annotated[
        Literal["square", "round"], en("Whether bends are square, as tape needs, or round.")
    ] = MEASURES.bends
    colours: Annotated[
        tuple[str, ...],
        list_of(matching(HEX_COLOUR, "#rrggbb"), least=MIN_COLOURS),
        en(
            "The colours of the teams: at least three, even if two play. Default colours, which "
            "colour-blind people can tell apart, are added up to five."
        ),
    ] = tuple(f"#{bytes(colour).hex()}" for colour in TEAM_COLOURS)
    breaths: Annotated[
        float,
        number(0, float("inf")),
        en("How many times the back pegs breathe after each change. inf: always."),
    ] = LOOK.breaths
    streets: Annotated[YesNo, en("Whether dim lights mark the ends of streets.")] = LOOK.streets
    skunk: Annotated[YesNo, en("Whether dim lights mark the skunk lines.")] = LOOK.skunk
    low_vision: Annotated[
        YesNo, en("Whether pegs are three lights wide, and back pegs never stop breathing.")
    ] = LOOK.low_vision


class SegmentConfig(msgspec.Struct, frozen=True, kw_only=True):
    """A run of lights in a run of holes; tracks and holes are counted from 1, lights from 0."""

    start: Annotated[int, PIXEL, en("The first light of the segment, counting from 0.")]
    length: Annotated[
        int,
        integer(1, MAX_PIXELS),
        en("The number of lights of the segment, including unused ones."),
    ]
    track: Annotated[int, integer(1, MAX_TRACKS), en("The track that it lights, counting from 1.")]
    hole: Annotated[int, integer(1, MAX_HOLES), en("The lowest hole, counting from 1.")] = 1
    reverse: Annotated[YesNo, en("Whether the lights run against the direction of pegging.")] = (
        False
    )
    every: Annotated[
        int,
        integer(1, 100),
        en("Only every second, third, … light is in a hole, starting with the first."),
    ] = 1
    gaps: Annotated[Pixels, en("Lights to skip, by their number on the strip.")] = ()


class WiringConfig(msgspec.Struct, frozen=True, kw_only=True):
    """``[wiring]``: how the strip is laid in the board."""

    laid: Annotated[
        str,
        one_of(*LAYOUTS, SEGMENTS, PANEL),
        en(
            "How the strip runs through the board: in pegging order, all rows from the same "
            "end, back and forth, or as defined by segments; or that it is a panel."
        ),
    ] = "pegged"
    panel: Annotated[
        str,
        one_of(*SIZES),
        en("The size of the panel in lights: height x width. 8x64: two of 8x32 side by side."),
    ] = LED_PANEL.size
    first: Annotated[
        str,
        one_of(*get_args(Corner)),
        en("The corner of the panel with its first light, as the players see it."),
    ] = LED_PANEL.first
    along: Annotated[
        str, one_of(*get_args(Along)), en("Whether the panel is wired in columns or in rows.")
    ] = LED_PANEL.along
    zigzag: Annotated[
        YesNo, en("Whether every second column or row of the panel runs backwards.")
    ] = LED_PANEL.zigzag
    leds_per_m: Annotated[
        int,
        integer(0, 1000),
        en(
            "The number of lights per metre of tape; only those below a hole are used. 0: one "
            "for each hole."
        ),
    ] = 0
    spare: Annotated[
        int,
        integer(0, 100),
        en("The number of unused lights wherever the strip continues from one row to the next."),
    ] = 0
    pixels: Annotated[
        int, integer(0, MAX_PIXELS), en("The number of lights of the strip. 0: as many as needed.")
    ] = 0
    segments: Annotated[
        tuple[SegmentConfig, ...],
        Bound("[[wiring.segments]]", is_tables),
        en(
            "If the strip is laid in segments: a table for each run of lights in a run of "
            "holes, with these keys:"
        ),
    ] = ()


class LampsConfig(msgspec.Struct, frozen=True, kw_only=True):
    """``[lamps]``: lights on the strip that are not in a hole."""

    dealer: Annotated[Pixels, en("The lights that show whose deal it is, by seat.")] = ()
    turn: Annotated[Pixels, en("The lights that show whose turn it is, by seat.")] = ()
    games: Annotated[
        tuple[tuple[int, ...], ...],
        list_of(PIXELS),
        en("The lights that show how many games each team has won, by team."),
    ] = ()
    count: Annotated[Pixels, en("The lights of a bar for the running count: up to 31.")] = ()
    link: Annotated[
        int,
        integer(-1, MAX_PIXELS - 1),
        en("The light that is on while the strip is connected. -1: none."),
    ] = -1


class KeypadConfig(msgspec.Struct, frozen=True, kw_only=True):
    """``[keypad]``: a keypad and its connection; none if the name is empty."""

    name: Annotated[
        str, one_of("", *KEYPADS), en("The keypad for playing without a phone. Empty: none.")
    ] = ""
    at: Annotated[
        Text,
        en(
            "The device of a USB keypad, or the port of a microcontroller. Empty: it is "
            "detected automatically."
        ),
    ] = ""
    rows: Annotated[
        tuple[int, ...],
        list_of(GPIO, 4, 4),
        en("The GPIO numbers of a matrix’s rows, from the top."),
    ] = KEYPAD_PINS.rows
    columns: Annotated[
        tuple[int, ...], list_of(GPIO, 4, 4), en("The GPIO numbers of its columns, from the left.")
    ] = KEYPAD_PINS.columns
    buttons: Annotated[
        tuple[int, ...],
        list_of(GPIO, 3, 3),
        en(
            "The GPIO numbers of three buttons: next, OK and undo; or of an encoder: CLK, SW and "
            "DT."
        ),
    ] = KEYPAD_PINS.buttons


class BuzzerConfig(msgspec.Struct, frozen=True, kw_only=True):
    """``[buzzer]``: the sounder at the table."""

    name: Annotated[
        str,
        one_of("", *BUZZERS),
        en("The device for sounds. Empty: the buzzer at a pin, if one is set."),
    ] = ""
    pin: Annotated[int, integer(0, 27), en("The GPIO number of a buzzer. 0: none.")] = 0

    @property
    def chosen(self) -> str:
        """The name; if empty and a pin is set, the buzzer on a pin."""
        return self.name or (AT_PIN if self.pin else "")


class ReadoutConfig(msgspec.Struct, frozen=True, kw_only=True):
    """``[readout]``: the small text display."""

    name: Annotated[
        str,
        one_of("", *DISPLAYS),
        en("The display with the running count: this terminal, or a chip. Empty: none."),
    ] = ""


class MqttConfig(msgspec.Struct, frozen=True, kw_only=True):
    """``[mqtt]``: the broker for other tables, Home Assistant or a club night."""

    url: Annotated[
        str, BROKER, en("The broker to which the table publishes. Empty: none; nothing is sent.")
    ] = ""
    user: Annotated[Text, en("The user name for the broker. Empty: no login.")] = ""
    password_file: Annotated[
        Text, en("The file whose first line is the password, readable only by its owner.")
    ] = ""
    club: Annotated[
        str,
        matching(CLUB_NAME, "home"),
        en("The club, house or tournament: the same for all its tables."),
    ] = "home"
    table: Annotated[
        str,
        matching(CLUB_NAME, "kitchen", or_empty=True),
        en("The name of this table in the club. Empty: the name of this machine."),
    ] = ""
    names: Annotated[
        Literal["full", "initials", "none"],
        en("How much of the players’ names is sent to the broker."),
    ] = "full"
    home_assistant: Annotated[
        YesNo, en("Whether the table announces itself to Home Assistant.")
    ] = False
    commands: Annotated[
        YesNo, en("Whether Home Assistant can control the table: its lights, and undo.")
    ] = False


class Config(msgspec.Struct, frozen=True, kw_only=True, rename={"keypads": "keypad"}):
    """The whole config. Empty strings mean that the default depends on the machine."""

    language: Annotated[
        str, one_of("", *LANGUAGES), en("The language of the terminal. Empty: that of the system.")
    ] = ""
    name: Annotated[str, NAME, en("The name of this table, for its stickers. Empty: none.")] = ""
    time_zone: Annotated[
        str,
        TIME_ZONE,
        en("The time zone of this table, for its nights. Empty: that of the system."),
    ] = ""
    data: Annotated[
        Text, en("The folder of the journal and the secrets. Empty: the default, {usual_data}.")
    ] = ""
    host: Annotated[
        str,
        ADDRESS,
        en("The address that the page listens on. 0.0.0.0: all addresses of this machine."),
    ] = "0.0.0.0"
    port: Annotated[int, integer(0, 65535), en("The HTTP port. 0: any free port.")] = 8121
    access: Annotated[
        Literal["code", "open"],
        en("Who may keep score: phones with the join code, or everyone."),
    ] = "code"
    names: Annotated[
        tuple[str, ...],
        list_of(HOST_NAME),
        en("Other host names of this machine on the network."),
    ] = ()
    own_wifi: Annotated[
        Literal["auto", "on", "off"],
        en(
            "Whether the table starts its own Wi-Fi if there is no network for a minute. auto: "
            "on a Raspberry Pi on which it runs as a service."
        ),
    ] = "auto"
    strip: Annotated[StripConfig, en("The lights.")] = StripConfig()
    board: Annotated[BoardConfig, en("The board that the lights are in.")] = BoardConfig()
    wiring: Annotated[WiringConfig, en("Which light is in which hole.")] = WiringConfig()
    lamps: Annotated[
        LampsConfig, en("Lights on the strip that are not in holes, numbered from 0 along it.")
    ] = LampsConfig()
    keypads: Annotated[
        tuple[KeypadConfig, ...],
        en(
            "The keypad; if there are several, each begins with [[keypad]]. Missing ones can be "
            "connected later."
        ),
    ] = (KeypadConfig(),)
    buzzer: Annotated[BuzzerConfig, en("The buzzer.")] = BuzzerConfig()
    readout: Annotated[ReadoutConfig, en("The display.")] = ReadoutConfig()
    mqtt: Annotated[MqttConfig, en("The broker, for a house or a club night (docs/mqtt.md).")] = (
        MqttConfig()
    )


class Setting(NamedTuple):
    """A key of the config: its comment and its bounds."""

    about: str
    bound: Bound


def _annotations(kind: type[msgspec.Struct]) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """Yield each field's key in the file, its type, and its other annotations."""
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    for field, name in names:
        type_, *more = get_args(kind.__annotations__[field])
        if get_origin(type_) is Literal:
            more = [one_of(*get_args(type_)), *more]
        yield name, type_, tuple(more)


def _settings(kind: type[msgspec.Struct], section: str = "") -> Iterator[tuple[str, Setting]]:
    """Yield the keys of *kind*, each followed by those of its table."""
    for name, type_, more in _annotations(kind):
        if len(more) > 1:
            bound, about = more
            yield section + name, Setting(about, bound)
        for table in (type_, *get_args(type_)):
            if hasattr(table, "__struct_fields__"):
                yield from _settings(table, f"{section}{name}.")


SETTINGS: Final[Mapping[str, Setting]] = dict(_settings(Config))
"""All settings by key, in the order of the file."""

SECTIONS: Final[Mapping[str, str]] = {
    name: about for name, _, (*bound, about) in _annotations(Config) if not bound
}
"""Comments of the tables by name."""

SEGMENTS_AT: Final = ("wiring", SEGMENTS)
SEGMENT_SETTINGS: Final[Mapping[str, Setting]] = {
    key: it for key, it in SETTINGS.items() if key.startswith("wiring.segments.")
}
KEYPADS_AT: Final = ("keypad",)

NEEDED: Final[Mapping[tuple[str | int, ...], tuple[str, ...]]] = {
    SEGMENTS_AT: ("start", "length", "track"),
    KEYPADS_AT: ("name",),
}
"""Required keys of the tables in a list of tables, by the path of the list."""
