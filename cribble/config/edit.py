"""Edits to a config file that preserve comments and formatting."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cribble.boards import shape_of
from cribble.cli.files import cannot_use
from cribble.config.file import as_toml, parse_config, wrapped
from cribble.config.schema import SECTIONS, SEGMENTS_AT, SETTINGS, Config, KeypadConfig, is_tables
from cribble.devices import KEYPADS, STRIPS
from scorekeeper.words import Fault, Words, en
from web import ConfigChange

if TYPE_CHECKING:
    from tomlkit.container import Container
    from tomlkit.items import Table

COPY: Final = ".bak"
"""Suffix of the copy made before the last change."""


def change_config(path: Path, changes: Mapping[str, Any], words: Words) -> Config:
    """Set the keys of *changes*, such as ``strip.name``, in the file at *path*, and keep a copy
    beside it; return the new config. The value None removes a key; a list of tables replaces the
    old list. Raises Fault, without changes."""
    try:
        previous = path.read_bytes() if path.exists() else b""
    except OSError as fault:
        raise cannot_use(fault, path) from None
    parse_config(previous, str(path))
    content = edited(previous.decode("utf-8-sig"), changes, words).encode()
    config = parse_config(content, str(path))
    if content == previous:
        return config
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if previous:
            _put(path.with_name(path.name + COPY), previous, path)
        _put(path, content, path)
    except OSError as fault:
        raise cannot_use(fault, path) from None
    return config


def edited(text: str, changes: Mapping[str, Any], words: Words) -> str:
    """Return the TOML *text* with *changes* applied; new keys get a comment in the language of
    *words*. Raises Fault for an unknown key or invalid value."""
    import tomlkit  # Lazily: seldom needed.

    document = tomlkit.parse(text)
    on_top = list[str]()
    for key, value in changes.items():
        _check(key, value)
        section, _, name = key.rpartition(".")
        if section and section not in document:
            document.add(tomlkit.nl())
            for line in wrapped(words.say(SECTIONS[section])):
                document.add(tomlkit.comment(line))
            document.add(section, tomlkit.table())
        table: Any = document[section] if section else document
        if value is None:
            with suppress(KeyError):
                table.remove(name)
        elif is_tables(value):
            _set_tables(table, name, value)
        elif name in table:
            table[name] = value
        elif section:
            with _before_the_tail(table):
                for line in _about(key, words):
                    table.add(tomlkit.comment(line))
                table.add(name, value)
        else:
            about = (f"# {line}" for line in _about(key, words))
            on_top += [*about, f"{name} = {as_toml(value)}", ""]
    return "".join(f"{line}\n" for line in on_top) + document.as_string()


def _check(key: str, value: Any) -> None:
    if (key in SECTIONS or key == ".".join(SEGMENTS_AT)) and (value is None or is_tables(value)):
        return
    if key not in SETTINGS:
        raise Fault(en("Unknown config key {key}."), key=key)
    bound = SETTINGS[key].bound
    if value is not None and not bound.fits(value):
        sentence = en("{option} cannot be {value}; it must be {wanted}.")
        raise Fault(sentence, option=key, value=str(value)[:60], wanted=bound.wanted)


def _about(key: str, words: Words) -> list[str]:
    setting = SETTINGS[key]
    return wrapped(f"{words.say(setting.about, usual_data='')} ({setting.bound.wanted})")


@contextmanager
def _before_the_tail(table: "Table | Container") -> Iterator[None]:
    """Context manager: adds to *table* above trailing comments, which belong to the next table."""
    from tomlkit.container import Container

    whole: Any = table
    body = whole.body if isinstance(whole, Container) else whole.value.body
    tail = list[Any]()
    while body and body[-1][0] is None:
        tail.insert(0, body.pop()[1])
    yield
    for item in tail:
        if item.as_string():  # A removed key leaves an empty item.
            whole.add(item)


def _set_tables(table: Any, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
    import tomlkit

    if name in table:
        table.remove(name)
    if not rows:
        return
    tables = tomlkit.aot()
    for row in rows:
        tables.append(tomlkit.item(dict(row)))
    with _before_the_tail(table):
        table.add(name, tables[0] if len(rows) == 1 and name in SECTIONS else tables)


def _put(path: Path, content: bytes, like: Path) -> None:
    """Replace *path* atomically, with mode and owner of *like*. If this user cannot create files in
    the folder, overwrite *path* in place if it is *like*, else do nothing."""
    fresh = path.with_name(f".{path.name}.new")
    mode = like.stat().st_mode & 0o777 if like.exists() else 0o644
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, mode)
    except PermissionError:
        if path != like:
            return
        with path.open("r+b") as file:
            file.write(content)
            file.truncate()
            os.fsync(file.fileno())
        return
    with os.fdopen(handle, "wb") as file:
        if os.geteuid() == 0:  # `sudo cribble doctor --mend`: keep the owner.
            owner = (like if like.exists() else path.parent).stat()
            os.fchown(handle, owner.st_uid, owner.st_gid)
        file.write(content)
        file.flush()
        os.fsync(handle)
    fresh.replace(path)


OWN_KEYS: Final = ("data", "port", "host", "access", "names", "mqtt.user", "mqtt.password_file")
"""Keys not copied from another machine's config: they contain this table's address, access, data
folder and broker login."""
MAX_VALUE_LENGTH: Final = 60


def adapted(content: bytes, file: str, own: Config) -> tuple[bytes, Config]:
    """Adapt the *content* of *file*, another machine's config: keep the OWN_KEYS of *own*, and
    remove device paths that drivers reject. Return the new content and config. Raises Fault."""
    theirs = parse_config(content, file)
    ours, others, usual = dict(_flat(own)), dict(_flat(theirs)), dict(_flat(Config()))
    kept = {
        key: None if ours[key] == usual[key] else ours[key]
        for key in OWN_KEYS
        if ours[key] != others[key]
    } | _usual_places(theirs, own)
    if kept:
        words = Words.of(own.language or "en")
        content = edited(content.decode("utf-8-sig"), kept, words).encode()
    config = parse_config(content, file)
    shape_of(config)
    return content, config


def _usual_places(theirs: Config, own: Config) -> dict[str, Any]:
    """Return changes that remove from *theirs* unusual device paths, which only the owner may set,
    unless *own* has them too."""
    strip, changes = theirs.strip, dict[str, Any]()
    if strip.at != own.strip.at and not STRIPS[strip.name].is_place(strip.at):
        changes["strip.at"] = None
    known = {(keypad.name, keypad.at) for keypad in own.keypads}
    rows = [
        keypad
        if not keypad.name
        or (keypad.name, keypad.at) in known
        or KEYPADS[keypad.name].is_place(keypad.at)
        else msgspec.structs.replace(keypad, at="")
        for keypad in theirs.keypads
    ]
    if rows != list(theirs.keypads):
        usual = msgspec.to_builtins(KeypadConfig())
        changes["keypad"] = [
            {key: value for key, value in msgspec.to_builtins(row).items() if value != usual[key]}
            for row in rows
        ]
    return changes


def changes(own: Config, config: Config) -> Iterator[ConfigChange]:
    """Yield the keys of *config* that differ from *own*."""
    ours = dict(_flat(own))
    for key, value in _flat(config):
        if value != ours[key]:
            shown = as_toml(ours[key])[:MAX_VALUE_LENGTH], as_toml(value)[:MAX_VALUE_LENGTH]
            yield ConfigChange(key, *shown)


def _flat(config: Config) -> Iterator[tuple[str, Any]]:
    for name, value in msgspec.to_builtins(config).items():
        if isinstance(value, dict):
            yield from ((f"{name}.{key}", inner) for key, inner in value.items())
        else:
            yield name, value
