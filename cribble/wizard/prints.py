"""The sheets that the wizard prints, the same as those of the commands, and pictures of boards."""

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from flask import Response

from cribble.boards import board_of
from cribble.wizard.board import BoardRequest, requested_shape
from cribble.wizard.session import WizardSession
from scorekeeper.board.light import TEAM_COLOURS
from scorekeeper.board.svg.svg import THEMES
from scorekeeper.board.wiring.wiring import BadlyWired
from scorekeeper.words import Fault, en
from scorekeeper.words.wiring import wiring_faults
from web import Context, Routes, cacheable, no_store, one_of, query_as

if TYPE_CHECKING:
    from scorekeeper.board.template.paper import Paper
    from scorekeeper.board.template.sheet import Sheet


def sticker(session: WizardSession, paper: "Paper") -> Sequence["Sheet"]:
    """Return the sticker for the board, with the address of the table."""
    from cribble.commands.board.sheets import wifi_of
    from cribble.printing.sticker import stickers

    app = session.app
    address = app.addresses.local_url or app.addresses.url
    if address is None:
        raise Fault(en("There is no network yet, so no phone can come here."))
    plain = address.removeprefix("http://").rstrip("/")
    return (stickers(paper, plain, session.words, wifi_of(session.active), app.config.name),)


def keys(session: WizardSession, paper: "Paper") -> Sequence["Sheet"]:
    """Return the overlays of the keypads."""
    from cribble.printing.overlay import MATRIX_PITCH, NUMERIC_PITCH, Pitches, overlay

    return (overlay(paper, Pitches(NUMERIC_PITCH, MATRIX_PITCH), session.words),)


def template(session: WizardSession, paper: "Paper") -> Sequence["Sheet"]:
    """Return the drilling template of the board, and its back."""
    from cribble.commands.board.drawings import hole_mm
    from scorekeeper.board.template.sheet import TooManySheets, behind, sheets
    from scorekeeper.board.template.wood import NoWoodLeft

    config, words = session.app.config, session.words
    try:
        board, drill = board_of(config), hole_mm(config)
        return (*sheets(board, paper, drill, words), behind(board, paper, words))
    except (NoWoodLeft, TooManySheets):
        sentence = en("This board is too large for a template: see cribble board template.")
        raise Fault(sentence) from None
    except BadlyWired as fault:
        raise wiring_faults(fault.faults) from None


PRINTS: Final = {"sticker": sticker, "keys": keys, "template": template}


def add_prints(routes: Routes, context: Context, session: Callable[[], WizardSession]) -> None:
    """Add ``/setup/<sheet>.pdf`` and ``/setup/board.svg``, for the host."""

    @routes.app.get("/setup/board.svg")
    def setup_board_svg() -> Response:
        from scorekeeper.board.geometry.shape import turned
        from scorekeeper.board.svg.svg import svg

        context.require_host()
        request, theme = query_as(BoardRequest), one_of("theme", tuple(THEMES))
        shape = turned(requested_shape(request, session().config.board), "landscape")
        colours = TEAM_COLOURS[: max(request.tracks, 2)]
        body = svg(shape, colours=colours, theme=theme).encode()
        return cacheable(body, "image/svg+xml", sha256(body).hexdigest())

    def printed(name: str) -> Response:
        from scorekeeper.board.template.paper import PAPERS
        from scorekeeper.board.template.pdf import as_pdf

        context.require_host()
        paper = PAPERS[one_of("paper", tuple(PAPERS))]
        pdf = as_pdf(PRINTS[name](session(), paper), "Cribble")
        response = no_store(Response(pdf, mimetype="application/pdf"))
        response.headers["Content-Disposition"] = f'inline; filename="cribble-{name}.pdf"'
        return response

    for name in PRINTS:
        routes.app.add_url_rule(f"/setup/{name}.pdf", f"print_{name}", partial(printed, name))
