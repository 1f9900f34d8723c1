"""Faults of a board's wiring or supply, and what would be right. Tracks count from 1."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias, assert_never

from scorekeeper.board.light.power import Power, enough_ma
from scorekeeper.board.wiring.wiring import (
    BeyondTheStrip,
    Lamp,
    LoosePixelsOnly,
    NoGap,
    NoHole,
    NoPixel,
    OtherPitch,
    Place,
    Socket,
    TooLong,
    TwoPixels,
    UsedTwice,
    WiringFault,
)
from scorekeeper.words.catalogue import Fault, Speech, en


def wiring_fault(fault: WiringFault) -> Fault:
    """Return *fault* as a sentence with its values, which are numbers and short texts."""
    match fault:
        case NoPixel(place):
            return Fault("Hole {hole} of track {track} has no pixel.", **_named(place))
        case TwoPixels(place, pixel, other):
            return Fault(
                "Hole {hole} of track {track} has two pixels, {pixel} and {other}.",
                **_named(place),
                pixel=pixel,
                other=other,
            )
        case NoHole(place, pixel, tracks, holes):
            return Fault(
                "Pixel {pixel} is in hole {hole} of track {track}, but the board has holes "
                "1–{holes} on tracks 1–{tracks}.",
                **_named(place),
                pixel=pixel,
                tracks=tracks,
                holes=holes,
            )
        case UsedTwice(pixel, one, other):
            return _used_twice(pixel, one, other)
        case BeyondTheStrip(pixel, socket, pixels):
            return _beyond(pixel, socket, pixels)
        case TooLong(pixels, most):
            sentence = en("The strip would have {pixels} lights, and {most} are the most.")
            return Fault(sentence, pixels=pixels, most=most)
        case NoGap(pixel, first, last):
            return Fault(
                "Pixel {pixel} cannot be a gap of the segment of pixels {first}–{last}.",
                pixel=pixel,
                first=first,
                last=last,
            )
        case LoosePixelsOnly() | OtherPitch():
            return _tape(fault)
        case _:
            assert_never(fault)


def wiring_faults(faults: Sequence[WiringFault]) -> Fault:
    """Return the first of *faults*; where there are more, as the ``fault`` of one that counts
    them."""
    first = wiring_fault(faults[0])
    if len(faults) == 1:
        return first
    more = en(
        "{fault} That is one of {n} faults in the wiring: .venv/bin/cribble board check, with the "
        "same --config, names them all."
    )
    return Fault(more, fault=first, n=len(faults))


def badly_wired(speech: Speech, faults: Sequence[WiringFault]) -> str:
    """Say the first of *faults*, and how many there are."""
    said = wiring_faults(faults)
    values = {
        name: speech.say(value.sentence, **value.values) if isinstance(value, Fault) else value
        for name, value in said.values.items()
    }
    return speech.say(said.sentence, **values)


def _named(place: Place) -> dict[str, int]:
    return {"hole": place.hole, "track": place.track + 1}


def _used_twice(pixel: int, one: Socket, other: Socket) -> Fault:
    match one, other:
        case Place(), Place():
            return Fault(
                "Pixel {pixel} is used twice: in hole {hole} of track {track} and in hole "
                "{other_hole} of track {other_track}.",
                pixel=pixel,
                **_named(one),
                other_hole=other.hole,
                other_track=other.track + 1,
            )
        case Place(), Lamp(name):
            return Fault(
                "Pixel {pixel} is used twice: in hole {hole} of track {track} and for "
                "lamps.{lamp}.",
                pixel=pixel,
                **_named(one),
                lamp=name,
            )
        case Lamp(name), Lamp(second):
            return Fault(
                "Pixel {pixel} is used twice: for lamps.{lamp} and for lamps.{other}.",
                pixel=pixel,
                lamp=name,
                other=second,
            )
        case _:
            return _used_twice(pixel, other, one)


def _beyond(pixel: int, socket: Socket, pixels: int) -> Fault:
    last = pixels - 1
    match socket:
        case Place():
            sentence = en(
                "Pixel {pixel}, in hole {hole} of track {track}, is beyond the strip, which has "
                "{pixels}: 0–{last}."
            )
            return Fault(sentence, pixel=pixel, pixels=pixels, last=last, **_named(socket))
        case Lamp(name):
            sentence = en(
                "Pixel {pixel}, for lamps.{lamp}, is beyond the strip, which has {pixels}: "
                "0–{last}."
            )
            return Fault(sentence, pixel=pixel, pixels=pixels, last=last, lamp=name)
        case _:
            assert_never(socket)


def _tape(fault: LoosePixelsOnly | OtherPitch) -> Fault:
    match fault:
        case LoosePixelsOnly(leds_per_m):
            sentence = en(
                "Tape with {leds_per_m} LEDs a metre cannot be laid in this board: its holes are "
                "not in straight rows of one pitch. It takes loose pixels: wiring.leds_per_m = 0."
            )
            return Fault(sentence, leds_per_m=leds_per_m)
        case OtherPitch(leds_per_m, pitch, fitting):
            less, more = (round(one, 2) for one in fitting)
            sentence = en(
                "Tape with {leds_per_m} LEDs a metre does not lie beneath holes that are {pitch} "
                "mm apart: board.pitch would have to be {less} or {more} mm."
            )
            return Fault(
                sentence, leds_per_m=leds_per_m, pitch=round(pitch, 2), less=less, more=more
            )
        case _:
            assert_never(fault)


Run: TypeAlias = Sequence[WiringFault]


def faults_by_run(faults: Sequence[WiringFault]) -> Iterator[Fault]:
    """Yield all *faults*, with those of one kind in consecutive holes of a track as one."""
    run: list[WiringFault] = []
    for fault in faults:
        if run and not _goes_on(run[-1], fault):
            yield _run_fault(run)
            run = []
        run.append(fault)
    if run:
        yield _run_fault(run)


def _goes_on(one: WiringFault, other: WiringFault) -> bool:
    match one, other:
        case (NoPixel(here), NoPixel(there)):
            return _are_next(here, there)
        case (BeyondTheStrip(_, Place() as here), BeyondTheStrip(_, Place() as there)):
            return _are_next(here, there)
        case (
            UsedTwice(_, Place() as here, Place() as beside),
            UsedTwice(_, Place() as there, Place() as yonder),
        ):
            return _are_next(here, there) and _are_next(beside, yonder)
        case _:
            return False


def _are_next(here: Place, there: Place) -> bool:
    return here.track == there.track and there.hole == here.hole + 1


def _run_fault(run: Run) -> Fault:
    if len(run) == 1:
        return wiring_fault(run[0])
    match run[0], run[-1]:
        case NoPixel(first), NoPixel(last):
            sentence = en("Holes {first}–{last} of track {track} have no pixel.")
            return Fault(sentence, **_holes(first, last))
        case BeyondTheStrip(_, Place() as first, pixels), BeyondTheStrip(_, Place() as last):
            sentence = en(
                "Holes {first}–{last} of track {track} have pixels beyond the strip, which has "
                "{pixels}: 0–{end}."
            )
            return Fault(sentence, pixels=pixels, end=pixels - 1, **_holes(first, last))
        case (UsedTwice(_, Place() as first, Place() as beside), UsedTwice(_, Place() as last)):
            sentence = en(
                "Holes {first}–{last} of track {track} have the same pixels as those of track "
                "{other_track} from hole {other} on."
            )
            facts = {"other": beside.hole, "other_track": beside.track + 1}
            return Fault(sentence, **facts, **_holes(first, last))
        case _:
            raise AssertionError(run)


def _holes(first: Place, last: Place) -> dict[str, int]:
    return {"first": first.hole, "last": last.hole, "track": first.track + 1}


def underpowered(pixels: int, power: Power) -> Fault:
    """Return the fault that *power* leaves nothing for the pegs of *pixels* LEDs, with a better
    limit."""
    return Fault(
        "strip.limit_ma = {limit} is too low: {lights} LEDs draw {lights} mA even when "
        "off. Set it to {enough} or more, with a supply to match.",
        lights=pixels,
        limit=power.limit_ma,
        enough=enough_ma(pixels, power),
    )
