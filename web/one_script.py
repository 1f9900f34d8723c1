"""Join a script of the page with all that it imports: one file to send instead of seventy.

The files stay plain modules, which any browser runs as they are; nothing has to be built. Over a
wireless network each file would cost its headers and, six at a time, its way there and back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath
from typing import Final

IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "(\.[^"]*)";\n', re.MULTILINE)
EXPORT: Final = re.compile(r"^export ((?:async )?function\*?|const|class) (\w+)", re.MULTILINE)
ASIDE: Final = re.compile(r"^[ \t]*(?:/\*\*.*?\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
INDENT: Final = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)
LEFT_OVER: Final = re.compile(r"^(?:import|export)\b[^\n]*", re.MULTILINE)


class JoinFault(Exception):
    """A module is written in a way that cannot be joined; says in which file, and what is there."""


def one_script(name: str, files: Mapping[str, str]) -> str:
    """The module *name* of *files* with every module that it imports, each once, before it.

    Each becomes a function of its own that hands out what it exports, so no name meets another.
    Raises JoinFault.
    """
    numbers: dict[str, int] = {}
    _number(name, files, (), numbers)
    parts = [_part(module, files[module], numbers) for module in numbers if module != name]
    return "".join(parts) + _body(name, files[name], numbers)


def imports(name: str, text: str) -> tuple[str, ...]:
    """The modules that *text*, the module *name*, imports."""
    return tuple(normpath(join(dirname(name), path)) for _, path in IMPORT.findall(text))


def _number(
    name: str, files: Mapping[str, str], above: tuple[str, ...], numbers: dict[str, int]
) -> None:
    """Give *name* the next number, once everything that it imports has one."""
    if name in above:
        raise JoinFault(f"{name} imports itself by way of {above[-1]}.")
    if name not in files:
        raise JoinFault(f"{above[-1]} imports {name}, which is not there.")
    for module in imports(name, files[name]):
        if module not in numbers:
            _number(module, files, (*above, name), numbers)
    numbers[name] = len(numbers)


def _part(name: str, text: str, numbers: Mapping[str, int]) -> str:
    """The module *name* as a function that hands out what it exports."""
    handed = ",".join(exported for _, exported in EXPORT.findall(text))
    body = _body(name, text, numbers)
    return f"const m{numbers[name]}=(()=>{{\n{body}return{{{handed}}}\n}})();\n"


def _body(name: str, text: str, numbers: Mapping[str, int]) -> str:
    """What *text* does, what it imports taken from where it is now; without comments."""

    def taken(found: re.Match[str]) -> str:
        names = " ".join(found[1].replace(" as ", ": ").split())
        return f"const {{{names}}}=m{numbers[normpath(join(dirname(name), found[2]))]};\n"

    body = EXPORT.sub(r"\1 \2", IMPORT.sub(taken, text))
    if wrong := LEFT_OVER.search(body):
        raise JoinFault(f"{name} says {wrong[0]!r}: only named imports and exports are joined.")
    return INDENT.sub("", ASIDE.sub("", body))
