"""The commands that change a table: do, undo, redo and amend, as pure functions of its state."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from scorekeeper.game.actions import (
    Action,
    Amend,
    Asked,
    Count,
    Crib,
    Next,
    Redo,
    Start,
    Undo,
)
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import DealBegan, Event, Events
from scorekeeper.game.record import Commit, RecordNode, TableState, append, append_next
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Change, Entry
from scorekeeper.game.state import Game, Phase
from scorekeeper.journal.history import Kind, Row, raw_entries, raw_json
from scorekeeper.table.restated_hand import ChangedCard, changed_card, restated


class EntryMeta(NamedTuple):
    """The number, author and time (ISO 8601, UTC) of the line that is to be written."""

    version: int
    by: str
    at: str


class CommandResult(NamedTuple):
    """The state after a line, and the commit that the line did, undid or did again.

    ``events`` are those of a `do`, ``decided`` the entries that an amend decided again, and ``was``
    the entry that it took the place of.
    """

    kind: Kind
    after: TableState
    touched: Change
    events: Events = ()
    decided: tuple[Entry, ...] = ()
    undoes: int | None = None
    was: Entry | None = None


StateBefore: TypeAlias = Callable[[int], TableState]
"""Reads from the journal how the table stood before the `start` or `next` of a line."""


def decide(state: TableState, asked: Asked, meta: EntryMeta, history: StateBefore) -> CommandResult:
    """Return the state after what is *asked*. Raises Refusal."""
    match asked:
        case Undo():
            return undo(state, history)
        case Redo():
            return redo(state)
        case Amend():
            return amend(state, asked, meta)
        case _:
            return do(state, asked, meta, history)


def row_of(done: CommandResult, asked: Asked, meta: EntryMeta, key: str | None) -> Row:
    """Return the row of the journal for what was *asked* and *done*."""
    after = done.after
    return Row(
        version=meta.version,
        kind=done.kind,
        match=after.match,
        head=after.head.version if after.head else 0,
        redo_head=after.redo_head,
        undoes=done.undoes,
        action=raw_json(asked),
        events=raw_entries(done.decided) if done.decided else raw_json(done.events),
        by=meta.by,
        at=meta.at,
        key=key,
        game=after.game_line,
    )


def do(state: TableState, action: Action, meta: EntryMeta, history: StateBefore) -> CommandResult:
    """Return the state with a new entry. Refusal where the rules do not allow *action*.

    After a `start` or `next` the game before is held no longer, but read from the *history*.
    """
    before = state.game
    game, events = apply(before, action)
    entry = Entry(entry=meta.version, actions=(action,), events=events, by=meta.by, at=meta.at)
    parent = state.head.version if state.head else 0
    line = meta.version
    match action:
        case Start():
            commit = Commit(line, entry, False, append(entry, game, None), None, parent)
            after = TableState(match=line, game_line=line, base_game=lambda: before, head=commit)
        case Next():
            node = append_next(entry, game, lambda: history(line).record)
            commit = Commit(line, entry, False, node, None, parent)
            after = replace(state, game_line=line, head=commit, undone=())
        case _:
            commit = Commit(
                line, entry, False, append(entry, game, state.record), state.head, parent
            )
            after = replace(state, head=commit, undone=())
    return CommandResult("do", after, commit.change, events)


def undo(state: TableState, history: StateBefore) -> CommandResult:
    """Return the state without its latest commit. Refusal NOTHING_TO_UNDO.

    What precedes a `start` or `next` is read from the *history*.
    """
    commit = state.head
    if commit is None:
        raise Refusal(Code.NOTHING_TO_UNDO)
    left = replace(state, head=commit.below) if commit.below else history(commit.version)
    after = replace(left, undone=(*state.undone, commit))
    return CommandResult("undo", after, commit.change, undoes=commit.version)


def redo(state: TableState) -> CommandResult:
    """Return the state with the commit that was undone last. Refusal NOTHING_TO_REDO."""
    if not state.undone:
        raise Refusal(Code.NOTHING_TO_REDO)
    *rest, commit = state.undone
    if commit.starts:
        before = state.game
        state = TableState(match=commit.version, base_game=lambda: before)
    if commit.below is None:
        state = replace(state, game_line=commit.version)
    return CommandResult("redo", replace(state, head=commit, undone=tuple(rest)), commit.change)


def amend(state: TableState, asked: Amend, meta: EntryMeta) -> CommandResult:
    """Return the state with other actions at an entry, and all later entries decided again. A hand
    of the same deal that a later count says again, with its suits, has the card that was laid.

    Refusal where the rules do not allow them, or NO_LONGER_HOLDS for the first later entry that
    they break, unless the rest may be dropped; NO_SUCH if there is no later entry to do without.
    """
    found, later = find(state, asked.entry)
    without = _without(asked, later)
    entry = replace(found.entry, actions=asked.actions, by=meta.by, at=meta.at, was=None)
    entry = entry.after(found.entry)
    try:
        node, _ = _again(entry, found.below, state)
    except Refusal as refusal:
        if _claims(state, asked.actions[:-1]):
            raise Refusal(Code.NO_LONGER_HOLDS, entry=asked.entry) from None
        raise Refusal(refusal.code, entry=asked.entry, **refusal.facts) from None
    entry, decided = node.entry, [node.entry]
    card = changed_card(found.entry, entry, node.game)
    for old in later:
        try:
            again = replace(old, actions=()).after(old) if old.entry in without else old
            node, card = _again(again, node, state, card)
        except Refusal as refusal:
            if asked.drop_rest:
                break
            made = (action for entry in decided for action in entry.actions)
            reason = None if _claims(state, made) else refusal
            raise Refusal(Code.NO_LONGER_HOLDS, entry=old.entry, reason=reason) from None
        decided.append(node.entry)
    assert state.head
    commit = Commit(meta.version, entry, True, node, state.head, state.head.version)
    after = replace(state, head=commit, undone=())
    return CommandResult("amend", after, commit.change, decided=tuple(decided), was=found.entry)


def _without(asked: Amend, later: list[Entry]) -> tuple[int, ...]:
    """Return the numbers of the *later* entries that are left out. Refusal for any other."""
    without = asked.without or ()
    for number in without:
        if number not in (old.entry for old in later):
            wanted = f"{later[0].entry}–{later[-1].entry}" if later else ""
            raise Refusal(
                Code.NO_SUCH, entry=asked.entry, what="entry", value=number, wanted=wanted
            )
    return without


def _claims(state: TableState, decided: Iterable[Action]) -> bool:
    """True if claims that may still be called are among the actions that were *decided* again.

    Why a later entry fails could then tell what a claim missed, and a refused amend leaves no line
    for all to see.
    """
    rules = state.game.rules
    hidden = bool(state.game.windows) or state.game.phase is Phase.SHOW
    claimed = any(isinstance(one, Count | Crib) and one.claim is not None for one in decided)
    return rules is not None and rules.muggins and hidden and claimed


def find(state: TableState, number: int) -> tuple[RecordNode, list[Entry]]:
    """Return the node of entry *number* in this match, and the entries after it, oldest first.

    Refusal NO_SUCH where this match has no such entry.
    """
    latest, later = state.record, list[Entry]()
    # Entries are in order: no game is read that could not have it.
    for node in latest.walk() if latest and state.match <= number <= latest.entry.entry else ():
        if node.entry.entry == number:
            return node, later[::-1]
        if node.entry.entry < number:
            break
        later.append(node.entry)
    wanted = f"{state.match}–{latest.entry.entry}" if latest else ""
    raise Refusal(Code.NO_SUCH, entry=number, what="entry", value=number, wanted=wanted)


def _again(
    entry: Entry, below: RecordNode | None, state: TableState, card: ChangedCard | None = None
) -> tuple[RecordNode, ChangedCard | None]:
    """Return *entry* decided again after *below*, with the changed *card* in the hands that it
    says again; and the card, unless its deal has ended."""
    game: Game = below.game if below else state.base_game()
    actions, events, lengths = list[Action](), list[Event](), list[int]()
    for old in entry.actions:
        action = restated(old, game, card) if card else old
        game, more = apply(game, action)
        card = None if any(isinstance(event, DealBegan) for event in more) else card
        actions.append(action)
        events += more
        lengths.append(len(more))
    again = replace(entry, actions=tuple(actions), events=tuple(events), lengths=tuple(lengths))
    return append(again, game, below), card


LONGEST: Final = 64
"""Characters in a key, and in the name of an author."""


def check_text(field: str, text: str, *, shortest: int) -> None:
    """Raise Refusal BAD_VALUE for a text that is too short or long, or not printable."""
    if not (shortest <= len(text) <= LONGEST and text.isprintable()):
        wanted = f"{shortest}–{LONGEST}"
        raise Refusal(Code.BAD_VALUE, field=field, value=text[: LONGEST + 1], wanted=wanted)
