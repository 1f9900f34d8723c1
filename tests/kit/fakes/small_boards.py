"""Boards of few holes, runs of their lights, and the sentences about a wrong wiring."""

from typing import Any

from scorekeeper.board.shape import Measures, Shape
from scorekeeper.board.shapes import shape_named
from scorekeeper.board.wiring import BadlyWired, Segment
from scorekeeper.words import Words


def small(name: str, tracks: int = 2, **measures: Any) -> Shape:
    """A board of few holes: 4 in a row, or 3 out, 3 back and the game hole."""
    holes = {"straight": 4, "classic": 7, "sixty-one": 7, "paperclip": 46}[name]
    return shape_named(name, Measures(tracks=tracks, holes=holes, **measures))


def run(start: int, length: int, track: int = 0, **more: Any) -> Segment:
    """A segment of the first track, if no other is said."""
    return Segment(start=start, length=length, track=track, **more)


def said(fault: BadlyWired, lang: str = "en") -> list[str]:
    """Every fault as a sentence."""
    return [Words.of(lang).fault(one.message) for one in fault.faults]
