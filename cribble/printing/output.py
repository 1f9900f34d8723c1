"""Printed sheets: options of the commands, and the PDF or the SVGs they write."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import click

from cribble.cli.command import LONGEST_PATH, a_word, option, quoted
from cribble.cli.files import STANDARD, writing
from scorekeeper.board.marks import PAPERS, Page, Paper
from scorekeeper.words import Fault, en

PDF, SVG = "pdf", "svg"
TITLE = "Cribble"


def _names(out: str, count: int) -> list[str]:
    """A file for each sheet: *out* itself, or with the number of the sheet before its end."""
    if count == 1:
        return [out]
    if out == STANDARD:
        sentence = en("Standard output takes one SVG, not {sheets}: name a file, or take --pdf.")
        raise Fault(sentence, sheets=count)
    path, digits = Path(out), len(str(count))
    return [
        str(path.with_name(f"{path.stem}-{number:0{digits}}{path.suffix}"))
        for number in range(1, count + 1)
    ]


def _texts(sheets: Sequence[Page], form: str) -> list[bytes]:
    if form == PDF:
        from scorekeeper.board.pdf import as_pdf

        return [as_pdf(sheets, TITLE)]
    from cribble.printing.svg import as_svg

    return [as_svg(sheet, TITLE) for sheet in sheets]


def _write(names: Sequence[str], texts: Sequence[bytes]) -> None:
    """All of the files, or none of them."""
    with ExitStack() as stack:
        files = [stack.enter_context(writing(name)) for name in names]
        for file, text in zip(files, texts, strict=True):
            file.write(text)


Function: TypeAlias = Callable[..., Any]


class Printer(NamedTuple):
    """The paper in it, and where a sheet called *name* goes: no form and no file are the usual."""

    name: str
    paper: Paper
    form: str | None
    out: str | None

    def write(self, *sheets: Page) -> bool:
        """Write the sheets, and say which files there are now. Return False if there are none,
        because all went to standard output. Where no *form* is chosen the file's name says it."""
        form = self.form or (SVG if self.out and self.out.endswith(".svg") else PDF)
        out = self.out or f"{self.name}.{form}"
        names = [out] if form == PDF else _names(out, len(sheets))
        _write(names, _texts(sheets, form))
        if out == STANDARD:
            return False
        for one in names:
            click.echo(quoted(one, LONGEST_PATH))
        return True


def printable(
    name: str, *, pdf: str = en("Draw a PDF, as is usual"), svg: str = en("Draw an SVG")
) -> Callable[[Function], Function]:
    """Give a command ``--paper``, ``--pdf`` or ``--svg``, and ``--out``, usually ``name.pdf``.

    It is then called with the ``Printer``.
    """

    def decorate(command: Function) -> Function:
        @wraps(command)
        def run(*args: Any, paper: str, form: str | None, out: str | None, **given: Any) -> None:
            command(*args, printer=Printer(name, PAPERS[paper], form, out), **given)

        decorated: Function = run
        for give in reversed(_options(name, pdf, svg)):
            decorated = give(decorated)
        return decorated

    return decorate


def _options(name: str, pdf: str, svg: str) -> Sequence[Callable[[Function], Function]]:
    return (
        option(
            "--paper",
            metavar="|".join(PAPERS),
            type=a_word(*PAPERS),
            default="a4",
            help=en("The paper that is in the printer (a4, unless you say)"),
        ),
        option("--pdf", "form", flag_value=PDF, help=pdf),
        option("--svg", "form", flag_value=SVG, help=svg),
        option(
            "--out",
            metavar=en("FILE"),
            help=en("The file to write, not there yet ({usual}, unless you say)"),
            facts={"usual": f"{name}.pdf"},
        ),
    )
