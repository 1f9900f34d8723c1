"""The config in use: the config file, overridden by command-line options."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
from msgspec.structs import replace

from cribble.cli.command import LANGUAGE_ASKED, Decorator, Function, Value, option, words_of
from cribble.config.file import read_config
from cribble.config.schema import SETTINGS, Config
from cribble.folders import SHIPPED, expand_home, usual_config, usual_data
from scorekeeper.words import Fault, Words, en


class Override(NamedTuple):
    """An option that overrides a key: its name, its placeholder in the help, and its parser."""

    name: str
    placeholder: str
    read: Callable[[str], Any] = str


OVERRIDES: Final[Mapping[str, Override]] = {
    "port": Override("--port", en("PORT"), int),
    "host": Override("--host", en("ADDRESS")),
    "data": Override("--data", en("FOLDER")),
    "access": Override("--access", "code|open"),
    "strip.name": Override("--strip", en("NAME")),
    "strip.at": Override("--strip-at", en("PLACE")),
}


class ActiveConfig(NamedTuple):
    """The config in use, and the file it was read from, if any. *fault* is the error in that file
    if the fallback config is in use."""

    config: Config
    file: Path | None
    fault: Fault | None = None

    @property
    def config_file(self) -> Path:
        """The path of the config file, or the default path, which may not exist."""
        usual = usual_config(os.environ)
        with suppress(RuntimeError):
            return self.file or usual.expanduser()
        return self.data / usual.name

    @property
    def own(self) -> Config:
        """The config currently in the file; the one in use if the file is invalid."""
        try:
            return read_config(self.config_file) if self.config_file.exists() else Config()
        except Fault:
            return self.config

    @property
    def data(self) -> Path:
        return expand_home(Path(self.config.data) if self.config.data else usual_data(os.environ))


def with_config(*keys: str, spare: bool = False) -> Decorator:
    """Return a decorator that adds ``--config``, an option for each of *keys*, and, if *spare*,
    ``--spare-config``. The command is called with Words and ActiveConfig."""
    names = {key: key.replace(".", "_") for key in keys}

    def decorate(command: Function) -> Function:
        @wraps(command)
        def run(config_file: str | None, spare_config: str | None = None, **given: Any) -> None:
            overrides = {key: given.pop(name) for key, name in names.items()}
            active = active_config(config_file, overrides, spare_config)
            ctx, chosen = click.get_current_context(), active.config.language
            is_asked = not chosen or LANGUAGE_ASKED in ctx.meta
            command(words_of(ctx) if is_asked else Words.of(chosen), active, **given)

        decorated: Function = run
        for key in reversed(keys):
            decorated = option(
                OVERRIDES[key].name,
                OVERRIDES[key].placeholder,
                SETTINGS[key].about,
                Value(SETTINGS[key].bound, OVERRIDES[key].read),
                to=names[key],
                usual_data=str(usual_data(os.environ)),
            )(decorated)
        if spare:
            decorated = option(
                "--spare-config",
                en("FILE"),
                en("If the config is invalid, fall back to this one, without lights and keypads"),
            )(decorated)
        return option(
            "--config",
            en("FILE"),
            en(
                "Config file, or the name of a board in docs/boards, such as first (default: "
                "{usual_config})"
            ),
            to="config_file",
            usual_config=str(usual_config(os.environ)),
        )(decorated)

    return decorate


def active_config(
    file: str | None, overrides: Mapping[str, Any], spare: str | None = None
) -> ActiveConfig:
    """Return the config of *file* (a path or the name of a shipped board; default: the user's
    config file), with *overrides*. If the file is invalid, use *spare*, if given. Raises Fault."""
    path = None
    if file is not None:
        path = Path(file)
        if not path.exists() and path.name == file:
            boards = (folder / "docs/boards" / f"{file}.toml" for folder in SHIPPED)
            path = next(filter(Path.is_file, boards), path)
    else:
        with suppress(RuntimeError):  # No home directory, so no config.
            usual = usual_config(os.environ).expanduser()
            path = usual if usual.is_file() else None
    wrong = None
    try:
        config = read_config(path) if path else Config()
    except Fault as fault:
        if spare is None:
            raise
        config, wrong = read_config(Path(spare)), fault
    given = {key: value for key, value in overrides.items() if value is not None}
    if given.get("strip.name", config.strip.name) != config.strip.name:
        given = {"strip.at": "", **given}  # The place in the file is for its own strip.
    return ActiveConfig(with_values(config, given), path, wrong)


def with_values(config: Config, values: Mapping[str, Any]) -> Config:
    """Return a copy of *config* with *values* by key, such as ``strip.name``."""
    for key, value in values.items():
        section, _, name = key.rpartition(".")
        changed = {name: value}
        if section:
            changed = {section: replace(getattr(config, section), **changed)}
        config = replace(config, **changed)
    return config
