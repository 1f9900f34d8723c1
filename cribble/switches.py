"""The keys of the config that a command line may set, checked as in the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import click

from cribble.cli.types import CannotBe
from cribble.config.keys import KEYS
from scorekeeper.words import en


class Switch(NamedTuple):
    """A key that a command line may set: what stands for its value, and how that is read."""

    name: str
    placeholder: str
    read: Callable[[str], Any] = str


SWITCHES: Final[Mapping[str, Switch]] = MappingProxyType(
    {
        "port": Switch("--port", en("PORT"), int),
        "host": Switch("--host", en("ADDRESS")),
        "data": Switch("--data", en("FOLDER")),
        "access": Switch("--access", "code|open"),
        "strip.name": Switch("--strip", en("NAME")),
        "strip.at": Switch("--strip-at", en("PLACE")),
    }
)


class Setting(click.ParamType[Any]):
    """A value for a key of the config, checked as in the file."""

    name = "setting"

    def __init__(self, key: str) -> None:
        self.key = key

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        kind = KEYS[self.key].kind
        try:
            read = SWITCHES[self.key].read(value)
        except ValueError:
            raise CannotBe(param, value, kind.wanted) from None
        if not kind.fits(read):
            raise CannotBe(param, value, kind.wanted)
        return read
