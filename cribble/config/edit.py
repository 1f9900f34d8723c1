"""Change keys of a config file as a person would: comments and everything else stay as they are."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cribble.cli.files import cannot_use
from cribble.config.bounds import is_tables
from cribble.config.dump import as_toml, wrapped
from cribble.config.keys import SECTIONS, SEGMENTS_AT, SETTINGS
from cribble.config.load import parse_config
from cribble.config.schema import Config
from scorekeeper.words import Fault, Words, en

if TYPE_CHECKING:
    from tomlkit.container import Container
    from tomlkit.items import Table

COPY: Final = ".bak"
"""The end of the name of the file as it was before the last change."""


def change_config(path: Path, changes: Mapping[str, Any], words: Words) -> Config:
    """Set the keys of *changes*, such as ``strip.name``, in the file at *path*, and return what it
    says then. None takes a key away; a list of tables takes the place of all that were there.

    The file is made where there is none, and kept beside itself as it was. Raises Fault, and then
    nothing has changed.
    """
    try:
        before = path.read_bytes() if path.exists() else b""
    except OSError as fault:
        raise cannot_use(fault, path) from None
    parse_config(before, str(path))
    after = edited(before.decode("utf-8-sig"), changes, words).encode()
    config = parse_config(after, str(path))
    if after != before:
        _write(path, before, after)
    return config


def edited(text: str, changes: Mapping[str, Any], words: Words) -> str:
    """Return *text*, which is TOML, with *changes*; new keys get a comment in the language of
    *words*. Raises Fault for a value that a key cannot have."""
    import tomlkit  # Only to change a config, which is seldom done.

    document = tomlkit.parse(text)
    on_top = list[str]()
    for key, value in changes.items():
        _check(key, value)
        section, _, name = key.rpartition(".")
        table: Any = _section(document, section, words) if section else document
        if value is None:
            with suppress(KeyError):
                table.remove(name)
        elif is_tables(value):
            _set_tables(table, name, value)
        elif name in table:
            table[name] = _item(value)
        elif section:
            _add(table, key, name, value, words)
        else:
            on_top += [
                *(f"# {line}" for line in _about(key, words)),
                f"{name} = {as_toml(value)}",
                "",
            ]
    return "".join(f"{line}\n" for line in on_top) + document.as_string()


def _check(key: str, value: Any) -> None:
    if (key in SECTIONS or key == ".".join(SEGMENTS_AT)) and (value is None or is_tables(value)):
        return
    if key not in SETTINGS:
        raise Fault(en("There is no key {key} in a config."), key=key)
    bound = SETTINGS[key].bound
    if value is not None and not bound.fits(value):
        sentence = en("{option} cannot be {value}; it is {wanted}.")
        raise Fault(sentence, option=key, value=str(value)[:60], wanted=bound.wanted)


def _section(document: "Container", name: str, words: Words) -> "Table":
    import tomlkit

    if name not in document:
        document.add(tomlkit.nl())
        for line in wrapped(words.say(SECTIONS[name])):
            document.add(tomlkit.comment(line))
        document.add(name, tomlkit.table())
    table: Table = document[name]
    return table


def _item(value: Any) -> Any:
    import tomlkit

    return tomlkit.item(list(value) if isinstance(value, tuple) else value)


def _about(key: str, words: Words) -> list[str]:
    setting = SETTINGS[key]
    return wrapped(f"{words.say(setting.about, usual_data='')} ({setting.bound.wanted})")


def _add(table: "Table", key: str, name: str, value: Any, words: Words) -> None:
    """Add a key to *table*, before the lines that belong to the next one."""
    import tomlkit

    with _before_the_tail(table):
        for line in _about(key, words):
            table.add(tomlkit.comment(line))
        table.add(name, _item(value))


@contextmanager
def _before_the_tail(table: "Table | Container") -> Iterator[None]:
    """Add to *table* above its last comments: those that stand before the next table are its."""
    from tomlkit.container import Container

    whole: Any = table
    body = whole.body if isinstance(whole, Container) else whole.value.body
    tail = list[Any]()
    while body and body[-1][0] is None:
        tail.insert(0, body.pop()[1])
    yield
    for one in tail:
        if one.as_string():  # What was removed leaves an item that says nothing.
            whole.add(one)


def _set_tables(table: Any, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """One keypad alone is a table, as people write it."""
    import tomlkit

    if name in table:
        table.remove(name)
    if not rows:
        return
    made = []
    for row in rows:
        one = tomlkit.table()
        one.update({key: list(it) if isinstance(it, tuple) else it for key, it in row.items()})
        made.append(one)
    many = tomlkit.aot()
    for one in made:
        many.append(one)
    is_alone = len(made) == 1 and name in SECTIONS
    with _before_the_tail(table):
        table.add(name, made[0] if is_alone else many)


def _write(path: Path, before: bytes, after: bytes) -> None:
    """Write the file whole, and what was there beside it. In a folder where this user may make no
    files the one that is there is written over."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if before:
            _put(path.with_name(path.name + COPY), before, path)
        _put(path, after, path)
    except OSError as fault:
        raise cannot_use(fault, path) from None


def _put(path: Path, content: bytes, like: Path) -> None:
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
        if os.geteuid() == 0:  # As by `sudo cribble doctor --mend`: the table must still write it.
            owner = (like if like.exists() else path.parent).stat()
            os.fchown(handle, owner.st_uid, owner.st_gid)
        file.write(content)
        file.flush()
        os.fsync(handle)
    fresh.replace(path)
