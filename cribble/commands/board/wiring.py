"""``cribble board describe``, ``check`` and ``pixels``: the board and its wiring as text."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import zip_longest
from typing import Final

import click
from msgspec.structs import asdict

from cribble.boards import board_of, crowded_holes, shape_of, wiring_faults, wiring_of
from cribble.cli.command import option, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.config.schema import SEGMENTS, Config
from cribble.devices.connections import power_of
from scorekeeper.board.geometry.fit import Fitted, Misfit, fit
from scorekeeper.board.geometry.shape import Shape
from scorekeeper.board.light import all_white_ma, is_underpowered
from scorekeeper.board.wiring.layouts import METRE, cut_list
from scorekeeper.board.wiring.wiring import BadlyWired, Wiring
from scorekeeper.game.codec import to_json
from scorekeeper.rules.variants import RULES, Rules
from scorekeeper.words import Fault, Words, en
from scorekeeper.words.wiring import faults_by_run, underpowered


@subcommand("Describe the board in a few lines, and how each game appears on it")
@with_config("strip.name")
def describe(words: Words, active: ActiveConfig) -> None:
    """Print what there is to know before any wood is cut."""
    shape = shape_of(active.config)
    lines = (*_size(words, shape), *_lights(words, active.config, shape), *_games(words, shape))
    click.echo("\n".join(lines))


def _size(words: Words, shape: Shape) -> Iterator[str]:
    tracks = words.say_n("{n} track", "{n} tracks", len(shape.tracks))
    if shape.one_game_hole:
        sentence = en("{shape}: {tracks} of {holes} holes, the last of them one hole for all.")
    else:
        sentence = en("{shape}: {tracks} of {holes} holes, the last of them the game hole.")
    yield words.say(sentence, shape=shape.name, tracks=tracks, holes=shape.holes)
    yield words.say(
        "{width} × {height} mm; from hole to hole {pitch} mm.",
        width=round(shape.size.x),
        height=round(shape.size.y),
        pitch=round(shape.pitch, 2),
    )


def _lights(words: Words, config: Config, shape: Shape) -> Iterator[str]:
    if config.board.shape == "":
        sentence = en(
            "No board was built (board.shape): this is what the strip {strip} shows. The template "
            "would be that of a classic one."
        )
        yield words.say(sentence, strip=config.strip.name)
    if found := wiring_faults(config, shape):
        yield words.fault(BadlyWired(found))
    if wiring := _wiring(config, shape):
        yield _tape(words, config, shape)
        yield _strip(words, wiring)
        yield _current(words, config, wiring.pixels)


def _wiring(config: Config, shape: Shape) -> Wiring | None:
    """The wiring right or wrong; None where a tape cannot be laid so at all."""
    with suppress(BadlyWired):
        return wiring_of(config, shape)
    return None


def _tape(words: Words, config: Config, shape: Shape) -> str:
    if not shape.on_tape:
        return words.say("Tape cannot be laid in it: it takes loose pixels.")
    found = _cuts(config, shape)
    pieces = (
        words.say_n(
            "{n} piece of {lights} LEDs", "{n} pieces of {lights} LEDs", count, lights=lights
        )
        for lights, count in found.items()
    )
    return words.say(
        "Tape with {leds_per_m} LEDs a metre can be laid in it: {pieces}.",
        leds_per_m=config.wiring.leds_per_m or round(METRE / shape.pitch),
        pieces=words.and_list(*pieces),
    )


def _cuts(config: Config, shape: Shape) -> Mapping[int, int]:
    """The number of pieces to cut, by their LEDs."""
    wiring = config.wiring
    if wiring.laid == SEGMENTS:
        return Counter(segment.length for segment in wiring.segments)
    return cut_list(shape, wiring.leds_per_m, wiring.spare)


def _strip(words: Words, wiring: Wiring) -> str:
    holes = {light for track in wiring.tracks for light in track if light is not None}
    lamps = {light for _, light in wiring.lamps.each()}
    return words.say(
        "Lights: {all}, of which {holes} in holes, {lamps} lamps, {unused} unused.",
        all=wiring.pixels,
        holes=len(holes),
        lamps=len(lamps),
        unused=len({*range(wiring.pixels)} - holes - lamps),
    )


def _current(words: Words, config: Config, lights: int) -> str:
    power = power_of(config.strip)
    if is_underpowered(lights, power):
        return words.fault(underpowered(lights, power))
    sentence = en("Current: at most {limit} mA; all lights white would take {white} mA.")
    return words.say(sentence, limit=power.limit_ma, white=all_white_ma(lights, power))


def _games(words: Words, shape: Shape) -> Iterator[str]:
    yield words.say("The games on it:")
    for key, rules in RULES.items():
        yield "  " + words.say(
            "{title}, to {target}: {how}.",
            title=words.rules_title(key),
            target=rules.target,
            how=_how(words, rules, fit(shape, rules.goals)),
        )


def _how(words: Words, rules: Rules, fitted: Fitted) -> str:
    if isinstance(fitted, Misfit):
        sentence = en("does not fit, because it goes round {laps} times and light tells {most}")
        return words.say(sentence, laps=fitted.laps, most=fitted.most)
    if fitted.laps == 1:
        sentence = (
            en("takes every hole")
            if fitted.target == fitted.holes
            else en("takes the first {target} holes")
        )
    elif fitted.laps == 2:
        sentence = en("goes round twice, and light tells the lap")
    else:
        sentence = en("goes round {laps} times, and light tells the lap")
    clauses = [words.say(sentence, target=rules.target, laps=fitted.laps)]
    if fitted.laps > 1 and not fitted.whole:
        farthest = fitted.goals.index(fitted.target)
        hole = fitted.place_of(farthest, fitted.target).hole
        clauses.append(words.say("ends in hole {hole}", hole=hole))
    if fitted.shared:
        clauses.append(words.say("teams share a track"))
    return words.join_clauses(*clauses)


@subcommand(
    "Prove that every hole has a light of its own",
    "Prove that every hole has a light of its own, and name each hole without one, each light "
    "that is used twice, and each that the strip does not have.",
)
@with_config("strip.name")
def check(words: Words, active: ActiveConfig) -> None:
    """Print what is wrong with the wiring. Raises Fault where anything is, or the supply."""
    config = active.config
    found = wiring_faults(config, shape_of(config))
    for one in faults_by_run(found):
        click.echo(words.fault(one))
    if found:
        raise Fault("Faults in the wiring: {n}.", n=len(found))
    lights, power = board_of(config).pixels, power_of(config.strip)
    sentence = en("Every hole and every lamp has a light of its own; the strip has {lights}.")
    click.echo(words.say(sentence, lights=lights))
    if fault := crowded_holes(config, board_of(config).shape):
        raise fault
    if is_underpowered(lights, power):
        raise underpowered(lights, power)


NONE: Final = "–"


@subcommand("List which light of the strip stands in which hole and lamp")
@with_config("strip.name")
@option("--json", "as_json", is_flag=True, help=en("Show them as one JSON object"))
def pixels(words: Words, active: ActiveConfig, *, as_json: bool) -> None:
    """Print the wiring as it is described, right or wrong."""
    config = active.config
    wiring = wiring_of(config, shape_of(config))
    click.echo(_as_json(wiring) if as_json else "\n".join(_page(words, wiring)))


def _as_json(wiring: Wiring) -> bytes:
    """Tracks and holes in their order, the game hole last; null is a hole without a light."""
    return to_json(
        {"pixels": wiring.pixels, "tracks": wiring.tracks, "lamps": asdict(wiring.lamps)}
    )


def _page(words: Words, wiring: Wiring) -> Iterator[str]:
    """A line for each hole with a column for each track, and one for each lamp."""
    head = [words.say("hole")]
    head += [
        words.say("track {number}", number=number) for number, _ in enumerate(wiring.tracks, 1)
    ]
    yield _line(head, head)
    for hole, lights in enumerate(zip_longest(*wiring.tracks), 1):
        yield _line([str(hole), *(NONE if light is None else str(light) for light in lights)], head)
    for lamp, light in wiring.lamps.each():
        yield f"lamps.{lamp.name}  {light}"


def _line(cells: list[str], head: list[str]) -> str:
    return "  ".join(cell.rjust(len(title)) for cell, title in zip(cells, head, strict=True))
