"""The config in use: what the file says, and what options on the command line override."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import reduce, wraps
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

import click
from msgspec.structs import replace

from cribble.cli.command import LANGUAGE_ASKED, option, words_of
from cribble.cli.types import CannotBe
from cribble.config.keys import KEYS
from cribble.config.load import read_config
from cribble.config.schema import Config
from cribble.home import at_home, usual_config, usual_data
from scorekeeper.words import Words, en


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


class Settings(NamedTuple):
    """The config, and the file it was read from: None where there is none."""

    config: Config
    file: Path | None

    @property
    def data(self) -> Path:
        """The folder of the journal and the secrets."""
        return at_home(Path(self.config.data) if self.config.data else usual_data(os.environ))


Function: TypeAlias = Callable[..., Any]


def settable(*keys: str) -> Callable[[Function], Function]:
    """Give a command ``--config`` and the switches of *keys*.

    It is then called with the words of the config's language and with the ``Settings``.
    """
    names = {key: key.replace(".", "_") for key in keys}

    def decorate(command: Function) -> Function:
        @wraps(command)
        def run(config_file: str | None, **given: Any) -> None:
            said = {key: given.pop(name) for key, name in names.items()}
            settings = settings_of(config_file, said)
            command(words_for(settings), settings, **given)

        told: Function = run
        for key in reversed(keys):
            told = _switch(key, names[key])(told)
        return _which_file()(told)

    return decorate


def _which_file() -> Callable[[Function], Function]:
    return option(
        "--config",
        "config_file",
        metavar=en("FILE"),
        help=en("The config to read ({usual_config}, unless you say)"),
        facts={"usual_config": usual_config(os.environ)},
    )


def _switch(key: str, name: str) -> Callable[[Function], Function]:
    switch = SWITCHES[key]
    return option(
        switch.name,
        name,
        metavar=switch.placeholder,
        type=Setting(key),
        help=KEYS[key].about,
        facts={"usual_data": usual_data(os.environ)},
    )


def settings_of(file: str | None, told: Mapping[str, Any]) -> Settings:
    """The config of *file*, or of the usual one if it is there, with what was *told* on top."""
    path = Path(file) if file is not None else _usual_file()
    config = read_config(path) if path else Config()
    said = {key: value for key, value in told.items() if value is not None}
    return Settings(reduce(_set, _with_its_place(said, config).items(), config), path)


def _with_its_place(said: Mapping[str, Any], config: Config) -> Mapping[str, Any]:
    """Another strip than that of the *config* is not where that one is."""
    if said.get("strip.name", config.strip.name) == config.strip.name:
        return said
    return {"strip.at": "", **said}


def _usual_file() -> Path | None:
    """The user's own config, if there is one; users without a home have none."""
    try:
        path = usual_config(os.environ).expanduser()
    except RuntimeError:
        return None
    return path if path.is_file() else None


def _set(config: Config, said: tuple[str, Any]) -> Config:
    key, value = said
    section, _, name = key.rpartition(".")
    if not section:
        return replace(config, **{name: value})
    return replace(config, **{section: replace(getattr(config, section), **{name: value})})


def words_for(settings: Settings) -> Words:
    """The words of ``--lang``, else of the config, else of this machine."""
    ctx = click.get_current_context()
    if settings.config.language and LANGUAGE_ASKED not in ctx.meta:
        return Words.of(settings.config.language)
    return words_of(ctx)
