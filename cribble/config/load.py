"""Read config files; every mistake is named by its key and line."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from cribble.cli.command import quoted
from cribble.cli.files import cannot_use
from cribble.config.bounds import is_tables
from cribble.config.cross_checks import inconsistencies
from cribble.config.dump import as_toml, bare, mm_of
from cribble.config.keys import KEYPADS_AT, NEEDED, SECTIONS, SETTINGS
from cribble.config.schema import Config
from scorekeeper.words import Fault, en

LONGEST: Final = 64 * 1024
DUPLICATE: Final = re.compile("Cannot overwrite a value|Cannot declare .* twice")
"""The beginning of tomllib's message about a key or table that was there before."""

KeyPath: TypeAlias = tuple[str | int, ...]
"""A key's place in the file; a number counts the tables of a list of tables."""


def read_config(path: Path) -> Config:
    """Return the config in *path*, with defaults for missing keys. Raises Fault."""
    try:
        raw = path.read_bytes()
    except OSError as fault:
        raise cannot_use(fault, path) from None
    return parse_config(raw, str(path))


def parse_config(raw: bytes, file: str) -> Config:
    """Return the config that *raw*, the content of *file*, describes. Raises Fault."""
    text = _text(raw, file)
    tables = _tables(text, file)
    for path, value in _values(tables):
        key = ".".join(bare(name) for name in path if isinstance(name, str))
        if found := _lacking(path, value) if isinstance(path[-1], int) else _wrong(key, value):
            sentence, values = found
            raise Fault(sentence, file=file, line=line_of(text, path), key=quoted(key), **values)
    config = msgspec.convert(_normalised(tables), Config)
    for it in inconsistencies(config):
        key = ".".join(name for name in it.path if isinstance(name, str))
        raise Fault(it.sentence, file=file, line=line_of(text, it.path), key=key, **it.values)
    return config


def _normalised(tables: Mapping[str, Any]) -> dict[str, Any]:
    """*tables* with one keypad as a list of one, and the pitch in mm."""
    keypad, board = tables.get("keypad", {}), tables.get("board", {})
    if "pitch" in board:
        board = {**board, "pitch": mm_of(board["pitch"])}
    return {**tables, "keypad": [keypad] if isinstance(keypad, dict) else keypad, "board": board}


def _wrong(key: str, value: Any) -> tuple[str, dict[str, str]] | None:
    """The sentence, and its values, for a *key* that is unknown or has a wrong *value*."""
    if key in SECTIONS:
        return en("{file}, line {line}: {key} is a table: [{key}], and what it says below."), {}
    if key not in SETTINGS:
        sentence = en("{file}, line {line}: there is no key {key}; there are {keys}.")
        return sentence, {"keys": ", ".join(_siblings(key))}
    bound = SETTINGS[key].bound
    if bound.fits(value):
        return None
    sentence = en("{file}, line {line}: {key} cannot be {value}; it is {wanted}.")
    return sentence, {"value": quoted(as_toml(value)), "wanted": bound.wanted}


def _lacking(path: KeyPath, table: Mapping[str, Any]) -> tuple[str, dict[str, str]] | None:
    """The sentence, and its values, for a *table* of a list that lacks a key."""
    if lacking := next((name for name in NEEDED[path[:-1]] if name not in table), None):
        return en("{file}, line {line}: {key} lacks {name}."), {"name": lacking}
    return None


def _siblings(key: str) -> Iterator[str]:
    """The keys in the section of *key*; outside of all sections, the sections too."""
    section = key.rpartition(".")[0]
    if not any(known.rpartition(".")[0] == section for known in SETTINGS):
        section = ""
    yield from (known for known in SETTINGS if known.rpartition(".")[0] == section)
    if not section:
        yield from (f"[{name}]" for name in SECTIONS)


def _text(raw: bytes, file: str) -> str:
    if len(raw) > LONGEST:
        sentence = en("{file} is longer than {longest} bytes: that is no config.")
        raise Fault(sentence, file=file, longest=LONGEST)
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        value = quoted(raw[fault.start : fault.end].decode("ascii", "backslashreplace"))
        sentence = en("{file}, line {line}: {value} is not UTF-8, as TOML must be.")
        line = raw.count(b"\n", 0, fault.start) + 1
        raise Fault(sentence, file=file, line=line, value=value) from None


def _tables(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as fault:  # ValueError also where a number is too long
        line = _unreadable_line(text, fault)
        value = quoted(text.split("\n")[line - 1].strip())
        if DUPLICATE.match(str(fault)):
            sentence = en("{file}, line {line}: this is said twice, here again: {value}.")
        else:
            sentence = en("{file}, line {line} is not TOML: {value}.")
        raise Fault(sentence, file=file, line=line, value=value) from None


def _unreadable_line(text: str, fault: ValueError | RecursionError) -> int:
    if found := re.search(r"at line (\d+)", str(fault)):
        return int(found[1])
    if isinstance(fault, tomllib.TOMLDecodeError):  # at the end of the document
        return text.rstrip().count("\n") + 1
    lines = text.split("\n")  # Too many digits or brackets: no line has more.
    return lines.index(max(lines, key=len)) + 1


def _values(tables: Mapping[str, Any]) -> Iterator[tuple[KeyPath, Any]]:
    """Every key with its value, those in sections and in lists of tables too."""
    for name, value in tables.items():
        if name in SECTIONS and isinstance(value, dict):
            for key, one in value.items():
                yield from _each_of((name, key), one)
        else:
            yield from _each_of((name,), value)


def _each_of(path: KeyPath, value: Any) -> Iterator[tuple[KeyPath, Any]]:
    """The value at *path*; where a list of tables may be, the keys of each, then the table."""
    if path not in NEEDED or not is_tables(value):
        yield path, value
        return
    for number, table in enumerate(value):
        yield from (((*path, number, key), one) for key, one in table.items())
        yield (*path, number), table


def line_of(text: str, path: KeyPath) -> int:
    """Return the line of the key at *path*, or of the innermost table or value around it."""
    if path[:1] == KEYPADS_AT and re.search(r"^\s*\[keypad\]", text, re.MULTILINE):
        path = tuple(part for part in path if part != 0)
    around = {path[:length]: length for length in range(1, len(path) + 1)}
    found = {known: line for line, known in reversed([*_keys(text)]) if known in around}
    return found[max(found, key=lambda known: around[known])] if found else 1


def _keys(text: str) -> Iterator[tuple[int, KeyPath]]:
    """Each ``[section]`` and ``key =`` with the number of its line."""
    section: KeyPath = ()
    tables: dict[KeyPath, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if header := re.match(r"\s*(\[\[?)(.+?)\]", line):
            section = _path(header[2])
            if header[1] == "[[":
                tables[section] = tables.get(section, -1) + 1
                section = (*section, tables[section])
            yield number, section
        elif "=" in line and (path := _path(line.partition("=")[0])):
            yield number, (*section, *path)


def _path(key: str) -> KeyPath:
    """The parts of a *key* as TOML reads it; none for a line inside a longer value."""
    try:
        table = tomllib.loads(f"{key} = 0")
    except tomllib.TOMLDecodeError:
        return ()
    path: list[str] = []
    while isinstance(table, dict):
        (name,) = table
        path.append(name)
        table = table[name]
    return tuple(path)
