"""The sheets that the wizard prints: the same as those of the commands."""

from collections.abc import Sequence

from cribble.boards import board_of
from cribble.cli.overrides import ActiveConfig
from cribble.commands.board.drawings import hole_mm
from cribble.serve.app import App
from scorekeeper.board.template import (
    PAPERS,
    NoWoodLeft,
    Sheet,
    TooManySheets,
    behind,
    sheets,
)
from scorekeeper.board.template.pdf import as_pdf
from scorekeeper.board.wiring.wiring import BadlyWired
from scorekeeper.words import Fault, Words, en
from scorekeeper.words.wiring import wiring_faults
from web.wizard.schema import Prints

TITLE = "Cribble"


def printed(sheet: Prints, paper: str, app: App, active: ActiveConfig, words: Words) -> bytes:
    """Return *sheet* on *paper* as PDF. Raises Fault where there is nothing to print."""
    return as_pdf(_sheets(sheet, paper, app, active, words), TITLE)


def _sheets(
    sheet: Prints, paper: str, app: App, active: ActiveConfig, words: Words
) -> Sequence[Sheet]:
    if sheet == "sticker":
        from cribble.commands.board.sheets import wifi_of
        from cribble.printing.sticker import stickers

        address = app.addresses.local_url or app.addresses.url
        if address is None:
            raise Fault(en("There is no network yet, so no phone can come here."))
        own_wifi = wifi_of(active)
        plain = address.removeprefix("http://").rstrip("/")
        return (stickers(PAPERS[paper], plain, words, own_wifi, app.config.name),)
    if sheet == "keys":
        from cribble.printing.overlay import MATRIX_PITCH, NUMERIC_PITCH, Pitches, overlay

        return (overlay(PAPERS[paper], Pitches(NUMERIC_PITCH, MATRIX_PITCH), words),)
    try:
        board, drill = board_of(app.config), hole_mm(app.config)
        return (*sheets(board, PAPERS[paper], drill, words), behind(board, PAPERS[paper], words))
    except (NoWoodLeft, TooManySheets):
        raise Fault(
            en("This board is too large for a template: see cribble board template.")
        ) from None
    except BadlyWired as fault:
        raise wiring_faults(fault.faults) from None
