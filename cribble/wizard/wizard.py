"""The wizard's HTTP API and printed sheets."""

from collections.abc import Callable, Sequence
from functools import partial, wraps
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from flask import Response
from msgspec.structs import replace

from cribble.boards import board_of, shape_of, wiring_faults
from cribble.boot_helper.client import ask_helper
from cribble.boot_helper.steps import BootStep, Verb
from cribble.config.schema import PANEL
from cribble.devices import STRIPS
from cribble.system.process import OLDEST, is_known, set_time_zone
from cribble.wizard import devices
from cribble.wizard.devices import (
    KINDS,
    TITLES,
    BoardRequest,
    boards_of,
    kind_of,
    proposed_ma,
    requested_shape,
)
from cribble.wizard.session import WIFI_COUNTRY, Request, Steps, Text, WizardSession
from scorekeeper.board.light import TEAM_COLOURS
from scorekeeper.board.panel import SIZES
from scorekeeper.board.svg import THEMES
from scorekeeper.words import Fault, en
from scorekeeper.words.catalogue import shown
from web import (
    Context,
    EmptyRequest,
    Method,
    Role,
    Routes,
    SettingsPatch,
    cacheable,
    json_response,
    no_store,
    one_of,
    query_as,
)

if TYPE_CHECKING:
    from scorekeeper.board.marks import Page, Paper


steps: Final = Steps()


class KindChoice(msgspec.Struct, frozen=True):
    """A kind of light for a board, or a shape."""

    name: str
    title: str


class BootResponse(msgspec.Struct, frozen=True, kw_only=True):
    """Lines missing from config.txt, cmdline.txt and modprobe for the chosen devices; ``restart``:
    the machine must restart; ``helper``: the boot helper can write them."""

    lines: tuple[str, ...]
    restart: bool
    helper: bool


class SetupResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The current setup, and possible choices. ``panel``: the size of an LED panel, one of
    ``panels`` (empty: none); ``boards``: the shapes, each with a number of tracks, that the lights
    can show; ``limit_ma``: the current limit, or the one to propose for a panel. ``network``: the
    table manages the Wi-Fi, whose ``country`` is empty if it is not set. ``pin``: the host's."""

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
    shapes: tuple[KindChoice, ...]
    kind: str
    kinds: tuple[KindChoice, ...]
    panel: str
    panels: tuple[str, ...]
    boards: tuple[tuple[str, int], ...]
    wired: bool
    keypads: tuple[str, ...]
    keypad_titles: tuple[str, ...]
    network: bool
    country: str
    pin: str
    boot: BootResponse
    fault: str | None


@steps.add("get", "/api/v1/setup")
def describe(session: WizardSession) -> SetupResponse:
    """Get the current setup."""
    # Lazily: imports the doctor.
    from cribble.wizard.search import KEYPAD_TITLES, boot_lines, strip_title

    config, words, machine, strip = session.config, session.words, session.machine(), session.strip
    keypads = tuple(keypad.name for keypad in config.keypads if keypad.name)
    fault, driver = session.app.lights.fault, STRIPS[strip.name]
    if fault and not config.board.shape and wiring_faults(config, shape_of(config)):
        fault = None  # The board is not chosen yet.
    try:
        is_wired = bool(config.board.shape) and not wiring_faults(config, shape_of(config))
    except Fault:
        is_wired = False
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
        limit_ma=proposed_ma(config),
        asks_colours=driver.ordered and not driver.screen,
        shape=config.board.shape,
        tracks=config.board.tracks,
        game_holes=config.board.game_holes,
        shapes=tuple(KindChoice(name, words.say(title)) for name, title in TITLES.items()),
        kind=kind_of(config.board),
        kinds=tuple(KindChoice(name, words.say(kind.title)) for name, kind in KINDS.items()),
        panel=config.wiring.panel if config.wiring.laid == PANEL else "",
        panels=tuple(SIZES),
        boards=boards_of(config),
        wired=is_wired,
        keypads=keypads,
        keypad_titles=tuple(words.say(KEYPAD_TITLES[name]) for name in keypads),
        network=session.app.wifi is not None,
        country=session.wifi_country,
        pin=session.app.access.pin,
        boot=boot_lines(machine, session.active),
        fault=words.device_fault(fault.message) if fault else None,
    )


class NamesRequest(Request, frozen=True):
    """The language of the machine and of new phones, the time zone, and the table's name."""

    language: Literal["en", "fr"]
    time_zone: Text = ""
    name: Text = ""


@steps.add("put", "/api/v1/setup/names")
def keep_names(session: WizardSession, body: NamesRequest) -> None:
    """Set language, time zone and name."""
    if body.time_zone and not is_known(body.time_zone):
        sentence = en("Unknown time zone {zone}: choose another, or none.")
        raise Fault(sentence, zone=shown(body.time_zone))
    session.change({"language": body.language, "time_zone": body.time_zone, "name": body.name})
    set_time_zone(body.time_zone)
    session.app.settings.change(SettingsPatch(language=body.language))


class CountryRequest(Request, frozen=True):
    """The ISO 3166 code of the Wi-Fi's country."""

    country: Annotated[str, msgspec.Meta(pattern="^[A-Z]{2}$")]


@steps.add("put", "/api/v1/setup/country")
def set_country(session: WizardSession, body: CountryRequest) -> None:
    """Set the country of the Wi-Fi, at once and for later starts."""
    unit = f"cribble-country@{body.country}.service"
    parameter = f"{WIFI_COUNTRY}={body.country}"
    ask_helper((BootStep(Verb.CMDLINE, parameter), BootStep(Verb.START, unit)))
    session.country = body.country


class ClockRequest(Request, frozen=True):
    """Seconds since 1970, in UTC."""

    now: Annotated[int, msgspec.Meta(ge=OLDEST, lt=1 << 32)]


@steps.add("put", "/api/v1/setup/clock")
def set_clock(session: WizardSession, body: ClockRequest) -> None:
    """Set the clock by the host's phone, unless it is synchronized."""
    if session.asks_time():
        ask_helper((BootStep(Verb.START, f"cribble-clock@{body.now}.service"),))


class FindRequest(Request, frozen=True):
    """The kind of device to search for."""

    what: Literal["lights", "keypads"]


class Device(msgspec.Struct, frozen=True):
    """A possible device: driver name, place, and texts for the page."""

    name: str
    at: str
    title: str
    about: str
    lights: int | None = None


class FoundResponse(msgspec.Struct, frozen=True):
    """Possible strips or keypads on this machine."""

    lights: tuple[Device, ...] = ()
    keypads: tuple[Device, ...] = ()


@steps.add("post", "/api/v1/setup/find")
def find_devices(session: WizardSession, body: FindRequest) -> FoundResponse:
    """Search for strips or keypads."""
    from cribble.wizard.search import keypads_here, lights_here

    machine, config, words = session.machine(), session.config, session.words
    if body.what == "keypads":
        return FoundResponse(keypads=keypads_here(machine, config, words))
    session.close_strip()
    lights = lights_here(machine, replace(config, strip=session.strip), words, session.wleds)
    session.room_by_port |= {strip.at: strip.lights for strip in lights if strip.lights}
    return FoundResponse(lights=lights)


@steps.add("post", "/api/v1/setup/boot")
def write_boot(session: WizardSession, body: EmptyRequest) -> BootResponse:
    """Add the missing lines to the boot files, and restart the machine."""
    from cribble.wizard.search import boot_lines

    return boot_lines(session.machine(), session.active, write=True)


@steps.add("post", "/api/v1/setup/finish")
def finish(session: WizardSession, body: EmptyRequest) -> None:
    """Return the lights to the game."""
    session.release()


class FindingResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A finding of the doctor; ``can``: what its button changes, null without a button."""

    id: str
    check: str
    level: str
    say: str
    mend: str | None
    can: Literal["config", "boot"] | None


class DoctorResponse(msgspec.Struct, frozen=True):
    """The findings of the doctor, and a report to copy."""

    found: tuple[FindingResponse, ...]
    report: str


class MendRequest(Request, frozen=True):
    """The id of a finding to fix."""

    finding: Text


@steps.add("get", "/api/v1/doctor")
def examine(session: WizardSession) -> DoctorResponse:
    """Run the doctor."""
    from cribble.wizard.search import examined

    session.close_strip()
    return examined(session.machine(), session.active, session.words)


@steps.add("post", "/api/v1/doctor/mend")
def mend(session: WizardSession, body: MendRequest) -> DoctorResponse:
    """Apply the remedy of a finding."""
    from cribble.wizard.search import do_remedy

    do_remedy(session, body.finding)
    return examine(session)


def sticker(session: WizardSession, paper: "Paper") -> Sequence["Page"]:
    """Return the sheet of stickers with the table's address."""
    from cribble.commands.board.drawings import wifi_of
    from cribble.printing.sticker import stickers

    app = session.app
    address = app.addresses.local_url or app.addresses.url
    if address is None:
        raise Fault(en("There is no network yet, so phones can’t connect."))
    plain = address.removeprefix("http://").rstrip("/")
    return (stickers(paper, plain, session.words, wifi_of(session.active), app.config.name),)


def keys(session: WizardSession, paper: "Paper") -> Sequence["Page"]:
    """Return the sheet of keypad labels."""
    from cribble.printing.keys import overlay

    return (overlay(paper, session.words),)


def template(session: WizardSession, paper: "Paper") -> Sequence["Page"]:
    """Return the drilling template and the view from behind."""
    from cribble.commands.board.drawings import hole_mm
    from scorekeeper.board.template import NoWoodLeft, TooManySheets, behind, sheets

    config, words = session.app.config, session.words
    try:
        board, drill = board_of(config), hole_mm(config)
        return (*sheets(board, paper, drill, words), behind(board, paper, words))
    except (NoWoodLeft, TooManySheets):
        sentence = en("This board is too large for a template here: see cribble board template.")
        raise Fault(sentence) from None


PRINTS: Final = {"sticker": sticker, "keys": keys, "template": template}


def add_wizard(routes: Routes, context: Context, session: WizardSession) -> None:
    """Add the host's routes for all steps, the printed sheets and the board's SVG."""

    def add(method: Method, path: str, run: Callable[..., Any]) -> None:
        answer = run.__annotations__["return"] or SetupResponse
        summary = (run.__doc__ or "").partition("\n")[0]

        @routes.add(method, path, summary, answer, errors=(422, 503), role=Role.HOST)
        @wraps(run)
        def handler(*body: Any) -> Response:
            session.touch()
            result = run(session, *body)
            return json_response(describe(session) if result is None else result)

    for row in (*steps, *devices.steps):
        add(*row)

    @routes.app.get("/setup/board.svg")
    def setup_board_svg() -> Response:
        from scorekeeper.board.shape import turned
        from scorekeeper.board.svg import svg

        context.require_host()
        request, theme = query_as(BoardRequest), one_of("theme", tuple(THEMES))
        shape = turned(requested_shape(request, session.config), "landscape")
        colours = TEAM_COLOURS[: max(request.tracks, 2)]
        body = svg(shape, colours=colours, theme=theme).encode()
        return cacheable(body, "image/svg+xml", sha256(body).hexdigest())

    def printed(name: str) -> Response:
        from scorekeeper.board.marks import PAPERS
        from scorekeeper.board.pdf import as_pdf

        context.require_host()
        paper = PAPERS[one_of("paper", tuple(PAPERS))]
        pdf = as_pdf(PRINTS[name](session, paper), "Cribble")
        response = no_store(Response(pdf, mimetype="application/pdf"))
        response.headers["Content-Disposition"] = f'inline; filename="cribble-{name}.pdf"'
        return response

    for name in PRINTS:
        routes.app.add_url_rule(f"/setup/{name}.pdf", f"print_{name}", partial(printed, name))
