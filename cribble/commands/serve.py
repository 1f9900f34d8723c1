"""The table on the command line: ``serve``, ``demo``, ``hub``, ``config``, ``join``, ``code``,
``pin`` and ``lamp``."""

from __future__ import annotations

import os
import sys
from functools import partial
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cribble.cli.command import Value, a_whole, a_word, option, subcommand
from cribble.cli.files import STANDARD
from cribble.cli.overrides import OVERRIDES, ActiveConfig, with_config
from cribble.config.file import config_page
from cribble.folders import HUB, SECRETS, make_folder, usual_data
from cribble.imports import importing
from mqtt.topics import is_name
from scorekeeper.bounds import Bound
from scorekeeper.rules.variants import RULES
from scorekeeper.words import Fault, Words, en

if TYPE_CHECKING:
    from hardware.pwm_helper.server import OpenDevice


@subcommand(
    "Open the table: page, strip and journal",
    "Open the table: the page for the phones, the strip, and the journal that remembers every "
    "card. This is also what happens without a command.",
)
@with_config(*OVERRIDES, spare=True)
def serve(words: Words, active: ActiveConfig) -> None:
    with importing():
        from cribble.serve.run import keep_open

    keep_open(words, active)


@subcommand("Show the config in use, explained and ready to be saved")
@with_config(*OVERRIDES)
def config(words: Words, active: ActiveConfig) -> None:
    click.echo(config_page(active.config, words, {"usual_data": str(usual_data(os.environ))}))


@subcommand(
    "Let games play themselves, to show a board off",
    "Let games play themselves with cards at random, on the strip and on the page, to show a "
    "finished board off. Nothing of it is kept.",
)
@with_config("port", "host", "strip.name", "strip.at")
@option(
    "--rules",
    "key",
    metavar=en("RULES"),
    type=a_word(*RULES),
    help=en("Play only this game: {keys} (default: all of them in turn)"),
    facts={"keys": ", ".join(RULES)},
)
@option(
    "--speed",
    metavar=en("N"),
    type=a_whole(1, 1000),
    default=1,
    help=en("How many times faster than people play (1–1000)"),
)
@option(
    "--games",
    metavar=en("N"),
    type=a_whole(1, 1_000_000),
    help=en("Stop after this many games (default: never)"),
)
def demo(
    words: Words, active: ActiveConfig, *, key: str | None, speed: int, games: int | None
) -> None:
    from cribble.demo import run_demo

    run_demo(words, active, keys=(key,) if key else tuple(RULES), speed=speed, games=games)


NAME = Value(Bound("a-z 0-9 -, 1–32", is_name))
PORT = 8122
"""Beside the table, which may be open on the same machine."""


@subcommand(
    "Run a club night: pairing, results, standings",
    "Run the night of a club: a page for the wall, one for each player’s phone, and one for the "
    "director, who has the PIN. Tables with Cribble meet it on the broker that --broker names; "
    "without one the machine’s own mosquitto is started.",
)
@with_config("host", "data")
@option(
    "--port",
    metavar=en("PORT"),
    type=a_whole(1, 65535),
    default=PORT,
    facts={"usual": PORT},
    help=en("The port of its pages (default: {usual})"),
)
@option(
    "--club",
    metavar=en("NAME"),
    type=NAME,
    default=None,
    help=en("The club, as in the topics on the broker (default: that of the config)"),
)
@option(
    "--broker",
    metavar="URL",
    default=None,
    help=en("The broker, such as mqtt://192.168.1.10; --user and --password-file log in there"),
)
@option(
    "--user", metavar=en("NAME"), default="cribble", help=en("The user at that broker (cribble)")
)
@option(
    "--password-file",
    metavar=en("FILE"),
    default=None,
    help=en("A file with the password, which only its owner may read"),
)
@option("--no-broker", is_flag=True, help=en("No broker: phones alone report the results"))
@option(
    "--broker-port",
    metavar=en("PORT"),
    type=a_whole(1, 65535),
    default=None,
    help=en("The port of the mosquitto that is started (the first free from 1883 on)"),
)
def hub(
    words: Words,
    active: ActiveConfig,
    *,
    port: int,
    club: str | None,
    broker: str | None,
    user: str,
    password_file: str | None,
    no_broker: bool,
    broker_port: int | None,
) -> None:
    from mqtt.broker import broker_of, read_password

    name = club or active.config.mqtt.club
    with importing():
        from cribble.hub import keep_open
        from cribble.serve.run import finish_restore

    finish_restore(active)
    password = read_password(Path(password_file)) if password_file else ""
    named = broker_of(broker, user if password else "", password) if broker else None
    keep_open(
        words,
        folder=active.data / HUB,
        host=active.config.host,
        port=port,
        club=name,
        names=active.config.names,
        broker=named,
        phones_only=no_broker,
        broker_port=broker_port or 0,
    )


@subcommand(
    "Show how phones join: address, QR code, join code and PIN",
    "Show how phones join the table of this machine: its address, a QR code that leads there, the "
    "join code, and the host’s PIN.",
)
@with_config("data")
def join(words: Words, active: ActiveConfig) -> None:
    from cribble.serve.terminal import address_lines, announce, to_join
    from cribble.system.network import (
        health_at,
        is_product_name_announced,
        network_of,
        own_host,
    )
    from web import Access, Addresses, Secrets

    config = active.config
    secrets = Secrets.load(make_folder(active.data) / SECRETS)
    addresses = Addresses(partial(network_of, config.host), config.port, names=config.names)
    access = Access(secrets, is_open=config.access == "open", keep=lambda fresh: None)
    welcome = to_join(words, addresses, access, announced=is_product_name_announced())
    is_open = health_at(own_host(config.host), config.port) is not None
    lines = (*address_lines(words, addresses, is_open=is_open), *welcome.lines)
    announce(lines, welcome.address, sys.stdout, 0, always=True)


@subcommand(
    "Show the join code, or make a new one",
    "Show the join code that phones need to keep score. With --renew a new one is made, and "
    "every phone must join again; a table that is open goes by it at once.",
)
@with_config("data")
@option("--renew", is_flag=True, help=en("Make a new code"))
def code(words: Words, active: ActiveConfig, *, renew: bool) -> None:
    from web import Secrets

    path = make_folder(active.data) / SECRETS
    secrets = Secrets.load(path)
    if renew:
        secrets = secrets.with_new_code()
        secrets.save(path)
    click.echo(secrets.code)


def _is_pin(text: str) -> bool:
    from web import PIN_PATTERN

    return PIN_PATTERN.fullmatch(text) is not None


DIGITS: Final = "0000–99999999"
PIN: Final = Value(Bound(DIGITS, _is_pin))
PIN_OR_STANDARD: Final = Value(Bound(DIGITS, lambda pin: pin == STANDARD or _is_pin(pin)))


@subcommand(
    "Show the host’s PIN, or set another",
    "Show the PIN that a phone needs to change the settings. Followed by 4 to 8 digits, such "
    "as cribble pin 482913, it sets another one and makes a new key: every phone must join "
    "again, and hosts must enter the PIN again, at once if the table is open. The table’s own "
    "Wi-Fi has another name and password from its next start. With - the digits are read from "
    "standard input, where no list of commands shows them.",
)
@with_config("data")
@click.argument("pin", required=False, type=PIN_OR_STANDARD, metavar=en("[PIN]"))
def pin_(words: Words, active: ActiveConfig, *, pin: str | None) -> None:
    from web import Secrets

    path = make_folder(active.data) / SECRETS
    secrets = Secrets.load(path)
    if pin == STANDARD:
        typed = getpass("PIN: ") if sys.stdin.isatty() else sys.stdin.readline().strip()
        params = click.get_current_context().command.params
        pin = PIN.convert(typed, next(param for param in params if param.name == "pin"), None)
    if pin is not None:
        secrets = secrets.with_pin(pin)
        secrets.save(path)
    click.echo(secrets.pin)


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
    from cribble.system.process import logging_to_stderr, stopping
    from hardware.pwm_helper.protocol import helper_address
    from hardware.pwm_helper.server import GROUP, PwmHelper, TextDevice, handed_over, listening
    from scorekeeper.device import DeviceFault

    try:
        place = helper_address(active.config.strip.at)
        lit: OpenDevice = partial(TextDevice, Path(into))
        if not into:
            from hardware.pwm_helper.rpi_ws281x import Ws281xDevice, check

            check(place.pin, is_root=os.geteuid() == 0)
            lit = partial(Ws281xDevice, pin=place.pin)
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
