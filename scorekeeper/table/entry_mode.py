"""Who counts and what is entered at a table, told to everybody: by phones, and by keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.board.render.scene import TYPED
from scorekeeper.game.entry_mode import HABITS, Enters, enters_of
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table.table import Table


def tell_habits(table: Table, habits: Mapping[str, Any] | None) -> None:
    """Let everybody know; None where nobody told any. What is half typed is dropped where something
    else is entered from now on."""
    before = enters_of(table.now.asides)
    table.aside(HABITS, habits)
    if enters_of(table.now.asides) is not before:
        table.aside(TYPED, None)


def enter_from_now(table: Table, enters: Enters | None, *, begins: bool) -> None:
    """Keys say what one *enters*, or that it is as before; with a match that *begins* nobody has a
    head start."""
    known = table.now.asides.get(HABITS)
    if known is None and enters is None:
        return
    before = known or {}
    habits = {
        "counts": _counts(table.now, before.get("counts")),
        "enters": str(enters or before.get("enters", Enters.CARDS)),
        "head_start": () if begins else before.get("head_start", ()),
    }
    tell_habits(table, habits)


def _counts(now: Snapshot, before: str | None) -> str:
    """The program, or people if they do it already; how they do it is said by the rules."""
    muggins = now.game.rules is not None and now.game.rules.muggins
    if before == "program" or (before is None and not muggins and not _claims(now)):
        return "program"
    return "muggins" if muggins else "check"


def _claims(now: Snapshot) -> bool:
    """Whether somebody said points of a hand in this deal."""
    actions = (action for entry in now.record for action in entry.actions)
    return any(getattr(action, "claim", None) is not None for action in actions)
