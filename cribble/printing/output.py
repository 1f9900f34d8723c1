"""What a sheet is printed on and where it goes: three options that every such command takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, NamedTuple, TypeAlias

from cribble.cli.command import option
from cribble.cli.types import OneOf
from cribble.printing.printed import PDF, SVG, printed
from scorekeeper.board.template import PAPERS, Paper, Sheet
from scorekeeper.words import en

Function: TypeAlias = Callable[..., Any]


class Printer(NamedTuple):
    """The paper in it, and where a sheet called *name* goes: no form and no file are the usual."""

    name: str
    paper: Paper
    form: str | None
    out: str | None

    def write(self, *sheets: Sheet) -> bool:
        """Write the sheets, and say where they are. Not so where standard output has them."""
        return printed(sheets, self.name, self.form, self.out)


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

        told: Function = run
        for give in reversed(_options(name, pdf, svg)):
            told = give(told)
        return told

    return decorate


def _options(name: str, pdf: str, svg: str) -> Sequence[Callable[[Function], Function]]:
    return (
        option(
            "--paper",
            metavar="|".join(PAPERS),
            type=OneOf(*PAPERS),
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
