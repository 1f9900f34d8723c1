"""``cribble board describe``, ``check`` and ``pixels``: board and wiring as text."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Final

import click
from msgspec.structs import asdict

from cribble.boards import board_of, crowded_holes, shape_of, wiring_faults, wiring_of
from cribble.cli.command import flag, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.config.schema import PANEL, SEGMENTS, Config
from cribble.devices.connections import power_of
from scorekeeper.board.light import mostly_dark, underpowered
from scorekeeper.board.shape import Fitted, Misfit, Shape, fit
from scorekeeper.board.wiring import METRE, BadlyWired, cut_list, faults_by_run
from scorekeeper.game.codec import to_json
from scorekeeper.rules.variants import RULES, Rules
from scorekeeper.words import Fault, Words, en


@subcommand("Describe the board in a few lines, and how each game fits on it")
@with_config("strip.name")
def describe(words: Words, active: ActiveConfig) -> None:
    """Print size, wiring, current and possible games."""
    shape = shape_of(active.config)
    tracks = words.say_n("{n} track", "{n} tracks", len(shape.tracks))
    if shape.one_game_hole:
        sentence = en("{shape}: {tracks} of {holes} holes, with a shared game hole.")
    else:
        sentence = en("{shape}: {tracks} of {holes} holes, including the game hole.")
    click.echo(words.say(sentence, shape=shape.name, tracks=tracks, holes=shape.holes))
    sentence = en("{width} × {height} mm; holes {pitch} mm apart.")
    (width, height), pitch = shape.size, round(shape.pitch, 2)
    click.echo(words.say(sentence, width=round(width), height=round(height), pitch=pitch))
    for line in _lights(words, active.config, shape):
        click.echo(line)
    click.echo(words.say("The games on it:"))
    for key, rules in RULES.items():
        how, title = _how(words, rules, fit(shape, rules.goals)), words.rules_title(key)
        sentence = en("{title}, to {target}: {how}.")
        click.echo("  " + words.say(sentence, title=title, target=rules.target, how=how))


def _lights(words: Words, config: Config, shape: Shape) -> Iterator[str]:
    if config.board.shape == "":
        sentence = en(
            "No board is configured (board.shape): this is what the {strip} strip shows. "
            "Templates are drawn for a classic board."
        )
        yield words.say(sentence, strip=config.strip.name)
    if faults := wiring_faults(config, shape):
        yield words.fault(BadlyWired(faults))
    try:
        wiring = wiring_of(config, shape)
    except BadlyWired:  # This layout is impossible.
        return
    yield _tape(words, config, shape)
    digits = {
        light for each in wiring.digits for part in (*each.digits, each.hundred) for light in part
    }
    holes = {light for track in wiring.tracks for light in track if light is not None}
    lamps = {light for _, light in wiring.lamps.each()}
    sentence = en("Lights: {all} ({holes} in holes, {lamps} lamps, {unused} unused).")
    if digits:
        sentence = en(
            "Lights: {all} ({holes} in holes, {lamps} lamps, {digits} in digits, {unused} unused)."
        )
    yield words.say(
        sentence,
        all=wiring.pixels,
        holes=len(holes),
        lamps=len(lamps),
        digits=len(digits),
        unused=len({*range(wiring.pixels)} - holes - lamps - digits),
    )
    power = power_of(config.strip)
    if fault := underpowered(wiring.pixels, power):
        yield words.fault(fault)
    else:
        sentence = en("Current: at most {limit} mA; all lights white would draw {white} mA.")
        white = wiring.pixels * (power.led_ma + 1)
        yield words.say(sentence, limit=power.limit_ma, white=white)


def _tape(words: Words, config: Config, shape: Shape) -> str:
    if config.wiring.laid == PANEL:
        return words.say("It is a panel of {size} LEDs.", size=config.wiring.panel)
    if not shape.on_tape:
        return words.say("It needs loose pixels: tape does not fit.")
    wiring = config.wiring
    if wiring.laid == SEGMENTS:
        cuts: Mapping[int, int] = Counter(segment.length for segment in wiring.segments)
    else:
        cuts = cut_list(shape, wiring.leds_per_m, wiring.spare)
    pieces = (
        words.say_n(
            "{n} piece of {lights} LEDs", "{n} pieces of {lights} LEDs", count, lights=lights
        )
        for lights, count in cuts.items()
    )
    return words.say(
        "Tape with {leds_per_m} LEDs per metre fits: {pieces}.",
        leds_per_m=wiring.leds_per_m or round(METRE / shape.pitch),
        pieces=words.and_list(*pieces),
    )


def _how(words: Words, rules: Rules, fitted: Fitted) -> str:
    if isinstance(fitted, Misfit):
        sentence = en("does not fit: it takes {laps} laps, but the lights can show only {most}")
        return words.say(sentence, laps=fitted.laps, most=fitted.most)
    if fitted.laps == 1:
        sentence = (
            en("uses every hole")
            if fitted.target == fitted.holes
            else en("uses the first {target} holes")
        )
    elif fitted.laps == 2:
        sentence = en("takes two laps; a light shows the lap")
    else:
        sentence = en("takes {laps} laps; a light shows the lap")
    clauses = [words.say(sentence, target=rules.target, laps=fitted.laps)]
    if fitted.laps > 1 and not fitted.whole:
        farthest = fitted.goals.index(fitted.target)
        hole = fitted.place_of(farthest, fitted.target).hole
        clauses.append(words.say("ends in hole {hole}", hole=hole))
    if fitted.shared:
        clauses.append(words.say("teams share a track"))
    return words.join_clauses(*clauses)


@subcommand(
    "Check that every hole has its own light",
    "Check that every hole has its own light, and list holes without a light, lights used twice, "
    "and lights beyond the end of the strip.",
)
@with_config("strip.name")
def check(words: Words, active: ActiveConfig) -> None:
    """Print the wiring faults. Raises Fault if there are any, or if the supply is too weak."""
    config = active.config
    faults = wiring_faults(config, shape_of(config))
    for fault in faults_by_run(faults):
        click.echo(words.fault(fault))
    if faults:
        raise Fault("Wiring faults: {n}.", n=len(faults))
    board, power = board_of(config), power_of(config.strip)
    lights = board.pixels
    sentence = en("Every hole and lamp has its own light; the strip has {lights} lights.")
    click.echo(words.say(sentence, lights=lights))
    if crowded := crowded_holes(config, board.shape):
        raise crowded
    if too_little := underpowered(lights, power):
        raise too_little
    if advice := mostly_dark(lights, power):
        click.echo(words.fault(advice))


NONE: Final = "–"


@subcommand("List which light of the strip is in which hole or lamp")
@with_config("strip.name")
@flag("--json", en("Print a JSON object"), to="as_json")
def pixels(words: Words, active: ActiveConfig, *, as_json: bool) -> None:
    """Print the configured wiring, even if invalid: a line per hole with a column per track, then a
    line per lamp. In JSON, null is a hole without a light."""
    config = active.config
    wiring = wiring_of(config, shape_of(config))
    tracks, lamps = wiring.tracks, wiring.lamps
    if as_json:
        page = {"pixels": wiring.pixels, "tracks": tracks, "lamps": asdict(lamps)}
        click.echo(to_json(page))
        return
    numbers = range(1, len(tracks) + 1)
    head = [words.say("hole"), *(words.say("track {number}", number=n) for n in numbers)]
    rows = [head]
    for hole, lights in enumerate(zip_longest(*tracks), 1):
        rows.append([str(hole), *(NONE if light is None else str(light) for light in lights)])
    for row in rows:
        cells = zip(row, head, strict=True)
        click.echo("  ".join(cell.rjust(len(title)) for cell, title in cells))
    for lamp, light in lamps.each():
        click.echo(f"lamps.{lamp.name}  {light}")
