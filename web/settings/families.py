"""Families keep the match that they started last: the same one next week is two taps."""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from scorekeeper.game.actions import Start
from scorekeeper.words import Fault
from web.live.entry_mode import Habits
from web.settings.schema import Family, HostSettings, SettingsPatch
from web.settings.store import NO_CHANGE, Settings


def save_start(settings: Settings, start: Start, habits: Habits) -> None:
    """Save how a family starts a match; if that fails, nothing changes."""

    def patch_of(now: HostSettings) -> SettingsPatch:
        before = now.families
        theirs = _families_of(before, start)
        after = tuple(_updated(one, start, habits) if one in theirs else one for one in before)
        return NO_CHANGE if after == before else SettingsPatch(families=after)

    with suppress(Fault):
        settings.revise(patch_of)


def _families_of(families: tuple[Family, ...], start: Start) -> list[Family]:
    """Return the families with these players; of several, those with these rules."""
    theirs = [one for one in families if one.players == start.players]
    return theirs if len(theirs) == 1 else [one for one in theirs if one.rules == start.rules]


def _updated(family: Family, start: Start, habits: Habits) -> Family:
    """Return *family* with this start; who counts says already whether muggins may be called."""
    options = {name: value for name, value in (start.options or {}).items() if name != "muggins"}
    return replace(
        family,
        rules=start.rules,
        options=options,
        scores=start.scores or (),
        captains=start.captains or (),
        counts=habits.counts,
        enters=habits.enters,
    )
