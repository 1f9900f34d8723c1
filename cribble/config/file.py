"""Parsing and writing config files; errors name the key and the line."""

import json
import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from cribble.cli.command import quoted
from cribble.cli.files import cannot_use
from cribble.config.schema import (
    KEYPADS_AT,
    NEEDED,
    SECTIONS,
    SEGMENT_SETTINGS,
    SEGMENTS,
    SEGMENTS_AT,
    SETTINGS,
    Config,
    KeypadConfig,
    MqttConfig,
    is_tables,
)
from hardware.drivers import AT_PIN
from scorekeeper.words import Fault, Words, en

WIDTH: Final = 100
BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
METRE: Final = 1000.0


def bare(name: str) -> str:
    """Return *name* as part of a TOML key, quoted if necessary."""
    return name if BARE.fullmatch(name) else as_toml(name)


def as_toml(value: object) -> str:
    """Return *value* (str, number, bool, list, or dict of these) as TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            # JSON and TOML have the same escapes, but JSON does not escape DEL.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
        case list() | tuple():
            return "[" + ", ".join(map(as_toml, value)) + "]"
        case dict():
            inner = ", ".join(f"{bare(key)} = {as_toml(one)}" for key, one in value.items())
            return "{ " + inner + " }" if inner else "{}"
        case _:
            return str(value)


def mm_of(pitch: str | float) -> float:
    """Return a pitch in mm; a string such as ``144/m`` is in holes per metre."""
    return METRE / int(pitch.removesuffix("/m")) if isinstance(pitch, str) else pitch


def config_page(config: Config, words: Words, usual: Mapping[str, str]) -> str:
    """Return *config* as TOML, with comments in the language of *words* and values from *usual*."""
    keys = msgspec.to_builtins(config)
    pitch = config.board.pitch
    per_metre = f"{round(METRE / pitch)}/m"
    if len(str(pitch)) > len(per_metre) and mm_of(per_metre) == pitch:
        keys["board"]["pitch"] = per_metre  # No short decimal representation.
    lines = _comment(words.say("The config of this table. After each key: its allowed values."))
    lines += _table("", keys, words, usual)
    for section, about in SECTIONS.items():
        tables = (keys[section],) if isinstance(keys[section], dict) else keys[section]
        head = f"[{section}]" if len(tables) == 1 else f"[[{section}]]"
        for table in tables:
            lines += ["", "", *_comment(words.say(about)), head]
            lines += _table(section, table, words, usual)
    return "\n".join(lines)


def _table(
    section: str, table: dict[str, Any], words: Words, usual: Mapping[str, str]
) -> Iterator[str]:
    """Yield the lines for the keys of *section*; ``""`` is the top level."""
    for key, setting in SETTINGS.items():
        above, _, name = key.rpartition(".")
        if above == section:
            yield ""
            about = words.say(setting.about, **usual)
            yield from _comment(f"{about} ({setting.bound.wanted})")
            if (section, name) != SEGMENTS_AT:
                yield f"{name} = {as_toml(table[name])}"
                continue
            for key_of_segment, each in SEGMENT_SETTINGS.items():
                inner = key_of_segment.rpartition(".")[2]
                yield from _comment(f"{inner}: {words.say(each.about)} ({each.bound.wanted})")
            for segment in table[name]:
                yield from ("", f"[[{'.'.join(SEGMENTS_AT)}]]")
                yield from (f"{inner} = {as_toml(value)}" for inner, value in segment.items())


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in wrapped(text)]


def wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH - 2, break_long_words=False, break_on_hyphens=False)


BLACK: Final = "#000000"
PINS: Final = ("rows", "columns", "buttons")
"""The keys of a keypad that contain pin numbers."""

KeyPath: TypeAlias = tuple[str | int, ...]
"""The path of a key in the file; an int is an index into a list of tables."""


Inconsistent: TypeAlias = tuple[KeyPath, str, dict[str, Any]]
"""The path of a key, a message, and the values in the message."""


def inconsistencies(config: Config) -> Iterator[Inconsistent]:
    """Yield keys that contradict others or have no effect, and invisible or duplicate colours."""
    yield from _colours(config.board.colours)
    yield from _keypads(config.keypads)
    yield from _mqtt(config.mqtt)
    if config.buzzer.name == AT_PIN and not config.buzzer.pin:
        sentence = en(
            "{file}, line {line}: {key} is {name}, so buzzer.pin must name a pin, such as 20."
        )
        yield ("buzzer", "name"), sentence, {"name": as_toml(AT_PIN)}
    if config.wiring.segments and config.wiring.laid != SEGMENTS:
        sentence = en(
            "{file}, line {line}: {key} is only used if wiring.laid is {segments}, but it "
            "is {laid}."
        )
        values = {"segments": as_toml(SEGMENTS), "laid": as_toml(config.wiring.laid)}
        yield (*SEGMENTS_AT, 0), sentence, values


def _colours(colours: tuple[str, ...]) -> Iterator[Inconsistent]:
    seen = [colour.lower() for colour in colours]
    path = ("board", "colours")
    if BLACK in seen:
        sentence = en("{file}, line {line}: {key} has {colour}, which lights cannot show.")
        yield path, sentence, {"colour": as_toml(BLACK)}
    if twice := next((colour for colour in seen if seen.count(colour) > 1), ""):
        sentence = en("{file}, line {line}: {key} has {colour} twice: each team needs its own.")
        yield path, sentence, {"colour": as_toml(twice)}


def _keypads(keypads: tuple[KeypadConfig, ...]) -> Iterator[Inconsistent]:
    for number, keypad in enumerate(keypads):
        if keypad.name and keypad in keypads[:number]:
            sentence = en("{file}, line {line}: {key} repeats {name} on the same connection.")
            yield (*KEYPADS_AT, number, "name"), sentence, {"name": as_toml(keypad.name)}
        for name in PINS:
            pins = getattr(keypad, name)
            if twice := next((pin for pin in pins if pins.count(pin) > 1), 0):
                sentence = en("{file}, line {line}: {key} has {pin} twice: each needs its own pin.")
                yield (*KEYPADS_AT, number, name), sentence, {"pin": twice}


def _mqtt(mqtt: MqttConfig) -> Iterator[Inconsistent]:
    if mqtt.user and not mqtt.password_file:
        sentence = en("{file}, line {line}: {key} needs a password: set mqtt.password_file.")
        yield ("mqtt", "user"), sentence, {}
    if mqtt.password_file and not mqtt.user:
        sentence = en("{file}, line {line}: {key} needs a user: set mqtt.user.")
        yield ("mqtt", "password_file"), sentence, {}
    if mqtt.commands and not mqtt.home_assistant:
        sentence = en("{file}, line {line}: {key} needs mqtt.home_assistant = true.")
        yield ("mqtt", "commands"), sentence, {}


MAX_LENGTH: Final = 64 * 1024
DUPLICATE: Final = re.compile("Cannot overwrite a value|Cannot declare .* twice")
"""Start of tomllib's error message for a duplicate key or table."""


def read_config(path: Path) -> Config:
    """Return the config in the file *path*, with defaults for missing keys. Raises Fault."""
    try:
        raw = path.read_bytes()
    except OSError as fault:
        raise cannot_use(fault, path) from None
    return parse_config(raw, str(path))


def parse_config(raw: bytes, file: str) -> Config:
    """Return the config in *raw*, the content of *file*. Raises Fault."""
    text = _text(raw, file)
    tables = _tables(text, file)
    for path, value in _values(tables):
        key = ".".join(bare(name) for name in path if isinstance(name, str))
        mistake = None
        if not isinstance(path[-1], int):
            mistake = _wrong(key, value)
        elif lacking := next((name for name in NEEDED[path[:-1]] if name not in value), None):
            mistake = en("{file}, line {line}: {key} is missing {name}."), {"name": lacking}
        if mistake:
            sentence, values = mistake
            raise Fault(sentence, file=file, line=line_of(text, path), key=quoted(key), **values)
    keypad, board = tables.get("keypad", {}), tables.get("board", {})
    if "pitch" in board:
        board = {**board, "pitch": mm_of(board["pitch"])}
    keypads = [keypad] if isinstance(keypad, dict) else keypad
    config = msgspec.convert({**tables, "keypad": keypads, "board": board}, Config)
    for path, sentence, values in inconsistencies(config):
        key = ".".join(name for name in path if isinstance(name, str))
        raise Fault(sentence, file=file, line=line_of(text, path), key=key, **values)
    return config


def _wrong(key: str, value: Any) -> tuple[str, dict[str, str]] | None:
    """Return message and values for an unknown *key* or an invalid *value*, else None."""
    if key in SECTIONS:
        return en("{file}, line {line}: {key} must be a table: [{key}], with its keys below."), {}
    if key not in SETTINGS:
        sentence = en("{file}, line {line}: unknown key {key}; available: {keys}.")
        section = key.rpartition(".")[0]
        keys = [known for known in SETTINGS if known.rpartition(".")[0] == section]
        if not section or not keys:
            keys = [known for known in SETTINGS if "." not in known]
            keys += [f"[{name}]" for name in SECTIONS]
        return sentence, {"keys": ", ".join(keys)}
    bound = SETTINGS[key].bound
    if bound.fits(value):
        return None
    sentence = en("{file}, line {line}: {key} cannot be {value}; it must be {wanted}.")
    return sentence, {"value": quoted(as_toml(value)), "wanted": bound.wanted}


def _text(raw: bytes, file: str) -> str:
    if len(raw) > MAX_LENGTH:
        sentence = en("{file} is too large for a config: the maximum is {longest} bytes.")
        raise Fault(sentence, file=file, longest=MAX_LENGTH)
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        value = quoted(raw[fault.start : fault.end].decode("ascii", "backslashreplace"))
        sentence = en("{file}, line {line}: invalid UTF-8: {value}.")
        line = raw.count(b"\n", 0, fault.start) + 1
        raise Fault(sentence, file=file, line=line, value=value) from None


def _tables(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as fault:  # ValueError: also a number too long.
        if match := re.search(r"at line (\d+)", str(fault)):
            line = int(match[1])
        elif isinstance(fault, tomllib.TOMLDecodeError):  # At the end of the document.
            line = text.rstrip().count("\n") + 1
        else:  # Too many digits or brackets: the longest line.
            lines = text.split("\n")
            line = lines.index(max(lines, key=len)) + 1
        value = quoted(text.split("\n")[line - 1].strip())
        if DUPLICATE.match(str(fault)):
            sentence = en("{file}, line {line}: duplicate entry: {value}.")
        else:
            sentence = en("{file}, line {line}: invalid TOML: {value}.")
        raise Fault(sentence, file=file, line=line, value=value) from None


def _values(tables: Mapping[str, Any]) -> Iterator[tuple[KeyPath, Any]]:
    """Yield the path and value of each key, including keys in sections. For a list of tables, yield
    the keys of each table, then the table."""
    for name, value in tables.items():
        is_section = name in SECTIONS and isinstance(value, dict)
        keys = (
            [((name, key), each) for key, each in value.items()]
            if is_section
            else [((name,), value)]
        )
        for path, inside in keys:
            if path not in NEEDED or not is_tables(inside):
                yield path, inside
                continue
            for number, table in enumerate(inside):
                yield from (((*path, number, key), inner) for key, inner in table.items())
                yield (*path, number), table


def line_of(text: str, path: KeyPath) -> int:
    """Return the line number of the key at *path*, or of the innermost enclosing table or value."""
    if path[:1] == KEYPADS_AT and re.search(r"^\s*\[keypad\]", text, re.MULTILINE):
        path = tuple(part for part in path if part != 0)
    around = {path[:length]: length for length in range(1, len(path) + 1)}
    lines = {known: line for line, known in reversed([*_keys(text)]) if known in around}
    return lines[max(lines, key=lambda known: around[known])] if lines else 1


def _keys(text: str) -> Iterator[tuple[int, KeyPath]]:
    """Yield the line number and path of each ``[section]`` and ``key =``."""
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
    """Parse a TOML *key*; return () for other text, such as part of a multi-line value."""
    try:
        table = tomllib.loads(f"{key} = 0")
    except tomllib.TOMLDecodeError:
        return ()
    path: KeyPath = ()
    while isinstance(table, dict):
        ((name, table),) = table.items()
        path = (*path, name)
    return path
