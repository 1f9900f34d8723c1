"""``cribble pin``: the PIN that makes a phone the host's."""

from __future__ import annotations

from typing import Any

import click

from cribble.cli.command import Command
from cribble.cli.overrides import Settings, settable
from cribble.cli.types import CannotBe
from cribble.home import SECRETS, made
from scorekeeper.words import Words, en


class Pin(click.ParamType[str]):
    """Four to eight digits."""

    name = "pin"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from web import PIN_PATTERN

        if not PIN_PATTERN.fullmatch(str(value)):
            raise CannotBe(param, value, "0000–99999999")
        return str(value)


@click.command(
    "pin",
    cls=Command,
    short_help=en("Show the host's PIN, or set another"),
    help=en(
        "Show the PIN that a phone needs to change the settings. Followed by 4 to 8 digits, such "
        "as cribble pin 482913, it sets another one, and whoever was host must show it; a table "
        "that is open goes by it at once."
    ),
)
@settable("data")
@click.argument("pin", required=False, type=Pin(), metavar=en("[PIN]"))
def pin_(words: Words, settings: Settings, *, pin: str | None) -> None:
    """Print the PIN."""
    from web import Secrets

    path = made(settings.data) / SECRETS
    secrets = Secrets.load(path)
    if pin is not None:
        secrets = secrets.with_pin(pin)
        secrets.save(path)
    click.echo(secrets.pin)
