"""Survey a strip: find its length by bisection, and its segments from taps.

One light is lit, and the user taps its hole. Two taps whose holes are as far apart as their lights
form a run. The next light is chosen at the likeliest end of a run, at the end of a row; after a
wrong guess, halfway through the unknown part.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.board.shape import STREET, Shape
from scorekeeper.board.wiring import MAX_PIXELS, Place, Segment

FIRST_GUESS: Final = 128
"""First guess at a strip's length, enough for most boards for two; doubled while too low."""

Answers: TypeAlias = Sequence[tuple[int, bool]]
"""For each question: how many lights were lit, and whether the strip's last one was lit."""


class Length(NamedTuple):
    """A strip's length, from ``least`` to ``most`` lights; ``guess``: how many to light next."""

    least: int
    most: int
    guess: int | None


def strip_length(answers: Answers, most: int = MAX_PIXELS) -> Length:
    """Return the bounds that *answers* give for a strip of at most *most* lights. Of two
    contradictory answers the later one counts."""
    least, longest = 1, max(1, most)
    top = longest
    for shone, is_last_lit in answers:
        lights = max(0, shone)
        if is_last_lit:
            least, top = (least if lights >= least else 1), max(1, min(lights, longest))
        else:
            least, top = min(lights + 1, longest), (top if lights < top else longest)
    if least == top:
        return Length(least, top, None)
    guess = FIRST_GUESS
    while guess < least:
        guess *= 2
    return Length(least, top, min(guess, (least + top) // 2))


Taps: TypeAlias = Mapping[int, Place | None]
"""For each light that was asked about, the hole in which it was seen; None if it is in no hole."""

FEW: Final = 2
"""Number of lights outside any hole after which the search takes longer and longer steps."""


class LightRun(NamedTuple):
    """Lights ``first`` to ``last``, in consecutive holes of one track from ``start`` to ``end``."""

    first: int
    last: int
    start: Place
    end: Place

    @property
    def way(self) -> int:
        """The direction of the run: 1 with pegging, -1 against it, 0 if only one light is known."""
        return (self.end.hole > self.start.hole) - (self.end.hole < self.start.hole)

    def holes(self) -> range:
        """Return the hole numbers of the run, lowest first."""
        low, high = sorted((self.start.hole, self.end.hole))
        return range(low, high + 1)


class Survey(NamedTuple):
    """The result so far: the segments, the next light to ask about (None: finished), the number of
    holes with a light and of all holes, and pairs of lights that were tapped in the same hole."""

    segments: tuple[Segment, ...]
    next: int | None
    lit: int
    holes: int
    clashes: tuple[tuple[int, int], ...]


def survey(shape: Shape, pixels: int, taps: Taps, *, doubted: bool = False) -> Survey:
    """Return what *taps* reveal about a strip of *pixels* lights in *shape*. If the result is
    *doubted*, every street is asked about. Taps beyond the strip or the board are ignored."""
    tracks, last = len(shape.tracks), shape.holes
    holes = frozenset(
        Place(track, hole)
        for track in range(tracks)
        for hole in range(1, last + 1 - (shape.one_game_hole and track > 0))
    )
    known: dict[int, Place | None] = {}
    for pixel, tap in taps.items():
        # One game hole for all is the first track's.
        is_shared = tap and shape.one_game_hole and tap.hole == last
        place = Place(0, last) if is_shared else tap
        if 0 <= pixel < pixels and (place is None or place in holes):
            known[pixel] = place
    every = max(1, round(pixels / len(holes)))
    runs = tuple(_runs(known, every))
    lit = {Place(run.start.track, hole) for run in runs for hole in run.holes()}
    search = _Search(shape, pixels, known, every, runs, holes - lit)
    clashes: list[tuple[int, int]] = []
    for later, run in enumerate(runs):
        for other in runs[:later]:
            both = {*run.holes()} & {*other.holes()}
            if both and run.start.track == other.start.track:
                clashes.append((_at(other, known, both), _at(run, known, both)))
    doubted = doubted or bool(clashes)
    return Survey(
        segments=tuple(
            Segment(
                start=run.first,
                length=run.last - run.first + 1,
                track=run.start.track,
                hole=run.holes().start,
                reverse=run.way < 0,
                every=every if run.way else 1,  # One light alone needs no step.
            )
            for run in runs
        ),
        next=search.next() if holes - lit else _check(shape, known, runs, every, doubted=doubted),
        lit=len(lit & holes),
        holes=len(holes),
        clashes=tuple(clashes),
    )


def _runs(taps: Taps, every: int) -> Iterator[LightRun]:
    open_run: LightRun | None = None
    for pixel, place in sorted(taps.items()):
        if open_run and place is None and (pixel - open_run.last) % every:
            continue  # It is between two holes.
        if open_run and place and place.track == open_run.end.track:
            far = place.hole - open_run.end.hole
            is_next = abs(far) * every == pixel - open_run.last
            if is_next and open_run.way in (0, (far > 0) - (far < 0)):
                open_run = open_run._replace(last=pixel, end=place)
                continue
        if open_run:
            yield open_run
        open_run = LightRun(pixel, pixel, place, place) if place else None
    if open_run:
        yield open_run


def _at(run: LightRun, taps: Taps, holes: set[int]) -> int:
    """Return the light of *run* that was tapped in one of *holes*, or else its first."""
    span = range(run.first, run.last + 1)
    lights = (light for light, tap in sorted(taps.items()) if tap and tap.hole in holes)
    return next((light for light in lights if light in span), run.first)


class _Search(NamedTuple):
    """The search for the lights of the *free* holes."""

    shape: Shape
    pixels: int
    taps: Taps
    every: int
    runs: Sequence[LightRun]
    free: frozenset[Place]

    def next(self) -> int | None:
        """Return the light to ask about, from the left; gaps with room for spares come last."""
        inside = {light for run in self.runs for light in range(run.first, run.last)}
        edges = sorted({*self.taps} | {-1, self.pixels})
        gaps = [gap for gap in pairwise(edges) if gap[0] not in inside and gap[1] - gap[0] > 1]
        gaps.sort(key=lambda gap: self._is_dull(*gap))
        return next((self._inside(*gap) for gap in gaps), None)

    def _is_dull(self, low: int, high: int) -> bool:
        """True if the gap is only large enough for the spare lights of a turn."""
        ends = (self.taps.get(low), self.taps.get(high))
        return (low in self.taps and high in self.taps) and (
            ends == (None, None) or (None not in ends and high - low <= self.every)
        )

    def _inside(self, low: int, high: int) -> int:
        """Return the likeliest end of a run between the lights *low* and *high*."""
        if low < 0:
            return 0
        ends = [low, *(low + step * self.every for step in self._ends(low))]
        ends = [end for end in ends if end < high]
        if high >= self.pixels:
            is_open = len(ends) > 1 and not self._ends_row(low)
            return ends[1] if is_open else self._beyond(low, high)
        starts = [high, *(high - step * self.every for step in self._ends(high))]
        starts = [start for start in starts if start > low]
        for end in ends:
            if meet := [start for start in starts if 0 < start - end <= self.every]:
                unasked = [light for light in (end, *meet) if light not in self.taps]
                if unasked:
                    return unasked[0]
        if len(starts) > 1:
            return starts[1]
        return low + max(1, (high - low) // 2 // self.every * self.every)

    def _ends_row(self, light: int) -> bool:
        """True if the run that ends at *light* ends with its row: another piece may begin there."""
        run = next((run for run in self.runs if run.last == light), None)
        if run is None or not run.way:
            return False
        row = self.shape.tracks[run.end.track].row(run.end.hole)
        return run.end.hole == (row[-1] if run.way > 0 else row.start)

    def _beyond(self, low: int, high: int) -> int:
        """Return the light after *low* at which a run may end, farther each time none is found."""
        dark = 0
        while low - dark in self.taps and self.taps[low - dark] is None:
            dark += 1
        return min(low + (1 << max(0, dark - FEW)), high - 1)

    def _ends(self, light: int) -> list[int]:
        """Return the distances in holes at which the run of *light* may end, row ends first."""
        place = self.taps.get(light)
        if place is None:
            return []
        run = next((run for run in self.runs if light in (run.first, run.last)), None)
        ways: tuple[int, ...] = (1, -1)
        if run and run.way:
            ways = (run.way,) if light == run.last else (-run.way,)
        row = self.shape.tracks[place.track].row(place.hole)
        track, ends = self.shape.tracks[place.track], list[int]()
        for way in ways:
            hole = place.hole
            while Place(place.track, hole + way) in self.free:
                hole += way
                along = track.row(hole)
                stops = hole == (along[-1] if way > 0 else along.start)
                if stops or Place(place.track, hole + way) not in self.free:
                    ends.append(hole)
        ends.sort(key=lambda end: (end not in row, abs(end - place.hole)))
        return [abs(end - place.hole) for end in ends]


def _check(
    shape: Shape, taps: Taps, runs: Sequence[LightRun], every: int, *, doubted: bool
) -> int | None:
    """Return the first light of a row in the middle of a run if it was not asked about: that row
    may have been laid backwards, or elsewhere."""
    asked = {place for place in taps.values() if place}
    for run in runs:
        for row in _parts(shape, run, doubted=doubted):
            hole = row.start if run.way > 0 else row[-1]
            if Place(run.start.track, hole) not in asked:
                return run.first + abs(hole - run.start.hole) * every
    return None


def _parts(shape: Shape, run: LightRun, *, doubted: bool) -> Iterator[range]:
    """Yield the rows that lie completely within *run*; their streets if the result is *doubted*."""
    for row in shape.tracks[run.start.track].rows:
        step = STREET if doubted else len(row)
        for start in range(row.start, row.stop, step):
            part = range(start, min(start + step, row.stop))
            if part.start in run.holes() and part[-1] in run.holes():
                yield part
