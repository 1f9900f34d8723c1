"""The board that the config describes."""

from __future__ import annotations

from cribble.config import BoardConfig
from scorekeeper.board.board import Board, build
from scorekeeper.board.light import Colour, Look
from scorekeeper.board.wood import Wood
from scorekeeper.words import Fault, en


def board_of(config: BoardConfig) -> Board:
    """The board as it is built and wired. Raises Fault where it has too few colours."""
    if len(config.colours) < config.tracks:
        raise Fault(
            en(
                "A board of {tracks} rows needs a colour for each, and board.colours has {colours}."
            ),
            tracks=config.tracks,
            colours=len(config.colours),
        )
    wood = Wood(tracks=config.tracks, holes=config.holes, pitch=config.pitch, lane=config.lane)
    colours = tuple(Colour(*bytes.fromhex(colour[1:])) for colour in config.colours)
    return build(config.shape, wood, Look(colours=colours, breaths=config.breaths))
