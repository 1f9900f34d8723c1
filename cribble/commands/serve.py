"""``cribble config``, ``join``, ``code``, ``pin`` and ``lamp``: config, access and strip."""

from __future__ import annotations

import os
import sys
from functools import partial
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cribble.cli.command import Value, flag, option, subcommand
from cribble.cli.files import STANDARD
from cribble.cli.overrides import OVERRIDES, ActiveConfig, with_config
from cribble.config.file import config_page
from cribble.folders import SECRETS, is_packaged, make_folder, usual_data
from scorekeeper.bounds import Bound
from scorekeeper.words import Fault, Words, en

if TYPE_CHECKING:
    from hardware.pwm_helper.server import OpenDevice


@subcommand("Print the config in use, with comments and ready to save")
@with_config(*OVERRIDES)
def config(words: Words, active: ActiveConfig) -> None:
    click.echo(config_page(active.config, words, {"usual_data": str(usual_data(os.environ))}))


@subcommand(
    "Show how phones join: address, QR code, join code and PIN",
    "Show how phones join the table on this machine: its address as text and QR code, the join "
    "code, and the host’s PIN; while it is on, also the table’s own Wi-Fi.",
)
@with_config("data")
def join(words: Words, active: ActiveConfig) -> None:
    from cribble.own_wifi import FIRST_LOGIN, NO_NETWORK, own_login
    from cribble.serve.terminal import address_lines, announce, to_join
    from cribble.system.network import (
        AVAHI,
        AVAHI_PUBLISH,
        health_at,
        network_of,
        own_host,
        own_name,
    )
    from web import PRODUCT_NAME, Access, Addresses, Secrets

    config = active.config
    secrets = Secrets.load(make_folder(active.data) / SECRETS)
    addresses = Addresses(partial(network_of, config.host), config.port, names=config.names)
    access = Access(secrets, is_open=config.access == "open", keep=lambda fresh: None)
    # The package announces the product name; avahi does so if it is the host name.
    by_package = is_packaged() and AVAHI_PUBLISH.exists()
    announced = by_package or (own_name() == PRODUCT_NAME and AVAHI.exists())
    welcome = to_join(words, addresses, access, announced=announced)
    health = health_at(own_host(config.host), config.port)
    logins = {login.ssid: login for login in (FIRST_LOGIN, own_login(secrets.key))}
    wifi = logins.get((health or {}).get("wifi") or "")
    shown = [words.say(NO_NETWORK, ssid=wifi.ssid, password=wifi.password)] if wifi else []
    lines = (*shown, *address_lines(words, addresses, is_open=health is not None), *welcome.lines)
    announce(lines, welcome.address, sys.stdout, 0, always=True)


@subcommand(
    "Show the join code, or make a new one",
    "Show the join code that phones need to keep score. With --renew, create a new code: every "
    "phone must join again. An open table uses it immediately.",
)
@with_config("data")
@flag("--renew", en("Make a new code"))
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
    "Show or change the host’s PIN",
    "Show the PIN that a phone needs to change the settings. Given 4 to 8 digits, such as "
    "cribble pin 482913, change the PIN and create a new key: every phone must join again, and "
    "hosts must enter the PIN again, immediately if the table is open. The table’s own Wi-Fi "
    "gets a new name and password at its next start. With -, read the digits from standard "
    "input, to keep them out of the process list.",
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
    "Drive a ws281x strip for the table on this machine",
    "Drive the configured strip on the pins of this Raspberry Pi for the table on this machine. "
    "Only this process needs root, and only if the pin requires it; systemd keeps it running.",
)
@with_config()
@option("--group", en("NAME"), en("The group that may use the PWM helper"), default="")
@option("--into", en("FILE"), en("Write the frames to this file instead of the strip"), default="")
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
            click.echo(words.say("The PWM helper is ready at {socket}.", socket=place.socket))
            PwmHelper(listener, lit).run(stop)
    except DeviceFault as fault:
        raise Fault(fault.sentence, **fault.values) from None
