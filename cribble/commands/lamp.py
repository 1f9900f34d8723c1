"""``cribble lamp``: the PWM helper, which lights a strip on a Pi's pins for the table beside it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cribble.cli.command import option, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from scorekeeper.words import Fault, Words, en

if TYPE_CHECKING:
    from hardware.pwm_helper.protocol import HelperAddress
    from hardware.pwm_helper.server import OpenDevice


@subcommand(
    "Light the strip ws281x, for the table beside it",
    "Light a strip on the pins of this Raspberry Pi for the table beside it, as the config "
    "says. Only this needs root, and only where the pin does; systemd keeps it running.",
)
@with_config()
@option(
    "--group", default="", metavar=en("NAME"), help=en("The group whose programs may use the lamp")
)
@option(
    "--into",
    default="",
    metavar=en("FILE"),
    help=en("Write the frames to this file instead, to see what would be lit"),
)
def lamp(words: Words, active: ActiveConfig, *, group: str, into: str) -> None:
    """Serve programs until a signal."""
    from cribble.system.log import logging_to_stderr
    from cribble.system.process import stopping
    from hardware.pwm_helper.protocol import helper_address
    from hardware.pwm_helper.server import GROUP, PwmHelper, handed_over, listening
    from scorekeeper.device import DeviceFault

    try:
        place = helper_address(active.config.strip.at)
        lit = _on_paper(Path(into)) if into else _on_the_pin(place)
        default = "" if into else GROUP
        with (
            logging_to_stderr(os.environ),
            handed_over(os.environ) or listening(place.socket, group, default) as listener,
            stopping() as stop,
        ):
            click.echo(words.say("The lamp is ready at {socket}.", socket=place.socket))
            PwmHelper(listener, lit).run(stop)
    except DeviceFault as fault:
        raise Fault(fault.sentence, **fault.values) from None


def _on_paper(path: Path) -> OpenDevice:
    from hardware.pwm_helper.server import TextDevice

    return lambda size: TextDevice(path, size)


def _on_the_pin(address: HelperAddress) -> OpenDevice:
    from hardware.pwm_helper.rpi_ws281x import Ws281xDevice, check

    check(address.pin, is_root=os.geteuid() == 0)
    return lambda size: Ws281xDevice(size, address.pin)
