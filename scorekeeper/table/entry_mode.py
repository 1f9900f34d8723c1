"""Change the entry mode of a table: from a phone, or by keys."""

from scorekeeper.game.entry_mode import CountedBy, Entered, EntryMode
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table.table import Table


def set_entry_mode(table: Table, mode: EntryMode | None) -> None:
    """Show everybody the entry *mode*; None if there is none. If something else is entered from
    now on, the pending entry is dropped."""
    before = table.now.entered
    table.set_live(entry_mode=mode)
    if table.now.entered is not before:
        table.set_live(pending_entry=None)


def choose_on_keypad(table: Table, entered: Entered | None, *, starts: bool) -> None:
    """Set what is *entered* (None keeps it); if a match *starts*, the head start is cleared."""
    before = table.now.live.entry_mode
    if before is None and entered is None:
        return
    mode = EntryMode(
        counted_by=_counted_by(table.now),
        entered=entered or table.now.entered,
        head_start=() if starts or before is None else before.head_start,
    )
    set_entry_mode(table, mode)


def _counted_by(now: Snapshot) -> CountedBy:
    """The program, unless people count already; the rules decide how they do."""
    if not now.is_counted_by_players:
        return CountedBy.PROGRAM
    muggins = now.game.rules is not None and now.game.rules.muggins
    return CountedBy.MUGGINS if muggins else CountedBy.CHECK
