"""Output of printed sheets: command-line options, and PDF or SVG files."""

from contextlib import ExitStack
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import click

from cribble.cli.command import MAX_PATH_LENGTH, Decorator, Function, choice, flag, option, quoted
from cribble.cli.files import STANDARD, writing
from scorekeeper.board.marks import PAPERS, Page, Paper
from scorekeeper.words import Fault, en

PDF, SVG = "pdf", "svg"
TITLE = "Cribble"


class Printer(NamedTuple):
    """Output options: base *name*, paper, format (*form*), and file. The format defaults to that of
    the file's suffix, else PDF."""

    name: str
    paper: Paper
    form: str | None
    out: str | None

    def write(self, *sheets: Page) -> bool:
        """Write one PDF, or an SVG per sheet, and print the paths; leave no file on failure. Return
        False if everything went to standard output. Raises Fault."""
        form = self.form or (SVG if self.out and self.out.endswith(".svg") else PDF)
        out = self.out or f"{self.name}.{form}"
        if form == PDF:
            from scorekeeper.board.pdf import as_pdf

            files = {out: as_pdf(sheets, TITLE)}
        else:
            from cribble.printing.vector import as_svg

            names, digits, path = [out], len(str(len(sheets))), Path(out)
            if len(sheets) > 1:
                if out == STANDARD:
                    sentence = en(
                        "Standard output can take only one SVG, not {sheets}: name a file, or use "
                        "--pdf."
                    )
                    raise Fault(sentence, sheets=len(sheets))
                numbers = (f"{number:0{digits}}" for number in range(1, len(sheets) + 1))
                names = [str(path.with_stem(f"{path.stem}-{number}")) for number in numbers]
            files = dict(zip(names, (as_svg(sheet, TITLE) for sheet in sheets), strict=True))
        with ExitStack() as stack:
            opened = [stack.enter_context(writing(name)) for name in files]
            for file, text in zip(opened, files.values(), strict=True):
                file.write(text)
        if out == STANDARD:
            return False
        for name in files:
            click.echo(quoted(name, MAX_PATH_LENGTH))
        return True


def printable(
    name: str, *, pdf: str = en("Draw a PDF (default)"), svg: str = en("Draw an SVG")
) -> Decorator:
    """Return a decorator that adds output options, passed to the command as a ``Printer``."""
    options = (
        choice("--paper", PAPERS, en("Paper size (default: a4)")),
        flag("--pdf", pdf, to="form", value=PDF),
        flag("--svg", svg, to="form", value=SVG),
        option(
            "--out",
            en("FILE"),
            en("The file to write, which must not exist yet (default: {usual})"),
            usual=f"{name}.pdf",
        ),
    )

    def decorate(command: Function) -> Function:
        @wraps(command)
        def run(*args: Any, paper: str, form: str | None, out: str | None, **given: Any) -> None:
            command(*args, printer=Printer(name, PAPERS[paper], form, out), **given)

        decorated: Function = run
        for give in reversed(options):
            decorated = give(decorated)
        return decorated

    return decorate
