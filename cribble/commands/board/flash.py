"""``cribble board flash``: the firmware, onto the microcontroller that is plugged in."""

from pathlib import Path

import click

from cribble.cli.command import option, subcommand
from cribble.cli.files import cannot_use
from cribble.cli.overrides import ActiveConfig, with_config
from scorekeeper.words import Words, en

UF2 = ".uf2"


@subcommand(
    "Put the firmware onto an Uno, a Nano or a Pico",
    "Put Cribble’s firmware onto the Uno or Nano that is plugged in, by avrdude: its port and the "
    "speed of its boot loader are found. A file that ends in .uf2 is copied to a Pico that was "
    "plugged in with its button held. Close the table first.",
)
@with_config()
@option(
    "--port",
    default="",
    metavar=en("PORT"),
    help=en("The port of the board (it is looked for, unless you say)"),
)
@option(
    "--file",
    "file",
    default="",
    metavar=en("FILE"),
    help=en("The firmware (the one that came with Cribble, unless you say)"),
)
def flash(words: Words, active: ActiveConfig, *, port: str, file: str) -> None:
    """Write it, and say what answers then."""
    from cribble.devices.flash import firmware_file, pico_disks, write_avr, write_pico
    from cribble.devices.microcontroller import BOARD_FACTS
    from firmware_bridge.serial_ports import greeting_at, plugged_in

    try:
        if file.endswith(UF2):
            disk = write_pico(Path(file), pico_disks())
            click.echo(
                words.say(
                    "{file} is on the Pico at {disk}, which starts it now.", file=file, disk=disk
                )
            )
            return
        firmware = Path(file) if file else firmware_file()
        firmware.open("rb").close()
    except OSError as fault:
        raise cannot_use(fault, file) from None
    done = write_avr(firmware, plugged_in(port)())
    sentence = en("{file} is on the board at {port} (boot loader at {baud} baud).")
    click.echo(words.say(sentence, file=firmware, port=done.port, baud=done.baud))
    try:
        board = greeting_at(done.port, active.config.strip.baud)
    except OSError:
        sentence = en(
            "It does not answer at {baud} baud yet: strip.baud must be that of the firmware."
        )
        click.echo(words.say(sentence, baud=active.config.strip.baud), err=True)
        return
    click.echo(
        words.say(
            BOARD_FACTS, port=done.port, firmware=board.firmware, room=board.pixels, keys=board.keys
        )
    )
