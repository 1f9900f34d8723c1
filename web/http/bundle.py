"""Bundle the scripts and style sheets of the pages: one of each per entry page.

Browsers could run the modules unbundled, but over Wi-Fi each file costs its headers, and every six
files a round trip. Bundles omit unused top-level declarations, so declarations must be free of side
effects; other statements are always included.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from posixpath import dirname, join, normpath, relpath
from typing import Final, NamedTuple, TypeAlias

IMPORT: Final = re.compile(r'import \{([^}]*)\} from "(\.[^"]*)";')
NAMED: Final = re.compile(r"(\w+)(?: as (\w+))?")
LAZY: Final = re.compile(r'\bimport\("(\.[^"]*)"\)')
DECLARED: Final = re.compile(r"(?:export )?(?:(?:async )?function\*?|const|class) (\w+)")
UNSUPPORTED: Final = re.compile(r"import\b(?!\()|export (?!(?:async )?function|const|class)")
SPACED: Final = re.compile(
    r'("(?:[^"\\]|\\.)*"|`[^`]*`|/(?![*/ ])(?:[^/\\\[]|\\.|\[[^\]]*\])+/)'
    r"|//.*|((?:\s*[{}()\[\],;:?=<>&|!*])+\s*)"
)
"""Matches strings, templates and regular expressions, preserved; comments; spaced punctuation."""
IDLE: Final = re.compile(r"\s+|,(?=\s*[)\]}])|;(?=\s*\})")
"""Matches whitespace, and redundant commas and semicolons before a closing bracket."""
WORD: Final = re.compile(r"[A-Za-z_]\w*", re.ASCII)

COMMENT: Final = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)
INDENT: Final = re.compile(rb"^[ \t]+|\n(?=\n)", re.MULTILINE)
TURN: Final = re.compile(rb"(?<=[{};,])\n|;?\s(?=\})|(?<=\{) ")
SPACE: Final = re.compile(rb"(?<=[,:]) | (?=\{)")
"""Matches redundant spaces. Assumes that strings contain no space after a comma or colon."""

Files: TypeAlias = Mapping[str, str]
Order: TypeAlias = dict[str, int]
"""The index of each module of a bundle, in execution order."""
Used: TypeAlias = dict[str, set[int]]
"""The indices of the statements included in a bundle, by module."""


class BundleFault(Exception):
    """A module cannot be bundled; the message names the module and the reason."""


class Statement(NamedTuple):
    """A top-level statement without comments or indentation, the *name* that it declares, and the
    declarations and imports of its module that it *needs*."""

    text: str
    name: str | None
    needs: frozenset[str]
    is_exported: bool


class Module(NamedTuple):
    """A module: its statements, the index of each declaration, imports as (module, name) by local
    name, and lazily loaded modules."""

    statements: tuple[Statement, ...]
    declared: Mapping[str, int]
    imports: Mapping[str, tuple[str, str]]
    lazy: tuple[str, ...]


class Scripts:
    """Bundles the modules *files*: one bundle per module that is not imported by another.

    A module loaded lazily, by ``import("…")``, imports shared modules from the bundle that loads
    it, so that nothing is sent or run twice. Raises BundleFault.
    """

    def __init__(self, files: Files) -> None:
        self._modules = {name: _parsed(name, text) for name, text in files.items()}
        imported = {src for module in self._modules.values() for src, _ in module.imports.values()}
        lazy = {late for module in self._modules.values() for late in module.lazy}
        self.sent: dict[str, str] = {}
        """The bundles by name."""
        for entry in (name for name in files if name not in imported | lazy):
            self._bundle(entry)
        if alone := lazy - self.sent.keys():
            raise BundleFault(f"No script loads {min(alone)}.")

    def _bundle(self, entry: str) -> None:
        """Build the bundle of *entry*, and the bundles that it loads lazily."""
        order = self._ordered(entry, {})
        lazy = sorted({late for name in order for late in self._modules[name].lazy})
        orders = {late: self._ordered(late, order) for late in lazy}
        used = self._used([entry, *lazy], {*order}.union(*orders.values()))
        for late, own in orders.items():
            if late in self.sent:
                raise BundleFault(f"{late} is loaded lazily by two scripts; only one is allowed.")
            self.sent[late] = self._script(late, own, used, entry, order)
        script = self._script(entry, order, used)
        kept = [name for name in order if name != entry and name in used]
        shared = ",".join(f"m{order[name]}" for name in kept)
        self.sent[entry] = f"{script}export{{{shared}}};" if lazy else script

    def _ordered(self, name: str, order: Order, above: tuple[str, ...] = ()) -> Order:
        """Return *order* with *name* appended after its imports, in execution order."""
        if name in above:
            raise BundleFault(f"{name} imports itself through {above[-1]}.")
        if name not in self._modules:
            raise BundleFault(f"{above[-1]} imports {name}, which does not exist.")
        for module, _ in self._modules[name].imports.values():
            if module not in order:
                order = self._ordered(module, order, (*above, name))
        return {**order, name: len(order)}

    def _used(self, scripts: Iterable[str], names: Iterable[str]) -> Used:
        """Return the statements of the modules *names* that *scripts* require."""
        todo = [
            (name, place)
            for name in names
            for place, one in enumerate(self._modules[name].statements)
            if name in scripts or one.name is None
        ]
        used: Used = {}
        while todo:
            name, place = todo.pop()
            if place in used.setdefault(name, set()):
                continue
            used[name].add(place)
            module = self._modules[name]
            for need in module.statements[place].needs:
                source, export = module.imports.get(need, (name, need))
                exporter = self._modules[source]
                declared = exporter.declared.get(export)
                if declared is None or (
                    source != name and not exporter.statements[declared].is_exported
                ):
                    raise BundleFault(f"{name} imports {export}, which {source} does not export.")
                todo.append((source, declared))
        return used

    def _script(
        self, name: str, order: Order, used: Used, shared: str = "", known: Order | None = None
    ) -> str:
        """Join *name* and its dependencies; the modules *known* are imported from *shared*."""
        folder = dirname(name)
        own = [other for other in order if other in used and other not in {name, *(known or ())}]
        parts = []
        for module in own:  # Each becomes a function that returns its exports.
            kept = (self._modules[module].statements[place] for place in sorted(used[module]))
            exports = ",".join(str(statement.name) for statement in kept if statement.is_exported)
            body = self._body(module, order, used, folder)
            parts.append(f"const m{order[module]}=(()=>{{\n{body}return{{{exports}}}\n}})();\n")
        if known:
            names = [other for other in known if other != shared and other in used]
            taken = ",".join(f"m{known[other]}" for other in names)
            parts.insert(0, f'import{{{taken}}}from"{_path(folder, shared)}";\n')
        return "".join(parts) + self._body(name, order, used, folder, is_export_kept=bool(known))

    def _body(
        self, name: str, order: Order, used: Used, folder: str, *, is_export_kept: bool = False
    ) -> str:
        """Return the included statements of the module *name*, for a bundle in *folder*."""
        module = self._modules[name]
        kept = [module.statements[place] for place in sorted(used[name])]
        needs = frozenset[str]().union(*(statement.needs for statement in kept))
        taken: dict[str, list[str]] = {}
        for local, (source, export) in module.imports.items():
            if local in needs:
                names = taken.setdefault(source, [])
                names.append(local if local == export else f"{export}:{local}")
        lines = [f"const {{{','.join(names)}}}=m{order[src]};\n" for src, names in taken.items()]
        prefix = "" if is_export_kept else "export "
        lines += [statement.text.removeprefix(prefix) for statement in kept]
        body = "".join(lines)
        if not module.lazy:
            return body
        return LAZY.sub(lambda found: f'import("{_path(folder, _from(name, found[1]))}")', body)


def squeezed(script: str) -> str:
    """Return *script* minified: without comments, redundant whitespace and trailing commas."""
    return SPACED.sub(lambda found: found[1] or IDLE.sub("", found[2] or ""), script)


def _parsed(name: str, text: str) -> Module:
    """Parse the module *name*. Raises BundleFault."""
    imports: dict[str, tuple[str, str]] = {}
    texts: list[str] = []
    for statement in _statements(text):
        if clause := IMPORT.match(statement):
            source = _from(name, clause[2])
            imports |= {here or there: (source, there) for there, here in NAMED.findall(clause[1])}
        elif UNSUPPORTED.match(statement):
            line = statement.splitlines()[0]
            raise BundleFault(f"{name} has {line!r}: only named imports and exports are supported.")
        else:
            texts.append(statement)
    names = [match[1] if (match := DECLARED.match(text)) else None for text in texts]
    declared = {own: place for place, own in enumerate(names) if own}
    known = {*declared, *imports}
    statements = tuple(
        Statement(text, own, frozenset(known & {*WORD.findall(text)}), text.startswith("export "))
        for text, own in zip(texts, names, strict=True)
    )
    # Fast path: most modules load nothing lazily.
    lazy = LAZY.findall(text) if 'import("' in text else ()
    return Module(statements, declared, imports, tuple(_from(name, path) for path in lazy))


def _statements(text: str) -> Iterator[str]:
    """Yield the top-level statements of *text*. Continuation lines are indented or begin with a
    closing bracket."""
    lines: list[str] = []
    is_comment = False
    for line in text.splitlines():
        lean = line.strip()
        if is_comment or lean.startswith("/**"):
            is_comment = not lean.endswith("*/")
        elif lean and not lean.startswith("//"):
            if lines and line[0].isalpha():
                yield "\n".join(lines) + "\n"
                lines = []
            lines.append(lean)
    yield "\n".join(lines) + "\n"


def _from(module: str, path: str) -> str:
    """Return the module name for the import *path* in *module*."""
    return normpath(join(dirname(module), path))


def _path(folder: str, name: str) -> str:
    """Return the relative import path from *folder* to *name*."""
    path = relpath(name, folder or ".")
    return path if path.startswith(".") else f"./{path}"


FOLDER: Final = "css/"

VIEWS: Final = ("base", "components", "controls", "scores", "play", "callout")
"""The style sheets of every page that follows a game."""

CLUB: Final = ("base", "components", "controls", "club/page")
"""The style sheets of every page of a hub."""

LATE: Final = ("show", "over", "moment")
"""The style sheets of the show, the win and moments, preloaded by phones during play."""

SHEETS: Final[Mapping[str, tuple[str, ...]]] = {
    "phone": (*VIEWS, "setup", "chart", "sheets", "layout"),
    "show": LATE,
    "history": ("history",),
    "kiosk": ("base", "components", "controls", "scores", "over", "chart", "kiosk", "moment"),
    "keypad": (*VIEWS, "leds", "keypad"),
    "leds": (*VIEWS, "leds"),
    "overlay": ("base", "scores", "overlay"),
    "wizard": ("base", "components", "controls", "sheets", "history", "wizard/wizard"),
    "wall": (*CLUB, "club/wall"),
    "me": (*CLUB, "club/me"),
    "director": (*CLUB, "club/director"),
}
"""The style sheets by page or lazily loaded sheet, in cascade order."""


def joined_sheets(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the minified style sheets by file name; *files* are the sources by path."""
    sheets = {}
    for page, parts in SHEETS.items():
        sheet = b"".join(files[f"{FOLDER}{part}.css"] for part in parts)
        for pattern in (COMMENT, INDENT, TURN, SPACE):
            sheet = pattern.sub(b"", sheet)
        sheets[f"{page}.css"] = sheet
    return sheets
