"""The choice of lights and keypads: WLEDs found by mDNS, boards by HELLO, keypads by the kernel."""

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from cribble.config.schema import Config
from cribble.doctor.machine import Machine
from cribble.doctor.peripherals import INPUTS, inputs
from cribble.doctor.raspberry_pi import lights_of, pi_of
from cribble.wizard.mdns import LONGEST_NAME, FoundWled
from scorekeeper.words import Words, en
from web.wizard.schema import Choice

log = logging.getLogger(__name__)

PINS: Final = {
    "leds0": en("A strip at GPIO18"),
    "ws281x": en("A strip at GPIO18"),
    "spi": en("A strip at GPIO10"),
}
ABOUT: Final = {
    "leds0": en("WS2812 on the pins of a Pi 5"),
    "ws281x": en("WS2812 on the pins of this Pi"),
    "spi": en("WS2812 on the pins of this Pi, by SPI"),
}
IN_USE: Final = ("simulated", "capture", "terminal")
"""Strips that are offered only where the config has them: they light nothing."""


def lights_here(
    machine: Machine,
    config: Config,
    words: Words,
    wleds: Callable[[], Sequence[FoundWled]],
) -> tuple[Choice, ...]:
    """Return the lights that can work on this machine, those that were found first, by name;
    *wleds* searches the network."""
    can = lights_of(machine)
    found = [*_wleds(wleds(), words), *_boards(machine, config, words)]
    strip = config.strip
    if strip.name in IN_USE:
        title = words.say("The strip “{name}” of the config", name=strip.name)
        about = words.say("for trying things out; no light shines")
        found.append(Choice(name=strip.name, at=strip.at, title=title, about=about))
    pinned = [name for name in ("leds0", "ws281x", "spi") if name in can]
    found += [
        Choice(name=name, at="", title=words.say(PINS[name]), about=words.say(ABOUT[name]))
        for name in pinned
    ]
    return (
        *found,
        Choice(
            name="ddp",
            at="",
            title=words.say("A WLED at an address"),
            about=words.say("if it is not in this list"),
        ),
        Choice(
            name="browser",
            at="",
            title=words.say("On a screen"),
            about=words.say("the page shows the lights"),
        ),
        Choice(
            name="null", at="", title=words.say("No lights"), about=words.say("they can come later")
        ),
    )


def _wleds(found: Sequence[FoundWled], words: Words) -> Iterator[Choice]:
    for name, at, wled in found:
        about = words.say(
            "WLED {version} at {at}, {lights} lights", version=wled.version, at=at, lights=wled.leds
        )
        yield Choice(name="ddp", at=at, title=name, about=about, lights=wled.leds or None)


def _boards(machine: Machine, config: Config, words: Words) -> Iterator[Choice]:
    """The boards that answer HELLO. One that the table itself talks to is named by its port."""
    for port in machine.ports(""):
        short = port.rpartition("/")[2][:LONGEST_NAME]
        try:
            board = machine.board(port, config.strip.baud)
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
        about = words.say("plug it in, then choose it")
        found.append(
            Choice(name="usb", at="", title=words.say("A numeric keypad on USB"), about=about)
        )
    if config.strip.name == "microcontroller":
        found.append(
            Choice(
                name="microcontroller",
                at=config.strip.at,
                title=words.say("Sixteen keys at the Arduino"),
                about="",
            )
        )
    if pi_of(machine):
        found += [
            Choice(
                name="matrix", at="", title=words.say("Sixteen keys on the Pi’s pins"), about=""
            ),
            Choice(
                name="buttons", at="", title=words.say("Three buttons on the Pi’s pins"), about=""
            ),
        ]
    return (
        *found,
        Choice(name="", at="", title=words.say("No keypad"), about=words.say("phones do it all")),
    )
