"""Faults of a board's wiring or supply, and what would be right. Tracks count from 1."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import asdict

from scorekeeper.board.light import Power, enough_ma
from scorekeeper.board.wiring import wiring as w
from scorekeeper.words.catalogue import Fault, en

SENTENCES: Final[Mapping[tuple[type, ...], str]] = {
    (w.NoPixel, w.Place): en("Hole {hole} of track {track} has no pixel."),
    (w.TwoPixels, w.Place): en("Hole {hole} of track {track} has two pixels, {pixel} and {other}."),
    (w.NoHole, w.Place): en(
        "Pixel {pixel} is in hole {hole} of track {track}, but the board has holes "
        "1–{holes} on tracks 1–{tracks}."
    ),
    (w.UsedTwice, w.Place, w.Place): en(
        "Pixel {pixel} is used twice: in hole {hole} of track {track} and in hole "
        "{other_hole} of track {other_track}."
    ),
    (w.UsedTwice, w.Place, w.Lamp): en(
        "Pixel {pixel} is used twice: in hole {hole} of track {track} and for lamps.{lamp}."
    ),
    (w.UsedTwice, w.Lamp, w.Lamp): en(
        "Pixel {pixel} is used twice: for lamps.{lamp} and for lamps.{other}."
    ),
    (w.BeyondTheStrip, w.Place): en(
        "Pixel {pixel}, in hole {hole} of track {track}, is beyond the strip, which has "
        "{pixels}: 0–{last}."
    ),
    (w.BeyondTheStrip, w.Lamp): en(
        "Pixel {pixel}, for lamps.{lamp}, is beyond the strip, which has {pixels}: 0–{last}."
    ),
    (w.TooLong,): en("The strip would have {pixels} lights, and {most} are the most."),
    (w.NoGap,): en("Pixel {pixel} cannot be a gap of the segment of pixels {first}–{last}."),
    (w.LoosePixelsOnly,): en(
        "Tape with {leds_per_m} LEDs a metre cannot be laid in this board: its holes are "
        "not in straight rows of one pitch, or are drilled for loose lights (board.light_mm). It "
        "takes loose pixels: wiring.leds_per_m = 0."
    ),
    (w.OtherPitch,): en(
        "Tape with {leds_per_m} LEDs a metre does not lie beneath holes that are {pitch} "
        "mm apart: board.pitch would have to be {less} or {more} mm."
    ),
}
"""By the fault, and whether its pixel is for a hole or for a lamp."""

RUNS: Final[Mapping[type, str]] = {
    w.NoPixel: en("Holes {first}–{last} of track {track} have no pixel."),
    w.BeyondTheStrip: en(
        "Holes {first}–{last} of track {track} have pixels beyond the strip, which has "
        "{pixels}: 0–{end}."
    ),
    w.UsedTwice: en(
        "Holes {first}–{last} of track {track} have the same pixels as those of track "
        "{other_track} from hole {other} on."
    ),
}
"""The faults that consecutive holes may share."""


def wiring_fault(fault: w.WiringFault) -> Fault:
    """Return *fault* as a sentence with its values, which are numbers and short texts."""
    sockets = _sockets(fault)
    values = {
        name: one for name, one in asdict(fault).items() if not isinstance(one, w.Place | w.Lamp)
    }
    for socket in sockets:
        if isinstance(socket, w.Lamp):
            values["other" if "lamp" in values else "lamp"] = socket.name
        else:
            other = "other_" if "hole" in values else ""
            values |= {f"{other}hole": socket.hole, f"{other}track": socket.track + 1}
    if isinstance(fault, w.BeyondTheStrip):
        values["last"] = fault.pixels - 1
    if isinstance(fault, w.OtherPitch):
        less, more = values.pop("fitting")
        values |= {"pitch": round(fault.pitch, 2), "less": round(less, 2), "more": round(more, 2)}
    return Fault(SENTENCES[type(fault), *map(type, sockets)], **values)


def _sockets(fault: w.WiringFault) -> list[w.Socket]:
    """Return the holes, and then the lamps, that *fault* is about."""
    found = [one for one in asdict(fault).values() if isinstance(one, w.Place | w.Lamp)]
    return sorted(found, key=lambda one: isinstance(one, w.Lamp))


def wiring_faults(faults: Sequence[w.WiringFault]) -> Fault:
    """Return the first of *faults*; of several, as the ``fault`` of one that counts them."""
    first = wiring_fault(faults[0])
    if len(faults) == 1:
        return first
    return Fault(
        "{fault} That is one of {n} faults in the wiring: cribble board check, with the same "
        "--config, names them all.",
        fault=first,
        n=len(faults),
    )


def faults_by_run(faults: Sequence[w.WiringFault]) -> Iterator[Fault]:
    """Yield all *faults*, with those of one kind in consecutive holes of a track as one."""
    run: list[w.WiringFault] = []
    for fault in faults:
        if run and not _goes_on(run[-1], fault):
            yield _run_fault(run)
            run = []
        run.append(fault)
    if run:
        yield _run_fault(run)


def _goes_on(one: w.WiringFault, other: w.WiringFault) -> bool:
    """True if *other* is the fault of *one* in the next holes."""
    here, there = _sockets(one), _sockets(other)
    following = [w.Place(at.track, at.hole + 1) for at in here if isinstance(at, w.Place)]
    return type(one) is type(other) and type(one) in RUNS and there == following


def _run_fault(run: Sequence[w.WiringFault]) -> Fault:
    fault = run[0]
    if len(run) == 1:
        return wiring_fault(fault)
    place, *others = (at for at in _sockets(fault) if isinstance(at, w.Place))
    values = {"first": place.hole, "last": place.hole + len(run) - 1, "track": place.track + 1}
    if isinstance(fault, w.BeyondTheStrip):
        values |= {"pixels": fault.pixels, "end": fault.pixels - 1}
    for other in others:
        values |= {"other": other.hole, "other_track": other.track + 1}
    return Fault(RUNS[type(fault)], **values)


def underpowered(pixels: int, power: Power) -> Fault:
    """Return the fault that *power* cannot feed the pegs of *pixels* LEDs, with a better limit."""
    sentence = en(
        "strip.limit_ma = {limit} is too low: {lights} LEDs draw {lights} mA even when "
        "off. Set it to {enough} or more, with a supply to match."
    )
    return Fault(sentence, lights=pixels, limit=power.limit_ma, enough=enough_ma(pixels, power))
