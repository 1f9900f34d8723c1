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
        counted_by=_counted_by(table.now, before.counted_by if before else None),
        entered=entered or table.now.entered,
        head_start=() if starts or before is None else before.head_start,
    )
    set_entry_mode(table, mode)


def _counted_by(now: Snapshot, before: CountedBy | None) -> CountedBy:
    """The program, unless people count already; the rules decide how they do."""
    muggins = now.game.rules is not None and now.game.rules.muggins
    if before is CountedBy.PROGRAM or (before is None and not muggins and not _claims(now)):
        return CountedBy.PROGRAM
    return CountedBy.MUGGINS if muggins else CountedBy.CHECK


def _claims(now: Snapshot) -> bool:
    """True if somebody claimed points for a hand in this deal."""
    actions = (action for entry in now.record for action in entry.actions)
    return any(getattr(action, "claim", None) is not None for action in actions)
