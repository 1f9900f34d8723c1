"""``cribble board template``, ``svg``, ``files``, ``sticker``, ``keys`` and ``soldering``."""

from pathlib import Path
from typing import Final

import click
from msgspec.structs import replace

from cribble.boards import board_of, look_of, shape_of
from cribble.cli.command import (
    MAX_PATH_LENGTH,
    Value,
    a_number,
    a_word,
    choice,
    flag,
    option,
    quoted,
    subcommand,
)
from cribble.cli.files import STANDARD, cannot_use, writing
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.config.schema import HOST_NAME, PANEL, SEGMENTS, Config
from cribble.fabrication.files import BED, LARGEST_BED, SMALLEST_BED, output_files
from cribble.fabrication.part import KERF, MAX_KERF
from cribble.folders import SECRETS, make_folder
from cribble.printing.keys import MATRIX_PITCH, NUMERIC_PITCH, overlay, touch_labels
from cribble.printing.output import Printer, printable
from cribble.printing.soldering import soldering, steps
from cribble.system.network import own_name
from scorekeeper.board.shape import WAYS, Misfit, Way, fit, turned
from scorekeeper.board.shapes import proposed_shape
from scorekeeper.board.svg import THEMES, PegPoints, svg
from scorekeeper.board.template import (
    DRILL,
    LARGEST_DRILL,
    MAX_SHEETS,
    MIN_WOOD,
    SMALLEST_DRILL,
    NoWoodLeft,
    TooManySheets,
    behind,
    sheets,
)
from scorekeeper.board.wiring import cut_list
from scorekeeper.bounds import Bound
from scorekeeper.rules.variants import RULES
from scorekeeper.words import Fault, Words, en
from web import Secrets

UNBUILT: Final = "classic"
"""The default shape for drawings if none is configured."""


def hole_mm(config: Config) -> float:
    """Return the hole diameter in mm: that of loose lights, else the default drill."""
    return config.board.light_mm or DRILL


HOLE: Final = (
    "MM",
    en("Diameter of the holes in mm (default: board.light_mm, else {usual})"),
    a_number(SMALLEST_DRILL, LARGEST_DRILL, "mm"),
)
"""Arguments of an option for the hole diameter."""


@subcommand(
    "Draw a full-size drilling template",
    "Draw a full-size drilling template: the centre of every hole, the lines between the "
    "streets, the tape and the data direction. A board larger than the paper is split into "
    "several sheets, with marks to align them. The last page shows the order of the lights, seen "
    "from behind.",
)
@with_config()
@option("--drill", *HOLE, usual=f"{DRILL:g}")
@printable(
    "template",
    pdf=en("Draw one PDF with a page per sheet (default)"),
    svg=en("Draw one SVG file per sheet"),
)
def template(words: Words, active: ActiveConfig, *, drill: float | None, printer: Printer) -> None:
    """Write the sheets and print the paths."""
    config = built(active.config, words)
    board = board_of(config)
    try:
        pages = sheets(board, printer.paper, drill or hole_mm(config), words)
    except NoWoodLeft as fault:
        raise no_wood_left(fault.drill, fault.most) from None
    except TooManySheets as fault:
        raise Fault(
            "The template would need {sheets} sheets; the maximum is {most}: use a smaller "
            "board.pitch or board.lane.",
            sheets=fault.sheets,
            most=MAX_SHEETS,
        ) from None
    drawn = (*pages, behind(board, printer.paper, words))
    if printer.write(*drawn):
        sentence = en(
            "Sheets of {paper}: {n}. Print at 100 %, not “fit to page”, and measure the scale bar."
        )
        click.echo(words.say(sentence, paper=printer.paper.name, n=len(drawn)))
        if any(board.wiring.lamps.each()):
            click.echo(words.say("The lamps are not drawn: place them where you like."))


def check_is_wood(config: Config) -> None:
    """Raise Fault for a panel, which needs no drawings."""
    if config.wiring.laid == PANEL:
        raise Fault(en("The board is a panel (wiring.laid): nothing is drilled or soldered."))


def built(config: Config, words: Words) -> Config:
    """Return *config* with a shape; if it has none, use UNBUILT and print a note to stderr. Raises
    Fault for a panel."""
    check_is_wood(config)
    if config.board.shape:
        return config
    sentence = en("No board is configured (board.shape): this is the template for a {shape} board.")
    click.echo(words.say(sentence, shape=UNBUILT), err=True)
    return replace(config, board=replace(config.board, shape=UNBUILT))


def no_wood_left(drill: float, most: float) -> Fault:
    """Return a fault for a *drill* too large for the hole spacing; *most* is the limit in mm."""
    sentence = en("A {drill} mm drill leaves no wood between the holes: use {most} mm at most.")
    return Fault(sentence, drill=drill, most=round(most, 1))


LANDSCAPE, PORTRAIT = WAYS
USUAL: Final = next(iter(RULES))


def _pegs(text: str) -> PegPoints:
    """Parse a front and back peg, such as ``63,57``. Raises ValueError."""
    front, back = map(int, text.split(","))
    if not 0 <= back <= front:
        raise ValueError(text)
    return PegPoints(front, back)


PEGS: Final = Value(
    Bound("63,57 88,76 …", lambda pegs: True), lambda text: tuple(map(_pegs, text.split()))
)
"""Option type for the front and back peg of each team, in order."""


@subcommand(
    "Draw the board as an image",
    "Draw the board as an SVG image, as the page shows it: the configured board, or the default "
    "one for the game.",
)
@with_config()
@option(
    "--rules",
    en("NAME"),
    en("The game whose skunk lines are drawn (default: {usual})"),
    a_word(*RULES),
    to="key",
    default=USUAL,
)
@choice("--theme", THEMES, en("Type of wood (default: {usual})"))
@flag("--landscape", en("Landscape (the default)"), to="way", value=LANDSCAPE)
@flag("--portrait", en("Portrait"), to="way", value=PORTRAIT)
@option(
    "--pegs",
    '"63,57 88,76"',
    en("Scores of each team’s front and back peg"),
    PEGS,
    default="",
)
@option(
    "--out",
    en("FILE"),
    en("The file to write, which must not exist yet (default: standard output)"),
    default=STANDARD,
)
def svg_(
    words: Words,
    active: ActiveConfig,
    *,
    key: str,
    theme: str,
    way: Way | None,
    pegs: tuple[PegPoints, ...],
    out: str,
) -> None:
    """Write the SVG."""
    rules, config = RULES[key], active.config
    shape = shape_of(config) if config.board.shape else proposed_shape(rules)
    fitted = fit(shape, rules.goals)
    if isinstance(fitted, Misfit):
        sentence = en(
            "A game to {target} takes {laps} laps on this board; the lights can show {most}."
        )
        raise Fault(sentence, target=rules.target, laps=fitted.laps, most=fitted.most)
    if len(pegs) > len(rules.teams):
        sentence = en("--pegs is for {given} teams; this game has {teams}.")
        raise Fault(sentence, given=len(pegs), teams=len(rules.teams))
    for team, goal in zip(pegs, rules.goals, strict=False):
        if team.front > goal:
            sentence = en("--pegs gives {points} points; this game ends at {target}.")
            raise Fault(sentence, points=team.front, target=goal)
    text = svg(
        turned(shape, way or LANDSCAPE),
        colours=look_of(config).colours,
        theme=theme,
        fit=fitted,
        below=tuple(bound for bound, _ in rules.skunks),
        pegs=pegs,
        title=words.say("Cribbage board"),
    )
    with writing(out) as file:
        file.write(text.encode() + b"\n")


FOLDER: Final = "board-files"


@subcommand(
    "Write files for a laser cutter and a 3D printer",
    "Write files for a laser cutter (SVG and DXF: red is cut, blue is engraved) and for a 3D "
    "printer (STL), all in mm: the front panel with its lettering, light walls, a box for "
    "sixteen keys, and the wiring diagram.",
)
@with_config()
@option(
    "--out",
    en("FOLDER"),
    en("The folder to write, which must not exist yet (default: {usual})"),
    default=FOLDER,
)
@option(
    "--kerf",
    "MM",
    en("Width of the laser’s cut in mm (default: {usual})"),
    a_number(0.0, MAX_KERF, "mm"),
    default=KERF,
)
@option("--hole", *HOLE, usual=f"{DRILL:g}")
@option(
    "--bed",
    "MM",
    en("Longest side of the printer’s bed in mm (default: {usual})"),
    a_number(SMALLEST_BED, LARGEST_BED, "mm"),
    default=BED,
)
def files(
    words: Words,
    active: ActiveConfig,
    *,
    out: str,
    kerf: float,
    hole: float | None,
    bed: float,
) -> None:
    """Write the folder and print the purpose of each file."""
    config = built(active.config, words)
    board = board_of(config)
    wide = hole or hole_mm(config)
    most = min(board.shape.pitch, board.shape.lane) - MIN_WOOD
    if wide > most:
        raise no_wood_left(wide, most)
    done = [*output_files(board, config, words, hole_mm=wide, kerf=kerf, bed=bed)]
    folder = Path(out)
    try:
        folder.mkdir(parents=True)
        for file in done:
            (folder / file.name).write_bytes(file.data)
    except OSError as fault:
        raise cannot_use(fault, fault.filename or out) from None
    for file in done:
        click.echo(f"{quoted(str(folder / file.name), MAX_PATH_LENGTH)}: {file.about}")
    click.echo(words.say("Not tested on a laser cutter or printer yet: cut a corner first."))


A_NAME: Final = Bound('"cribble.local"', lambda name: HOST_NAME.fits(name) and ":" not in name)
"""A valid host name without a port."""


@subcommand(
    "Print QR stickers with the table’s address",
    "Print QR stickers with the table’s address, to stay on the board permanently. They do not "
    "show the join code; a scorer’s phone does. If the table can open its own Wi-Fi, they show "
    "its name and password.",
)
@with_config("port", "data")
@option(
    "--name",
    en("NAME"),
    en("Hostname of this machine for phones (default: its own with .local)"),
    Value(A_NAME),
)
@printable("sticker")
def sticker(words: Words, active: ActiveConfig, *, name: str | None, printer: Printer) -> None:
    """Write the sheet and print its path."""
    from cribble.printing.sticker import stickers

    config, own = active.config, own_name()
    if not config.port:
        raise Fault("Port 0 is a different port each time: a sticker needs a fixed one.")
    if name is None and own is None:
        raise Fault("This machine has no hostname that phones can resolve: set one with --name.")
    address = f"{name or f'{own}.local'}:{config.port}"
    printer.write(stickers(printer.paper, address, words, wifi_of(active), config.name))


def wifi_of(active: ActiveConfig) -> tuple[str, str] | None:
    """Return SSID and password of the table's Wi-Fi, creating secrets if missing; None if
    disabled."""
    from cribble.own_wifi import is_wanted, own_login
    from cribble.system.process import is_a_pi

    choice = active.config.own_wifi
    if not (is_wanted(choice, {}) or (choice == "auto" and is_a_pi())):
        return None
    login = own_login(Secrets.load(make_folder(active.data) / SECRETS).key)
    return login.ssid, login.password


POSSIBLE = 10.0, 20.0
"""Minimum and maximum key pitch of any keypad, in mm."""


@subcommand(
    "Print labels for the keys of a keypad",
    "Print labels for the keys of a keypad, at actual size: for a numeric keypad, for a film of "
    "sixteen keys, and a key reference. With --touch: labels in large print and braille.",
)
@with_config()
@option(
    "--pitch",
    "MM",
    en("Key spacing of the numeric keypad (default: {usual})"),
    a_number(*POSSIBLE, "mm"),
    default=NUMERIC_PITCH,
)
@option(
    "--matrix-pitch",
    "MM",
    en("Key spacing of the film (default: {usual})"),
    a_number(*POSSIBLE, "mm"),
    default=MATRIX_PITCH,
)
@flag("--touch", en("Labels in large print and braille instead"))
@printable("keys")
def keys(
    words: Words,
    active: ActiveConfig,
    *,
    pitch: float,
    matrix_pitch: float,
    touch: bool,
    printer: Printer,
) -> None:
    """Write the sheet and print its path."""
    if touch:
        printer.write(touch_labels(printer.paper, words))
    else:
        printer.write(overlay(printer.paper, words, numeric=pitch, matrix=matrix_pitch))


@subcommand(
    "Print soldering instructions",
    "Print soldering instructions: every joint in order, with the temperature of the iron, and "
    "what to measure afterwards.",
)
@with_config()
@printable("soldering")
def soldering_(words: Words, active: ActiveConfig, *, printer: Printer) -> None:
    config = active.config
    check_is_wood(config)
    shape = shape_of(config)
    if config.wiring.laid == SEGMENTS:
        pieces = len(config.wiring.segments)
    else:
        pieces = sum(cut_list(shape, config.wiring.leds_per_m, config.wiring.spare).values())
    # An Arduino outputs 5 V and needs no level shifter.
    done = steps(on_tape=shape.on_tape, shifted=config.strip.name != "microcontroller")
    printer.write(soldering(printer.paper, done, pieces, words))
