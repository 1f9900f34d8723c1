"""Join a script of the page with all that it imports: one file to send instead of seventy.

The files stay plain modules, which any browser runs as they are; nothing has to be built. Over a
wireless network each file would cost its headers and, six at a time, its way there and back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath, relpath
from typing import Final, TypeAlias

IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "(\.[^"]*)";\n', re.MULTILINE)
LATER: Final = re.compile(r'\bimport\("(\.[^"]*)"\)')
EXPORT: Final = re.compile(r"^export ((?:async )?function\*?|const|class) (\w+)", re.MULTILINE)
ASIDE: Final = re.compile(r"^[ \t]*(?:/\*\*.*?\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
INDENT: Final = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)
TURN: Final = re.compile(r"^((?:(?!//)[^\n])*?)(?:(?<=[({\[,])\n|,?\n(?=[)\]}]))", re.MULTILINE)
"""Where a bracket or a list goes on in the next line, the comma after its last: for readers only.
Not so in a line with a comment at its end, which would run on into the next."""
LEFT_OVER: Final = re.compile(r"^(?:import|export)\b(?!\()[^\n]*", re.MULTILINE)

Files: TypeAlias = Mapping[str, str]
Numbers: TypeAlias = dict[str, int]
"""The modules of a script in the order in which they run."""


class JoinFault(Exception):
    """A module is written in a way that cannot be joined; says in which file, and what is there."""


class Scripts:
    """The modules *files* as they are sent: those that no other imports, each with all it imports.

    Each of these becomes a function of its own that hands out what it exports, so no name meets
    another. A module that is only fetched later, by ``import("…")``, takes what it shares with the
    script that fetches it from there: nothing is sent or run twice.
    """

    def __init__(self, files: Files) -> None:
        self._files = files
        inner = {module for name, text in files.items() for module in _imported(IMPORT, name, text)}
        self._loaders = {
            late: name for name, text in files.items() for late in _imported(LATER, name, text)
        }
        self._first = {name for name in files if name not in inner and name not in self._loaders}
        self.sent: Final = self._first | self._loaders.keys()

    def joined(self, name: str) -> str:
        """The script *name*, one of ``sent``. Raises JoinFault."""
        if name in self._loaders:
            return self._fetched_later(name)
        numbers = _numbered(name, self._files)
        script = _script(name, self._files, numbers)
        fetches = not numbers.keys().isdisjoint(self._loaders.values())
        return f"{script}export{{{_names(numbers, name)}}};" if fetches else script

    def _fetched_later(self, late: str) -> str:
        loader = self._loaders[late]
        first = {name: _numbered(name, self._files) for name in self._first}
        loading = [name for name, numbers in first.items() if loader in numbers]
        if len(loading) != 1:
            raise JoinFault(f"{late} is fetched later by {len(loading)} scripts: one can be.")
        known = first[loading[0]]
        return _script(late, self._files, _numbered(late, self._files, known), loading[0], known)


def _imported(how: re.Pattern[str], name: str, text: str) -> list[str]:
    """The modules that *text*, the module *name*, imports in this way."""
    return [normpath(join(dirname(name), found[how.groups])) for found in how.finditer(text)]


def _numbered(name: str, files: Files, known: Numbers | None = None) -> Numbers:
    """*name* and all that it imports in the order in which they run, after those *known*."""
    numbers = dict(known or {})
    _number(name, files, (), numbers)
    return numbers


def _number(name: str, files: Files, above: tuple[str, ...], numbers: Numbers) -> None:
    """Give *name* the next number, once everything that it imports has one."""
    if name in above:
        raise JoinFault(f"{name} imports itself by way of {above[-1]}.")
    if name not in files:
        raise JoinFault(f"{above[-1]} imports {name}, which is not there.")
    for module in _imported(IMPORT, name, files[name]):
        if module not in numbers:
            _number(module, files, (*above, name), numbers)
    numbers[name] = len(numbers)


def _script(
    name: str, files: Files, numbers: Numbers, shared: str = "", known: Numbers | None = None
) -> str:
    """The module *name* after those that it needs; what is *known* comes from *shared*."""
    at = dirname(name)
    own = [one for one in numbers if one != name and one not in (known or {})]
    parts = [_part(module, files[module], numbers, at) for module in own]
    if known:
        parts.insert(0, f'import{{{_names(known, shared)}}}from"{_from(at, shared)}";\n')
    return "".join(parts) + _body(name, files[name], numbers, at, keep=bool(known))


def _names(known: Numbers, script: str) -> str:
    """How the modules that *script* shares are called."""
    return ",".join(f"m{number}" for module, number in known.items() if module != script)


def _part(name: str, text: str, numbers: Numbers, at: str) -> str:
    """The module *name* as a function that hands out what it exports."""
    handed = ",".join(exported for _, exported in EXPORT.findall(text))
    body = _body(name, text, numbers, at)
    return f"const m{numbers[name]}=(()=>{{\n{body}return{{{handed}}}\n}})();\n"


def _body(name: str, text: str, numbers: Numbers, at: str, *, keep: bool = False) -> str:
    """What *text* does in a script in the folder *at*; its exports are only *kept* where somebody
    fetches it."""

    def taken(found: re.Match[str]) -> str:
        names = " ".join(found[1].replace(" as ", ": ").split())
        return f"const {{{names}}}=m{numbers[_imported(IMPORT, name, found[0])[0]]};\n"

    def later(found: re.Match[str]) -> str:
        return f'import("{_from(at, _imported(LATER, name, found[0])[0])}")'

    body = LATER.sub(later, IMPORT.sub(taken, text))
    if wrong := LEFT_OVER.search(EXPORT.sub("", body)):
        raise JoinFault(f"{name} says {wrong[0]!r}: only named imports and exports are joined.")
    return _lean(body if keep else EXPORT.sub(r"\1 \2", body))


def _lean(text: str) -> str:
    """*text* without what only its readers need."""
    return TURN.sub(r"\1", INDENT.sub("", ASIDE.sub("", text)))


def _from(folder: str, name: str) -> str:
    """The way from *folder* to *name*, as a module says it."""
    path = relpath(name, folder or ".")
    return path if path.startswith(".") else f"./{path}"
