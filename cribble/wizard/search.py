"""The choice of lights and keypads: WLEDs found by mDNS, boards by HELLO, keypads by the kernel."""

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from cribble.config.schema import Config
from cribble.doctor.machine import Machine
from cribble.doctor.peripherals import INPUTS, inputs
from cribble.doctor.strips import lights_of
from cribble.wizard.mdns import LONGEST_NAME, FoundWled
from scorekeeper.words import Words, en
from web.wizard.schema import Choice

log = logging.getLogger(__name__)

IN_USE: Final = ("simulated", "capture", "terminal")
"""Strips that are offered only where the config has them: they light nothing."""
STRIP_TITLES: Final = {
    "leds0": en("A strip at GPIO18"),
    "ws281x": en("A strip at GPIO18"),
    "spi": en("A strip at GPIO10"),
    "ddp": en("A WLED at an address"),
    "microcontroller": en("Arduino"),
    "browser": en("On a screen"),
    "null": en("No lights"),
    **dict.fromkeys(IN_USE, en("The strip “{name}” of the config")),
}
KEYPAD_TITLES: Final = {
    "usb": en("A numeric keypad on USB"),
    "microcontroller": en("Sixteen keys at the Arduino"),
    "matrix": en("Sixteen keys on the Pi’s pins"),
    "buttons": en("Three buttons on the Pi’s pins"),
}
ABOUT: Final = {
    "leds0": en("WS2812 on the pins of a Pi 5"),
    "ws281x": en("WS2812 on the pins of this Pi"),
    "spi": en("WS2812 on the pins of this Pi, by SPI"),
    "ddp": en("if it is not in this list"),
    "browser": en("the page shows the lights"),
    "null": en("they can come later"),
    **dict.fromkeys(IN_USE, en("for trying things out; no light shines")),
}


def strip_title(name: str, words: Words) -> str:
    """Return what people read for the strip of that name."""
    return words.say(STRIP_TITLES[name], name=name)


def lights_here(
    machine: Machine,
    config: Config,
    words: Words,
    wleds: Callable[[], Sequence[FoundWled]],
) -> tuple[Choice, ...]:
    """Return the lights that can work on this machine, those that were found first, by name, and
    the strip of *config*; *wleds* searches the network."""
    can = lights_of(machine)
    pinned = [name for name in ("leds0", "ws281x", "spi") if name in can]
    choices = (
        *_wleds(wleds(), words),
        *_boards(machine, config, words),
        *(
            Choice(name=name, at="", title=strip_title(name, words), about=words.say(ABOUT[name]))
            for name in (*pinned, "ddp", "browser", "null")
        ),
    )
    name, at = config.strip.name, config.strip.at
    if (name, at) in {(choice.name, choice.at) for choice in choices}:
        return choices
    about = words.say(ABOUT[name]) if name in IN_USE else at
    return (Choice(name=name, at=at, title=strip_title(name, words), about=about), *choices)


def _wleds(found: Sequence[FoundWled], words: Words) -> Iterator[Choice]:
    for name, at, wled in found:
        about = words.say(
            "WLED {version} at {at}, {lights} lights", version=wled.version, at=at, lights=wled.leds
        )
        yield Choice(name="ddp", at=at, title=name, about=about, lights=wled.leds or None)


def _boards(machine: Machine, config: Config, words: Words) -> Iterator[Choice]:
    """The boards that answer HELLO. One that the table itself talks to is named by its port; that
    of the config stays a choice while it is unplugged."""
    strip = config.strip
    is_used = strip.name == "microcontroller"
    wanted = machine.ports(strip.at) if is_used else ()
    if is_used and not wanted:
        title, about = words.say("Arduino: not found"), words.say("plug it in, then look again")
        yield Choice(name=strip.name, at=strip.at, title=title, about=about)
    for port in dict.fromkeys((*machine.ports(""), *wanted)):
        short = port.rpartition("/")[2][:LONGEST_NAME]
        try:
            board = machine.board(port, strip.baud)
        except OSError as fault:
            log.info("no board answers at %s: %s", port, fault)
            about = words.say("no firmware of Cribble answers: cribble board flash writes it")
            yield Choice(name="microcontroller", at=port, title=short, about=about)
        else:
            about = words.say(
                "an Arduino with room for {room} lights and {keys} keys",
                room=board.pixels,
                keys=board.keys,
            )
            yield Choice(
                name="microcontroller", at=port, title=short, about=about, lights=board.pixels
            )


def keypads_here(machine: Machine, config: Config, words: Words) -> tuple[Choice, ...]:
    """Return the keypads that can work on this machine; those that are plugged in first."""
    there = tuple(inputs(machine.text(INPUTS) or ""))
    numeric = [one for one in there if not one.letters]
    found = [
        Choice(name="usb", at="", title=one.name[:LONGEST_NAME], about=words.say("on USB"))
        for one in numeric[:1]
    ]
    found += [
        Choice(
            name="usb",
            at=one.path,
            title=one.name[:LONGEST_NAME],
            about=words.say("on USB; it says that it has letters too"),
        )
        for one in there
        if one.letters
    ]
    if not numeric:
        title, about = words.say(KEYPAD_TITLES["usb"]), words.say("plug it in, then choose it")
        found.append(Choice(name="usb", at="", title=title, about=about))
    wired = [("matrix", ""), ("buttons", "")] if machine.pi else []
    if config.strip.name == "microcontroller":
        wired.insert(0, ("microcontroller", config.strip.at))
    return (
        *found,
        *(
            Choice(name=name, at=at, title=words.say(KEYPAD_TITLES[name]), about="")
            for name, at in wired
        ),
        Choice(name="", at="", title=words.say("No keypad"), about=words.say("phones do it all")),
    )
