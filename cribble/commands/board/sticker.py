"""``cribble board sticker``: a sheet of stickers that say where phones find the table."""

from typing import Final

from cribble.cli.command import Value, option, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.config.bounds import HOST_NAME
from cribble.folders import SECRETS, make_folder
from cribble.printing.output import Printer, printable
from cribble.system.network import own_name
from scorekeeper.bounds import Bound
from scorekeeper.words import Fault, Words, en
from web import Secrets

A_NAME: Final = Bound('"cribble.local"', lambda name: HOST_NAME.fits(name) and ":" not in name)
"""A name that a network can have."""


@subcommand(
    "Print stickers that say where phones find the table",
    "Print stickers that say where phones find the table: a QR and the address, to be put on "
    "the board for good. No code is on them; a scorer’s phone shows that. Where the table makes a "
    "Wi-Fi of its own, its name and password are.",
)
@with_config("port", "data")
@option(
    "--name",
    metavar=en("NAME"),
    type=Value(A_NAME),
    help=en("The name under which phones find this machine (its own with .local, unless you say)"),
)
@printable("sticker")
def sticker(words: Words, active: ActiveConfig, *, name: str | None, printer: Printer) -> None:
    """Write the sheet, and say where it is."""
    from cribble.printing.sticker import stickers

    address = address_of(active.config.port, name)
    name_of_table = active.config.name
    printer.write(stickers(printer.paper, address, words, wifi_of(active), name_of_table))


def wifi_of(active: ActiveConfig) -> tuple[str, str] | None:
    """The table's own Wi-Fi, if it makes one; a table that was never open has its secrets now."""
    from cribble.system.platform import is_a_pi
    from cribble.wifi.login import own_login
    from cribble.wifi.own_wifi import is_wanted

    choice = active.config.own_wifi
    if not (is_wanted(choice, {}) or (choice == "auto" and is_a_pi())):
        return None
    login = own_login(Secrets.load(make_folder(active.data) / SECRETS).key)
    return login.ssid, login.password


def address_of(port: int, name: str | None) -> str:
    """The address as people type it. Raises Fault where there is none that lasts."""
    if not port:
        raise Fault("Port 0 is another one each time: a sticker needs one that stays.")
    own = own_name()
    if name is None and own is None:
        raise Fault("This machine has no name that phones could find: say one with --name.")
    return f"{name or f'{own}.local'}:{port}"
