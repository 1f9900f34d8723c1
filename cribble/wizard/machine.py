"""The machine in the wizard: as it is set up, its names, what it finds, its boot files, and what
the doctor finds wrong."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from cribble.boards import shape_of, wiring_faults
from cribble.system.platform import is_known, set_time_zone
from cribble.wizard.board import KINDS, TITLES, is_wired, kind_of
from cribble.wizard.lights import ORDERED
from cribble.wizard.session import Request, Text, WizardSession, step
from scorekeeper.board.geometry.shape import Measures
from scorekeeper.board.geometry.shapes import SHAPES, shape_named
from scorekeeper.words import Fault, en
from scorekeeper.words.errors import shown
from web import EmptyRequest, SettingsPatch


class ShapeChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A shape of board, and its usual number of holes."""

    name: str
    title: str
    holes: int


class KindChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of lights that a board is built of."""

    name: str
    title: str


class BootResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The lines that config.txt, cmdline.txt and modprobe lack for what was chosen, whether the
    machine has to be restarted, and whether it can write them itself."""

    lines: tuple[str, ...]
    restart: bool
    helper: bool
    written: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()


class SetupResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The machine as it is set up now, and what can be chosen."""

    machine: str
    file: str
    language: str
    time_zone: str
    name: str
    strip: str
    strip_title: str
    at: str
    order: str
    lights: int
    limit_ma: int
    asks_colours: bool
    shape: str
    tracks: int
    game_holes: str
    shapes: tuple[ShapeChoice, ...]
    kind: str
    kinds: tuple[KindChoice, ...]
    wired: bool
    keypads: tuple[str, ...]
    keypad_titles: tuple[str, ...]
    boot: BootResponse
    fault: str | None


def describe(session: WizardSession) -> SetupResponse:
    """The machine as it is set up."""
    from cribble.wizard.doctor import missing_boot_lines  # Not at the start: it imports the doctor.
    from cribble.wizard.search import KEYPAD_TITLES, strip_title

    config, words, machine, strip = session.config, session.words, session.machine(), session.strip
    keypads = tuple(keypad.name for keypad in config.keypads if keypad.name)
    fault = session.app.lights.fault
    if fault and not config.board.shape and wiring_faults(config, shape_of(config)):
        fault = None  # The board is chosen after the lights.
    return SetupResponse(
        machine=machine.pi.model if machine.pi else "",
        file=str(session.active.file),
        language=config.language,
        time_zone=config.time_zone,
        name=config.name,
        strip=strip.name,
        strip_title=strip_title(strip.name, words),
        at=config.strip.at,
        order=config.strip.order,
        lights=config.wiring.pixels,
        limit_ma=config.strip.limit_ma,
        asks_colours=strip.name in ORDERED,
        shape=config.board.shape,
        tracks=config.board.tracks,
        game_holes=config.board.game_holes,
        shapes=tuple(
            ShapeChoice(
                name=name,
                title=words.say(TITLES[name]) if name in TITLES else name,
                holes=shape_named(name, Measures()).holes,
            )
            for name in SHAPES
        ),
        kind=kind_of(config.board),
        kinds=tuple(
            KindChoice(name=name, title=words.say(kind.title)) for name, kind in KINDS.items()
        ),
        wired=is_wired(config),
        keypads=keypads,
        keypad_titles=tuple(words.say(KEYPAD_TITLES[name]) for name in keypads),
        boot=missing_boot_lines(machine, session.active),
        fault=words.device_fault(fault.message) if fault else None,
    )


class NamesRequest(Request, frozen=True):
    """The language of the machine and of new phones, its time zone, and the name of the table."""

    language: Literal["en", "fr"]
    time_zone: Text = ""
    name: Text = ""


@step("put", "/api/v1/setup/names")
def keep_names(session: WizardSession, body: NamesRequest) -> None:
    """Keep language, time zone and name."""
    if body.time_zone and not is_known(body.time_zone):
        sentence = en("This machine doesn’t know the time zone {zone}: choose another, or none.")
        raise Fault(sentence, zone=shown(body.time_zone))
    session.change({"language": body.language, "time_zone": body.time_zone, "name": body.name})
    set_time_zone(body.time_zone)
    session.app.settings.change(SettingsPatch(language=body.language))


class FindRequest(Request, frozen=True):
    """A search for lights or keypads."""

    what: Literal["lights", "keypads"]


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """A device to choose: its name in the config, its place, and its title on the page."""

    name: str
    at: str
    title: str
    about: str
    lights: int | None = None


class FoundResponse(msgspec.Struct, frozen=True):
    """The lights that can be lit here, or the keypads that are there."""

    lights: tuple[Device, ...] = ()
    keypads: tuple[Device, ...] = ()


@step("post", "/api/v1/setup/find")
def find_devices(session: WizardSession, body: FindRequest) -> FoundResponse:
    """Search for lights or keypads."""
    from cribble.wizard.search import keypads_here, lights_here

    machine, config, words = session.machine(), session.config, session.words
    if body.what == "keypads":
        return FoundResponse(keypads=keypads_here(machine, config, words))
    lights = lights_here(machine, replace(config, strip=session.strip), words, session.wleds)
    boards = [strip for strip in lights if strip.name == "microcontroller"]
    session.boards |= {board.at: board.lights for board in boards if board.lights}
    return FoundResponse(lights=lights)


@step("post", "/api/v1/setup/boot")
def write_boot(session: WizardSession, body: EmptyRequest) -> BootResponse:
    """Write what config.txt and cmdline.txt lack, and restart the machine."""
    from cribble.wizard.doctor import write_boot_lines

    return write_boot_lines(session.machine(), session.active)


@step("post", "/api/v1/setup/finish")
def finish(session: WizardSession, body: EmptyRequest) -> None:
    """Give the lights back to the game."""
    session.release()


class FindingResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A finding of the doctor; ``can`` says what a button would change: ``config``, ``boot``, or
    null if people must mend it themselves."""

    id: str
    check: str
    level: str
    say: str
    mend: str | None
    can: Literal["config", "boot"] | None


class DoctorResponse(msgspec.Struct, frozen=True):
    """The findings of the doctor, and the report to be copied."""

    found: tuple[FindingResponse, ...]
    report: str


class MendRequest(Request, frozen=True):
    """The id of a finding that is to be mended."""

    finding: Text


@step("get", "/api/v1/doctor")
def examine(session: WizardSession) -> DoctorResponse:
    """Look at this machine."""
    from cribble.wizard.doctor import examined

    return examined(session.machine(), session.active, session.words)


@step("post", "/api/v1/doctor/mend")
def mend(session: WizardSession, body: MendRequest) -> DoctorResponse:
    """Mend a finding, if that can be done from here."""
    from cribble.wizard.doctor import do_remedy, examined

    do_remedy(session, body.finding)
    return examined(session.machine(), session.active, session.words)
