"""``cribble board sticker``: a sheet of stickers that say where phones find the table."""

from __future__ import annotations

import click

from cribble.command import Command, option
from cribble.config_keys import NAME
from cribble.network import own_name
from cribble.printing.printed import PDF, SVG, printed
from cribble.settings import Settings, settable
from cribble.values import CannotBe, OneOf
from scorekeeper.board.template import PAPERS
from scorekeeper.words import Fault, Words, en


class Name(click.ParamType[str]):
    """A name that a network can have."""

    name = "name"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        if not NAME.fullmatch(str(value)) or ":" in str(value):
            raise CannotBe(param, value, '"cribble.local"')
        return str(value)


@click.command(
    "sticker",
    cls=Command,
    short_help=en("Print stickers that say where phones find the table"),
    help=en(
        "Print stickers that say where phones find the table: a QR and the address, to be put on "
        "the board for good. No code is on them; a scorer's phone shows that."
    ),
)
@settable("port")
@option(
    "--name",
    metavar=en("NAME"),
    type=Name(),
    help=en("The name under which phones find this machine (its own with .local, unless you say)"),
)
@option(
    "--paper",
    metavar="|".join(PAPERS),
    type=OneOf(*PAPERS),
    default="a4",
    help=en("The paper that is in the printer (a4, unless you say)"),
)
@option("--pdf", "form", flag_value=PDF, help=en("Draw a PDF, as is usual"))
@option("--svg", "form", flag_value=SVG, help=en("Draw an SVG"))
@option(
    "--out",
    metavar=en("FILE"),
    help=en("The file to write, not there yet (sticker.pdf, unless you say)"),
)
def sticker(
    words: Words,
    settings: Settings,
    *,
    name: str | None,
    paper: str,
    form: str | None,
    out: str | None,
) -> None:
    """Write the sheet, and say where it is."""
    from cribble.printing.sticker import stickers

    sheet = stickers(PAPERS[paper], address_of(settings.config.port, name), words)
    printed([sheet], "sticker", form, out)


def address_of(port: int, name: str | None) -> str:
    """The address as people type it. Raises Fault where there is none that lasts."""
    if not port:
        raise Fault(en("Port 0 is another one each time: a sticker needs one that stays."))
    own = own_name()
    if name is None and own is None:
        raise Fault(en("This machine has no name that phones could find: say one with --name."))
    return f"{name or f'{own}.local'}:{port}"
