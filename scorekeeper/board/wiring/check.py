"""The check that a wiring is one-to-one: every hole has a pixel, and every pixel one place."""

from collections.abc import Iterator
from typing import Final

from scorekeeper.board.geometry.shape import Shape
from scorekeeper.board.wiring import wiring as w

MOST_PIXELS: Final = 1200
"""Pixels of the longest strip: one for every hole of three tracks of 400."""


def check_wiring(shape: Shape, wiring: w.Wiring) -> tuple[w.WiringFault, ...]:
    """Return everything that is wrong, or nothing if every hole has a pixel of its own."""
    return (
        *wiring.segment_faults,
        *_without(shape, wiring),
        *_nowhere(shape, wiring),
        *_beyond(wiring),
        *_too_long(wiring),
        *_twice(shape, wiring),
    )


def _lit(wiring: w.Wiring) -> Iterator[tuple[w.Place, int]]:
    for track, pixels in enumerate(wiring.tracks):
        for hole, pixel in enumerate(pixels, 1):
            if pixel is not None:
                yield w.Place(track, hole), pixel


def _sockets(wiring: w.Wiring) -> Iterator[tuple[w.Socket, int]]:
    yield from _lit(wiring)
    yield from wiring.lamps.each()


def _without(shape: Shape, wiring: w.Wiring) -> Iterator[w.WiringFault]:
    lit = {place for place, _ in _lit(wiring)}
    for track in range(len(shape.tracks)):
        for hole in range(1, shape.holes + 1):
            if w.Place(track, hole) not in lit:
                yield w.NoPixel(w.Place(track, hole))


def _nowhere(shape: Shape, wiring: w.Wiring) -> Iterator[w.WiringFault]:
    for place, pixel in _lit(wiring):
        if place.track >= len(shape.tracks) or place.hole > shape.holes:
            yield w.NoHole(place, pixel, len(shape.tracks), shape.holes)


def _beyond(wiring: w.Wiring) -> Iterator[w.WiringFault]:
    for socket, pixel in _sockets(wiring):
        if not 0 <= pixel < wiring.pixels:
            yield w.BeyondTheStrip(pixel, socket, wiring.pixels)


def _too_long(wiring: w.Wiring) -> Iterator[w.WiringFault]:
    if wiring.pixels > MOST_PIXELS:
        yield w.TooLong(wiring.pixels, MOST_PIXELS)


def _twice(shape: Shape, wiring: w.Wiring) -> Iterator[w.WiringFault]:
    """Yield each pixel with its second, third, … place. One game hole for all is one place."""
    stands: dict[int, w.Socket] = {}
    lights: dict[w.Socket, int] = {}
    for socket, pixel in _sockets(wiring):
        it = _one_hole(shape, socket)
        if lights.setdefault(it, pixel) != pixel:
            assert isinstance(it, w.Place)
            yield w.TwoPixels(it, lights[it], pixel)
        if stands.setdefault(pixel, it) != it:
            yield w.UsedTwice(pixel, stands[pixel], it)


def _one_hole(shape: Shape, socket: w.Socket) -> w.Socket:
    if shape.one_game_hole and isinstance(socket, w.Place) and socket.hole == shape.holes:
        return w.Place(0, shape.holes)
    return socket
