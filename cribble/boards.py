"""The board that the config describes."""

from itertools import combinations
from math import dist
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from cribble.config.schema import PANEL, SEGMENTS, Config
from cribble.devices import STRIPS
from scorekeeper.board.light import Colour, Look, for_all_teams
from scorekeeper.board.panel import Panel, panel_board
from scorekeeper.board.shape import CLOSE, CannotBeBuilt, Measures, Shape
from scorekeeper.board.shapes import shape_named
from scorekeeper.board.wiring import (
    BadlyWired,
    Board,
    Lamps,
    Segment,
    Wiring,
    WiringFault,
    check_wiring,
    wire,
    wire_in_order,
)
from scorekeeper.words import Fault, en


def shared_fields(values: msgspec.Struct, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the fields of *values* that structs of type *kind* also have, by name."""
    return {name: getattr(values, name) for name in kind.__struct_fields__ if hasattr(values, name)}


def board_of(config: Config) -> Board:
    """Return the board as built and wired. Raises Fault for an impossible shape, and BadlyWired."""
    shape = shape_of(config)
    return Board(shape, wiring_of(config, shape), look_of(config))


def board_as_if_wired(config: Config) -> Board:
    """Return the board with ideal wiring, for the page. Raises Fault for an impossible shape."""
    if config.wiring.laid == PANEL:
        return board_of(config)
    shape = shape_of(config)
    return Board(shape, wire_in_order(shape, "pegged"), look_of(config))


def shape_of(config: Config) -> Shape:
    """Return the configured shape, or the default one of the strip. Raises Fault."""
    board = config.board
    is_on_screen = STRIPS[config.strip.name].screen
    name = board.shape or ("straight" if is_on_screen else "classic")
    if config.wiring.laid == PANEL:
        return panel_board(panel_of(config), name, board.tracks)[0]
    try:
        shape = shape_named(name, Measures(**shared_fields(board, Measures)))
    except CannotBeBuilt as fault:
        raise Fault(
            "A {shape} board cannot have board.{key} = {value}; it must be {wanted}.",
            shape=name,
            key=fault.name,
            value=fault.value,
            wanted=fault.wanted,
        ) from None
    return replace(shape, on_tape=False) if board.light_mm else shape


def panel_of(config: Config) -> Panel:
    """Return the configured LED panel."""
    wiring = config.wiring
    return Panel(size=wiring.panel, **shared_fields(wiring, Panel))


def wiring_of(config: Config, shape: Shape) -> Wiring:
    """Return the configured wiring. Raises BadlyWired for an impossible layout."""
    if config.wiring.laid == PANEL:
        return panel_board(panel_of(config), shape.name, len(shape.tracks))[1]
    wiring, link = config.wiring, config.lamps.link if config.lamps.link >= 0 else None
    lamps = Lamps(**shared_fields(config.lamps, Lamps) | {"link": link})
    if wiring.laid == SEGMENTS:
        segments = (  # The config counts tracks from 1.
            Segment(**shared_fields(segment, Segment) | {"track": segment.track - 1})
            for segment in wiring.segments
        )
        return wire(shape, tuple(segments), wiring.pixels, lamps)
    return wire_in_order(
        shape,
        wiring.laid,
        leds_per_m=wiring.leds_per_m,
        spare=wiring.spare,
        pixels=wiring.pixels,
        lamps=lamps,
    )


def wiring_faults(config: Config, shape: Shape) -> tuple[WiringFault, ...]:
    try:
        return check_wiring(shape, wiring_of(config, shape))
    except BadlyWired as fault:
        return fault.faults


MIN_WOOD: Final = 2.0
"""Minimum wood between two holes in mm; less splits when drilled."""


def crowded_holes(config: Config, shape: Shape) -> Fault | None:
    """Return a fault if the holes are too close together for the configured lights."""
    light = config.board.light_mm
    if not light:
        return None
    holes = sorted({hole for track in shape.tracks for hole in track.holes})
    apart = min(dist(one, other) for one, other in combinations(holes, 2))
    if apart >= light + MIN_WOOD - CLOSE:
        return None
    sentence = en(
        "Holes {apart} mm apart leave no wood between {light} mm lights: make them at "
        "least {least} mm apart (board.pitch, board.lane), or use smaller lights "
        "(board.light_mm)."
    )
    return Fault(sentence, apart=round(apart, 1), light=light, least=light + MIN_WOOD)


def look_of(config: Config) -> Look:
    colours = tuple(Colour(*bytes.fromhex(colour[1:])) for colour in config.board.colours)
    return Look(**shared_fields(config.board, Look) | {"colours": for_all_teams(colours)})
