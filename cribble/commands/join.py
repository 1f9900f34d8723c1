"""``cribble join``, ``cribble code`` and ``cribble pin``: what lets phones in."""

import sys
from functools import partial
from getpass import getpass
from typing import Final

import click

from cribble.cli.command import Value, option, subcommand
from cribble.cli.files import STANDARD
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.folders import SECRETS, make_folder
from scorekeeper.bounds import Bound
from scorekeeper.words import Words, en


@subcommand(
    "Show how phones join: address, QR code, join code and PIN",
    "Show how phones join the table of this machine: its address, a QR code that leads there, the "
    "join code, and the host’s PIN.",
)
@with_config("data")
def join(words: Words, active: ActiveConfig) -> None:
    """Print address, QR code, join code and PIN."""
    from cribble.serve.terminal import announce, to_join, where
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
    lines = (*where(words, addresses, is_open=is_open), *welcome.lines)
    announce(lines, welcome.address, sys.stdout, 0, always=True)


@subcommand(
    "Show the join code, or make a new one",
    "Show the join code that phones need to keep score. With --renew a new one is made, and "
    "every phone must join again; a table that is open goes by it at once.",
)
@with_config("data")
@option("--renew", is_flag=True, help=en("Make a new code"))
def code(words: Words, active: ActiveConfig, *, renew: bool) -> None:
    """Print the code."""
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


def _typed_pin() -> str:
    """Return the PIN from standard input; in a terminal it is not echoed. Raises Fault."""
    typed = getpass("PIN: ") if sys.stdin.isatty() else sys.stdin.readline().strip()
    params = click.get_current_context().command.params
    return str(PIN.convert(typed, next(param for param in params if param.name == "pin"), None))


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
    """Print the PIN."""
    from web import Secrets

    path = make_folder(active.data) / SECRETS
    secrets = Secrets.load(path)
    if pin == STANDARD:
        pin = _typed_pin()
    if pin is not None:
        secrets = secrets.with_pin(pin)
        secrets.save(path)
    click.echo(secrets.pin)
