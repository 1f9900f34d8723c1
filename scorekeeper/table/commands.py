"""What a command does to the record: do, undo, redo, amend. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

import msgspec

from scorekeeper.game.actions import Action, Amend, Count, Crib, Next, Start
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import Events
from scorekeeper.game.record import Deed, Place, Standing, put, put_next
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Change, Entry
from scorekeeper.game.state import Game, Phase
from scorekeeper.journal.row import Kind


class Signed(NamedTuple):
    """The line that is to be written: its number, who and when."""

    version: int
    by: str
    at: str


class Move(NamedTuple):
    """What stands after a line, and what the line was about.

    ``events`` are those of a `do`, ``kept`` the entries that an amend decided again.
    """

    kind: Kind
    after: Standing
    touched: Change
    events: Events = ()
    kept: tuple[Entry, ...] = ()
    undoes: int | None = None


Before: TypeAlias = Callable[[int], Standing]
"""How the table stood before the `start` or `next` of that line, read from the journal."""


def do(standing: Standing, action: Action, signed: Signed, past: Before) -> Move:
    """A new entry on top. A `start` begins a match that stands on the one before; it and `next`
    leave the game before them to the *past*."""
    before = standing.game
    game, events = apply(before, action)
    entry = Entry(
        entry=signed.version, actions=(action,), events=events, by=signed.by, at=signed.at
    )
    under = standing.top.version if standing.top else 0
    line = signed.version
    match action:
        case Start():
            deed = Deed(line, entry, False, put(entry, game, None), None, under)
            after = Standing(match=line, begun=line, ground=lambda: before, top=deed)
        case Next():
            place = put_next(entry, game, lambda: past(line).place)
            deed = Deed(line, entry, False, place, None, under)
            after = replace(standing, begun=line, top=deed, undone=())
        case _:
            deed = Deed(line, entry, False, put(entry, game, standing.place), standing.top, under)
            after = replace(standing, top=deed, undone=())
    return Move("do", after, deed.change, events)


def undo(standing: Standing, past: Before) -> Move:
    """The latest deed is taken off; what lies under a `start` or `next` is read from the *past*."""
    deed = standing.top
    if deed is None:
        raise Refusal(Code.NOTHING_TO_UNDO)
    left = replace(standing, top=deed.below) if deed.below else past(deed.version)
    after = replace(left, undone=(*standing.undone, deed))
    return Move("undo", after, deed.change, undoes=deed.version)


def redo(standing: Standing) -> Move:
    """The deed that was taken off last is put back."""
    if not standing.undone:
        raise Refusal(Code.NOTHING_TO_REDO)
    *rest, deed = standing.undone
    if deed.starts:
        before = standing.game
        standing = Standing(match=deed.version, ground=lambda: before)
    if deed.below is None:
        standing = replace(standing, begun=deed.version)
    return Move("redo", replace(standing, top=deed, undone=tuple(rest)), deed.change)


def amend(standing: Standing, asked: Amend, signed: Signed) -> Move:
    """Other actions stand at an entry, and all that followed is decided again."""
    found, later = find(standing, asked.entry)
    entry = msgspec.structs.replace(found.entry, actions=asked.actions, by=signed.by, at=signed.at)
    try:
        place = _again(entry, found.below, standing)
    except Refusal as refusal:
        if _claims(standing, asked.actions[:-1]):
            raise Refusal(Code.NO_LONGER_HOLDS, entry=asked.entry) from None
        raise Refusal(refusal.code, entry=asked.entry, **refusal.facts) from None
    entry, kept = place.entry, [place.entry]
    for old in later:
        try:
            place = _again(old, place, standing)
        except Refusal as refusal:
            if asked.drop_rest:
                break
            reason = None if _claims(standing, _actions(kept)) else refusal
            raise Refusal(Code.NO_LONGER_HOLDS, entry=old.entry, reason=reason) from None
        kept.append(place.entry)
    assert standing.top
    deed = Deed(signed.version, entry, True, place, standing.top, standing.top.version)
    return Move("amend", replace(standing, top=deed, undone=()), deed.change, kept=tuple(kept))


def _claims(standing: Standing, decided: Iterable[Action]) -> bool:
    """Whether among what was *decided* anew are claims that may be called: why something fails
    behind one could tell what it missed, and a refused amend leaves no line for all to see.
    """
    rules = standing.game.rules
    hidden = bool(standing.game.windows) or standing.game.phase is Phase.SHOW
    claimed = any(isinstance(one, Count | Crib) and one.claim is not None for one in decided)
    return rules is not None and rules.muggins and hidden and claimed


def _actions(entries: Iterable[Entry]) -> Iterator[Action]:
    return (action for entry in entries for action in entry.actions)


def find(standing: Standing, number: int) -> tuple[Place, list[Entry]]:
    """The place of entry *number* in this match, and the entries after it, oldest first."""
    top, later = standing.place, list[Entry]()
    # Entries lie in order: no game is read that could not have it.
    for place in top.down() if top and standing.match <= number <= top.entry.entry else ():
        if place.entry.entry == number:
            return place, later[::-1]
        if place.entry.entry < number:
            break
        later.append(place.entry)
    wanted = f"{standing.match}–{top.entry.entry}" if top else ""
    raise Refusal(Code.NO_SUCH, entry=number, what="entry", value=number, wanted=wanted)


def _again(entry: Entry, below: Place | None, standing: Standing) -> Place:
    """*entry* decided anew on top of *below*."""
    game: Game = below.game if below else standing.ground()
    events: Events = ()
    for action in entry.actions:
        game, more = apply(game, action)
        events += more
    return put(msgspec.structs.replace(entry, events=events), game, below)


LONGEST: Final = 64
"""Characters in a key, and in the name of who enters something."""


def check_key(key: str) -> None:
    """Refusal BAD_VALUE for a key that is empty, too long, or no plain text."""
    _check("key", key, 1)


def check_by(by: str) -> None:
    """Refusal BAD_VALUE for a name that is too long, or no plain text."""
    _check("by", by, 0)


def _check(field: str, text: str, shortest: int) -> None:
    if not (shortest <= len(text) <= LONGEST and text.isprintable()):
        wanted = f"{shortest}–{LONGEST}"
        raise Refusal(Code.BAD_VALUE, field=field, value=text[: LONGEST + 1], wanted=wanted)
