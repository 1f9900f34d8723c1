"""Sheets as files to print: one PDF with a page a sheet, or an SVG for each."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from cribble.cli.files import STANDARD, writing
from cribble.cli.types import LONGEST_PATH, quoted
from scorekeeper.board.template import Sheet
from scorekeeper.words import Fault, en

PDF, SVG = "pdf", "svg"
TITLE = "Cribble"


def printed(sheets: Sequence[Sheet], name: str, form: str | None, out: str | None) -> bool:
    """Write *sheets* to *out*, or to ``name.pdf``, and say which files there are now; whether there
    are any, or all went to standard output. Where no *form* is chosen the file's name says it.
    """
    form = form or (SVG if out and out.endswith(".svg") else PDF)
    out = out or f"{name}.{form}"
    names = [out] if form == PDF else _names(out, len(sheets))
    _write(names, _texts(sheets, form))
    if out == STANDARD:
        return False
    for one in names:
        click.echo(quoted(one, LONGEST_PATH))
    return True


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


def _texts(sheets: Sequence[Sheet], form: str) -> list[bytes]:
    if form == PDF:
        from cribble.printing.pdf import as_pdf

        return [as_pdf(sheets, TITLE)]
    from cribble.printing.svg import as_svg

    return [as_svg(sheet, TITLE).encode() for sheet in sheets]


def _write(names: Sequence[str], texts: Sequence[bytes]) -> None:
    """All of the files, or none of them."""
    with ExitStack() as stack:
        files = [stack.enter_context(writing(name)) for name in names]
        for file, text in zip(files, texts, strict=True):
            file.write(text)
