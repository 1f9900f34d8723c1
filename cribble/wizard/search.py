"""Discovery of strips and keypads for the wizard, and the doctor's findings; imported lazily."""

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never
from zlib import crc32

from cribble.boot_helper.client import ask_helper, helper_socket
from cribble.boot_helper.steps import RESTART
from cribble.cli.overrides import ActiveConfig
from cribble.config.schema import Config, StripConfig
from cribble.devices import STRIPS
from cribble.devices.connections import strip_wiring
from cribble.doctor import run_checks
from cribble.doctor.finding import (
    Advice,
    BootChange,
    Commands,
    Finding,
    Level,
    Setting,
    WledSettings,
)
from cribble.doctor.machine import Machine, plan_of
from cribble.doctor.peripherals import INPUTS, inputs
from cribble.doctor.strips import leds0_lights
from cribble.doctor.wled_client import Wled, configure_wled, wled_at
from cribble.wizard.session import WizardSession
from cribble.wizard.wizard import BootResponse, Device, DoctorResponse, FindingResponse
from firmware_bridge.port import Diagnosis
from firmware_bridge.serial_ports import PICO
from firmware_bridge.strip import BridgeSettings, fault_of
from hardware.strips.ddp import address
from hardware.strips.spi import BUFFER, DEFAULT_BUFFER, Symbols
from scorekeeper.words import Fault, Words, en

log = logging.getLogger(__name__)

STRIP_TITLES: Final = {
    "leds0": en("A strip on GPIO18"),
    "ws281x": en("A strip on GPIO18"),
    "spi": en("A strip on GPIO10"),
    "ddp": en("WLED, by address"),
    "microcontroller": en("Arduino or Pico"),
    "browser": en("On a screen"),
    "terminal": en("Lights drawn in the terminal"),
    "null": en("No lights"),
}
KEYPAD_TITLES: Final = {
    "usb": en("A numeric keypad on USB"),
    "microcontroller": en("Sixteen keys on the Arduino or Pico"),
    "matrix": en("Sixteen keys on the Pi’s pins"),
    "buttons": en("Three buttons on the Pi’s pins"),
    "encoder": en("A rotary knob on the Pi’s pins"),
}
ABOUT: Final = {
    "leds0": en("WS2812 on the pins of a Pi 5"),
    "ws281x": en("WS2812 on the pins of this Pi"),
    "spi": en("WS2812 on the pins of this Pi, by SPI"),
    "ddp": en("if it is not in this list"),
    "browser": en("the page shows the lights"),
    "null": en("you can add them later"),
}

SEARCH_SECONDS: Final = 2.5
"""Duration of a search; enough for WLED on slow Wi-Fi."""
MAX_FOUND: Final = 20
"""Maximum number of search results, in case a hostile network announces more."""
SERVICE: Final = "_wled._tcp.local."
MAX_NAME_LENGTH: Final = 60
"""Maximum length of a displayed name."""
MICROCONTROLLER_PIXELS: Final = 400
"""Light limit of the smallest supported microcontroller."""

Announced: TypeAlias = tuple[str, str, int]
"""Service name, IP address and port."""


class FoundWled(NamedTuple):
    """A discovered WLED controller: name, address, and properties."""

    name: str
    at: str
    wled: Wled


def find_wleds(seconds: float = SEARCH_SECONDS) -> tuple[FoundWled, ...]:
    """Return the WLED controllers that announce themselves by mDNS within *seconds* and respond to
    HTTP; empty without a network, without multicast, or on an overloaded machine."""
    # Lazily: only needed for a search.
    from zeroconf import EventLoopBlocked, ServiceBrowser, ServiceStateChange, Zeroconf

    wleds = dict[str, Announced]()

    def changed(
        zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if state_change is ServiceStateChange.Removed:
            wleds.pop(name, None)
        elif info := zeroconf.get_service_info(service_type, name, timeout=1000):
            keep(wleds, name, info.parsed_addresses(), info.port or 80)

    def asked(announced: Announced) -> FoundWled | None:
        name, host, port = announced
        try:
            return FoundWled(name, host, wled_at(host, port))
        except (OSError, ValueError) as fault:
            log.info("%s at %s is announced as WLED but does not respond: %s", name, host, fault)
            return None

    try:
        with Zeroconf() as network:
            browser = ServiceBrowser(network, SERVICE, [changed])
            sleep(seconds)
            browser.cancel()
    except (OSError, EventLoopBlocked) as fault:
        log.info("cannot search for WLED: %s", fault)
        return ()
    with ThreadPoolExecutor(MAX_FOUND) as pool:
        return tuple(filter(None, pool.map(asked, wleds.values())))


def keep(wleds: dict[str, Announced], name: str, addresses: Sequence[str], port: int) -> None:
    """Add a service to *wleds*, if its name is printable and there are fewer than MAX_FOUND."""
    if addresses and name.isprintable() and len(wleds) < MAX_FOUND:
        wleds[name] = (name.removesuffix(f".{SERVICE}")[:MAX_NAME_LENGTH], addresses[0], port)


def strip_title(name: str, words: Words) -> str:
    return words.say(STRIP_TITLES.get(name, en("The strip “{name}” from the config")), name=name)


def lights_here(
    machine: Machine,
    config: Config,
    words: Words,
    wleds: Callable[[], Sequence[FoundWled]],
) -> tuple[Device, ...]:
    """Return the possible strips: discovered ones first, and always the one in *config*."""
    choices, can = list[Device](), machine.lights
    for name, place, wled in wleds():
        sentence = en("WLED {version} at {at}, {lights} lights")
        about = words.say(sentence, version=wled.version, at=place, lights=wled.leds)
        choices.append(Device("ddp", place, name, about, wled.leds or None))
    choices += _microcontrollers(machine, config, words)
    pinned = [name for name in can if STRIPS[name].needs]
    for name in (*pinned, "ddp", "browser", "null"):
        about = words.say(ABOUT[name]) if name in ABOUT else ""
        choices.append(Device(name, "", strip_title(name, words), about))
    name, place = config.strip.name, config.strip.at
    if (name, place) not in {(choice.name, choice.at) for choice in choices}:
        about = words.say("to try things out, without lights") if STRIPS[name].screen else place
        choices.insert(0, Device(name, place, strip_title(name, words), about))
    return tuple(choices)


def _microcontrollers(machine: Machine, config: Config, words: Words) -> Iterator[Device]:
    """Yield the microcontrollers on all serial ports, and the configured one even if unplugged."""
    strip = config.strip
    is_used = strip.name == "microcontroller"
    wanted = machine.ports(strip.at) if is_used else ()
    if is_used and not wanted:
        title = words.say("Arduino or Pico: not found")
        about = words.say("plug it in, then check again")
        yield Device(strip.name, strip.at, title, about)
    for port in dict.fromkeys((*machine.ports(""), *wanted)):
        short, lights = port.rpartition("/")[2][:MAX_NAME_LENGTH], None
        try:
            greeting = machine.greeting(port, strip.baud)
        except TimeoutError:
            about = words.say("no Cribble firmware responds: install it with cribble board flash")
        except OSError as fault:
            reason = fault_of(Diagnosis(fault, port), BridgeSettings("", 0, 0, machine.user))
            about = words.device_fault(reason.message)
        else:
            lights = greeting.pixels
            sentence = en("a microcontroller with up to {room} lights and {keys} keys")
            about = words.say(sentence, room=lights, keys=greeting.keys)
        title = "Raspberry Pi Pico" if PICO.word in short else short
        yield Device("microcontroller", port, title, about, lights)


def keypads_here(machine: Machine, config: Config, words: Words) -> tuple[Device, ...]:
    """Return the possible keypads: connected ones first."""
    plugged = tuple(inputs(machine.text(INPUTS) or ""))
    numeric = [keypad for keypad in plugged if not keypad.letters]
    usb, lettered = words.say("on USB"), words.say("on USB; it also has letter keys")
    choices = [Device("usb", "", keypad.name[:MAX_NAME_LENGTH], usb) for keypad in numeric[:1]]
    choices += [
        Device("usb", keypad.path, keypad.name[:MAX_NAME_LENGTH], lettered)
        for keypad in plugged
        if keypad.letters
    ]
    if not numeric:
        about = words.say("plug it in, then choose it")
        choices.append(Device("usb", "", words.say(KEYPAD_TITLES["usb"]), about))
    wired = [("matrix", ""), ("buttons", ""), ("encoder", "")] if machine.pi else []
    if config.strip.name == "microcontroller":
        wired.insert(0, ("microcontroller", config.strip.at))
    choices += [Device(name, at, words.say(KEYPAD_TITLES[name]), "") for name, at in wired]
    return (*choices, Device("", "", words.say("No keypad"), words.say("phones are enough")))


def driven_lights(machine: Machine, strip: StripConfig) -> int | None:
    """Return the maximum number of lights with the current setup; None if unlimited or unknown."""
    wires = strip_wiring(strip)
    match strip.name:
        case "ddp":
            try:
                return machine.wled(address(wires.at)[0]).leds
            except (OSError, ValueError):  # A DDP controller may have no web page.
                return None
        case "leds0":
            return leds0_lights(machine)
        case "spi":
            buffer = int(machine.text(str(BUFFER)) or DEFAULT_BUFFER)
            return Symbols(wires.symbol_bits).lights_in(buffer, wires.order)
        case "microcontroller" | "simulated":
            return MICROCONTROLLER_PIXELS
        case _:
            return None


ROOM: Final = 512
"""Number of lights to configure in the kernel before the length is known."""
BOOT_CHECKS: Final = (
    *("spi-device", "spi-buffer", "spi-clock"),
    *("leds0-device", "leds0-length", "leds0-white", "audio"),
)
"""Names of checks whose remedies the boot helper can apply."""


def examined(machine: Machine, active: ActiveConfig, words: Words) -> DoctorResponse:
    """Return all findings on *machine* in the language of *words*, and a plain-text report."""
    findings, report = list[FindingResponse](), list[str]()
    has_helper = helper_socket() is not None
    for check, finding in run_checks(machine, plan_of(active)):
        can: Literal["config", "boot"] | None = None
        if isinstance(finding.mend, Setting | WledSettings):
            can = "config"
        elif isinstance(finding.mend, BootChange) and has_helper:
            can = "boot"
        say = words.say(finding.sentence, **finding.values)
        line = str(finding.mend) if finding.mend else None
        report += [f"{finding.level.upper()} {check}: {say}", *([f"    {line}"] if line else [])]
        findings.append(
            FindingResponse(
                id=_finding_id(check, finding),
                check=check,
                level=str(finding.level),
                say=say,
                mend=line,
                can=can,
            )
        )
    return DoctorResponse(tuple(findings), "\n".join(report))


def _finding_id(check: str, finding: Finding) -> str:
    """Return an id of the finding that depends on its remedy."""
    return f"{check}-{crc32(str(finding.mend).encode()):08x}"


def do_remedy(session: WizardSession, finding_id: str) -> None:
    """Apply the remedy of a finding that still exists. Raises Fault."""
    findings = run_checks(session.machine(), plan_of(session.active))
    remedies = {_finding_id(check, finding): finding.mend for check, finding in findings}
    match remedy := remedies.get(finding_id):
        case None:
            raise Fault(en("The doctor no longer reports that: check again."))
        case Setting():
            session.change({remedy.key: remedy.value}, light=True)
        case BootChange():
            ask_helper([*remedy.steps, RESTART])
        case WledSettings():
            configure_wled(remedy.host)
        case Commands() | Advice():
            raise Fault(en("This must be done by hand: {line}"), line=str(remedy))
        case _:
            assert_never(remedy)


def boot_lines(machine: Machine, active: ActiveConfig, *, write: bool = False) -> BootResponse:
    """Return the lines missing from the boot files; *write* them and restart if asked. Raises
    Fault."""
    plan = plan_of(active)
    plan = plan._replace(pixels=max(plan.pixels, ROOM), faults=())
    changes = [
        finding.mend
        for _, finding in run_checks(machine, plan, only=BOOT_CHECKS)
        if finding.level is Level.WRONG and isinstance(finding.mend, BootChange)
    ]
    steps = dict.fromkeys(step for each in changes for step in each.steps)
    if write:
        if not changes:
            raise Fault(en("There are no changes to write."))
        log.info("boot helper: %s", [*steps])
        ask_helper([*steps, RESTART])
    return BootResponse(
        lines=tuple(step.line for step in steps),
        restart=bool(changes),
        helper=write or helper_socket() is not None,
    )
