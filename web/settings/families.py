"""A family keeps the game as it was begun last: the same match next week is two taps."""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from scorekeeper.game.actions import Start
from scorekeeper.game.entry_mode import EntryMode
from scorekeeper.words import Fault
from web.settings.schema import Chosen, Family, Wanted
from web.settings.store import NOTHING, Settings


def keep_last(settings: Settings, start: Start, mode: EntryMode) -> None:
    """Have the family that begins a match keep how; what cannot be kept stays as it was."""

    def wish(chosen: Chosen) -> Wanted:
        before = chosen.families
        theirs = _of(before, start)
        after = tuple(_begun(one, start, mode) if one in theirs else one for one in before)
        return NOTHING if after == before else Wanted(families=after)

    with suppress(Fault):
        settings.revise(wish)


def _of(families: tuple[Family, ...], start: Start) -> list[Family]:
    """Those who sit so; where that is more than one, those of this game."""
    theirs = [one for one in families if one.players == start.players]
    return theirs if len(theirs) == 1 else [one for one in theirs if one.rules == start.rules]


def _begun(family: Family, start: Start, mode: EntryMode) -> Family:
    """*family* with this game; whether muggins may be called is in who counts."""
    options = {name: value for name, value in (start.options or {}).items() if name != "muggins"}
    return replace(
        family,
        rules=start.rules,
        options=options,
        scores=start.scores or (),
        captains=start.captains or (),
        counts=mode.counted_by,
        enters=mode.entered,
    )
