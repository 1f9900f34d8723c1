"""The commands that change a table, do, undo, redo, amend and mark, as functions of its state."""

from collections.abc import Iterable
from itertools import chain
from typing import Final, NamedTuple

from msgspec.structs import replace

from scorekeeper.cards import Card, Cards
from scorekeeper.game.actions import (
    Action,
    Amend,
    Annul,
    Asked,
    Count,
    Crib,
    Next,
    Redo,
    Same,
    Seat,
    Start,
    Undo,
)
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.engine.evolve import with_item
from scorekeeper.game.engine.show import places_in_hand
from scorekeeper.game.events import DealBegan, Event, Events, GameBegan, Laid
from scorekeeper.game.marks import Marked, name_key, plain_key
from scorekeeper.game.record import Commit, RecordNode, TableState, append, append_next
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Change, Entry
from scorekeeper.game.state import Game, Phase
from scorekeeper.journal.history import History, Kind, Row, raw_entries, raw_json
from scorekeeper.journal.journal import Earlier, find_result, names_played


class ChangedCard(NamedTuple):
    """A card of a ``seat`` that is another one ``now``; ``place`` counts those the seat laid before
    it in the deal."""

    seat: Seat
    place: int
    was: Card
    now: Card


def changed_card(was: Entry, now: Entry, game: Game) -> ChangedCard | None:
    """Return the card that an amend changed in the deal that *game* is in after the entry, if it
    changed one and nothing else."""
    old, new = _laid(was), _laid(now)
    changed = [at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]]
    if len(old) != len(new) or len(changed) != 1:
        return None
    [at] = changed
    seat = new[at].seat
    if old[at].seat != seat:
        return None
    assert game.deal
    later = sum(laid.seat == seat for laid in new[at + 1 :])
    place = len(game.deal.hands[seat]) - 1 - later
    return ChangedCard(seat, place, old[at].card, new[at].card)


def restated(action: Action, game: Game, changed: ChangedCard) -> Action:
    """Return *action* with the *changed* card if it counts the whole hand that the card is of."""
    if not isinstance(action, Count) or action.cards is None or game.counting != changed.seat:
        return action
    assert game.deal
    cards, laid = action.cards, game.deal.hands[changed.seat]
    if len(cards) != game.hand_size(changed.seat) or _is_said(cards, changed):
        return action
    told = tuple(sorted(cards, key=str))  # Of two that it may be, the same in any order of cards.
    places = places_in_hand(with_item(laid, changed.place, changed.was), told)
    if places is None:
        return action
    place = cards.index(told[places[changed.place]])
    return replace(action, cards=with_item(cards, place, changed.now))


def _laid(entry: Entry) -> list[Laid]:
    """Return the cards that *entry* laid in the last deal that it was in."""
    laid: list[Laid] = []
    for event in entry.events:
        if isinstance(event, DealBegan):
            laid.clear()
        elif isinstance(event, Laid):
            laid.append(event)
    return laid


def _is_said(cards: Cards, changed: ChangedCard) -> bool:
    """True if only the suit changed, and the *cards* that were said have no other one for it."""
    was, now = changed.was, changed.now
    return was.rank == now.rank and (now.suit is None or now in cards)


class EntryMeta(NamedTuple):
    """The number, author and time (ISO 8601, UTC) of the line that is to be written."""

    version: int
    by: str
    at: str


class CommandResult(NamedTuple):
    """The state after a line, and the commit that the line did, undid or did again.

    ``events`` are those of a `do`, ``decided`` the entries that an amend decided again, and ``was``
    the entry that it took the place of. ``earlier`` is the match of an amend, or of its undo or
    redo, if it is not the one on the table.
    """

    kind: Kind
    after: TableState
    touched: Change
    events: Events = ()
    decided: tuple[Entry, ...] = ()
    undoes: int | None = None
    was: Entry | None = None
    earlier: Earlier | None = None


def decide(state: TableState, asked: Asked, meta: EntryMeta, history: History) -> CommandResult:
    """Return the state after what is *asked*. Raises Refusal.

    What precedes the game on the table is read from the *history*.
    """
    match asked:
        case Undo():
            return undo(state, history)
        case Redo():
            return redo(state)
        case Amend():
            return amend(state, asked, meta, history)
        case Annul():
            return mark(state, annul(state, asked, meta, history), meta)
        case Same():
            return mark(state, same(state, asked, meta, history), meta)
        case _:
            return do(state, asked, meta, history)


def row_of(done: CommandResult, asked: Asked, meta: EntryMeta, key: str | None) -> Row:
    """Return the row of the journal for what was *asked* and *done*."""
    after, head = done.after, done.earlier and done.earlier[0].head
    if done.decided:
        events = raw_entries(done.decided)
    else:
        events = raw_json(done.touched.marked if done.kind == "mark" else done.events)
    return Row(
        version=meta.version,
        kind=done.kind,
        match=after.match,
        head=after.head.version if after.head else 0,
        redo_head=after.redo_head,
        undoes=done.undoes,
        action=raw_json(asked),
        events=events,
        by=meta.by,
        at=meta.at,
        key=key,
        game=after.game_line,
        earlier_head=head.version if head and done.kind == "amend" else 0,
        marks=after.marks.line,
    )


def do(state: TableState, action: Action, meta: EntryMeta, history: History) -> CommandResult:
    """Return the state with a new entry. Refusal if the rules do not allow *action*.

    After a `start` or `next` the game before is held no longer.
    """
    before = state.game
    game, events = apply(before, action)
    entry = Entry(entry=meta.version, actions=(action,), events=events, by=meta.by, at=meta.at)
    parent = state.head.version if state.head else 0
    line = meta.version
    match action:
        case Start():
            node, below = append(entry, game, None), None
        case Next():
            node, below = append_next(entry, game, lambda: history.before(line).record), None
        case _:
            node, below = append(entry, game, state.record), state.head
    commit = Commit(line, entry, False, node, below, parent, state.marks)
    match action:
        case Start():
            after = TableState(match=line, game_line=line, base_game=lambda: before, head=commit)
        case Next():
            after = replace(state, game_line=line, head=commit, undone=())
        case _:
            after = replace(state, head=commit, undone=())
    return CommandResult("do", after, commit.change, events)


def undo(state: TableState, history: History) -> CommandResult:
    """Return the state without its latest commit. Refusal NOTHING_TO_UNDO."""
    commit = state.head
    if commit is None:
        raise Refusal(Code.NOTHING_TO_UNDO)
    left = replace(state, head=commit.below) if commit.below else history.before(commit.version)
    after = replace(left, undone=(*state.undone, commit))
    earlier = _earlier(commit)
    return CommandResult(
        "undo",
        after,
        commit.change,
        undoes=commit.version,
        earlier=earlier and (earlier[1], earlier[0]),
    )


def _earlier(commit: Commit) -> Earlier | None:
    """Return the earlier match that *commit* amends, before and after it; else None."""
    if commit.earlier is None:
        return None
    now = commit.earlier()
    assert now.head
    return replace(now, head=now.head.below), now


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
    after = replace(state, head=commit, undone=tuple(rest))
    return CommandResult("redo", after, commit.change, earlier=_earlier(commit))


def match_of(state: TableState, entry: int, history: History) -> TableState:
    """Return the match to look for *entry* in: an earlier one that stands, else the one on the
    table."""
    if not 0 < entry < state.match:
        return state
    return history.earlier_match(entry) or state


def amend(state: TableState, asked: Amend, meta: EntryMeta, history: History) -> CommandResult:
    """Return the state after an amend, of the match on the table or of an earlier one, which leaves
    the game on the table as it is. Refusal as for ``amend_match``; NO_LONGER_HOLDS also if the last
    game of an earlier match would not be over any more."""
    match = match_of(state, asked.entry, history)
    done = amend_match(match, asked, meta)
    if match is state:
        return done
    is_begun = asked.entry != match.match or any(
        isinstance(event, GameBegan) for entry in done.decided for event in entry.events
    )
    if done.after.game.phase is not Phase.OVER or not is_begun:
        following = history.stored().next_match(match.match) or state.match
        raise Refusal(Code.NO_LONGER_HOLDS, entry=following)
    commit, now = _aside(state, meta), done.after
    commit = replace(commit, amends=True, earlier=lambda: now)
    after = replace(state, head=commit, undone=())
    return done._replace(after=after, touched=commit.change, earlier=(match, now))


def _aside(state: TableState, meta: EntryMeta) -> Commit:
    """Return the commit of a line that leaves the game on the table as it is."""
    assert state.head
    entry = Entry(entry=meta.version, actions=(), events=(), by=meta.by, at=meta.at)
    return replace(
        state.head,
        version=meta.version,
        entry=entry,
        amends=False,
        below=state.head,
        parent=state.head.version,
        marked=None,
        earlier=None,
    )


def amend_match(state: TableState, asked: Amend, meta: EntryMeta) -> CommandResult:
    """Return the state with other actions at an entry, and all later entries decided again. A hand
    of the same deal that a later count says again, with its suits, has the card that was laid.

    Refusal if the rules do not allow them, or NO_LONGER_HOLDS for the first later entry that
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
    parent = state.head.version
    commit = Commit(meta.version, entry, True, node, state.head, parent, state.marks)
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

    Refusal NO_SUCH if this match has no such entry.
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


def annul(state: TableState, asked: Annul, meta: EntryMeta, history: History) -> Marked:
    """Return the marks with a finished game annulled, or counted again. Refusal NO_SUCH if there is
    no such game, or it is so already."""
    name, marks = (asked.match, asked.place), state.marks
    game = find_result(history.stored(), name) if max(map(abs, name)) < 2**63 else None
    if game is None:
        raise Refusal(Code.NO_SUCH, what="game", value=f"{asked.match}.{asked.place}", wanted="")
    if (name in marks.annulled) != bool(asked.counts):
        what = "counted_game" if asked.counts else "annulled_game"
        raise Refusal(Code.NO_SUCH, what=what, value=f"{asked.match}.{asked.place}", wanted="")
    annulled = {*marks.annulled} ^ {name}
    return Marked(
        mark=asked,
        marks=replace(marks, line=meta.version, annulled=tuple(sorted(annulled))),
        sides=tuple(tuple(game.players[seat] for seat in seats) for seats in game.teams),
        scores=game.scores,
    )


def same(state: TableState, asked: Same, meta: EntryMeta, history: History) -> Marked:
    """Return the marks with the names joined, together with those that each was joined with; or
    with a single name parted. Refusal NO_SUCH for a name that never played, BAD_VALUE if two of
    them sat in one game."""
    marks = state.marks
    seated = (state.game.players, *names_played(history.stored()))
    known = {name_key(name): name for players in reversed(seated) for name in players}
    names = tuple(_known_name(name, known) for name in asked.names)
    keys = {name_key(name) for name in names}
    groups = [group for group in marks.names if keys.intersection(map(name_key, group))]
    left = tuple(group for group in marks.names if group not in groups)
    if len(asked.names) == 1 and groups:
        return Marked(mark=asked, marks=replace(marks, line=meta.version, names=left))
    if len(keys) < max(2, len(names)):
        raise Refusal(Code.BAD_VALUE, field="names", value=asked.names, wanted="")
    joined: dict[str, str] = {}
    for name in chain(names, *groups):
        joined.setdefault(name_key(name), name)
    for players in seated:
        if len(both := [name for name in players if name_key(name) in joined]) > 1:
            raise Refusal(Code.BAD_VALUE, field="names_in_one_game", value=both[:2], wanted="")
    groups = [*left, tuple(joined.values())]
    return Marked(mark=asked, marks=replace(marks, line=meta.version, names=tuple(groups)))


def _known_name(name: str, known: dict[str, str]) -> str:
    """Return the name of a player as it was *known* last, by its key: the same, or the only one
    that differs in case, accents and blanks alone. Refusal NO_SUCH."""
    if found := known.get(name_key(name)):
        return found
    alike = [other for other in known.values() if plain_key(other) == plain_key(name)]
    if len(alike) != 1:
        raise Refusal(Code.NO_SUCH, what="player", value=name, wanted="")
    return alike[0]


def mark(state: TableState, marked: Marked, meta: EntryMeta) -> CommandResult:
    """Return the state with the marks that a line set."""
    commit = replace(_aside(state, meta), marks=marked.marks, marked=marked)
    return CommandResult("mark", replace(state, head=commit, undone=()), commit.change)


LONGEST: Final = 64
"""Characters in a key, and in the name of an author."""


def check_text(field: str, text: str, *, shortest: int) -> None:
    """Raise Refusal BAD_VALUE for a text that is too short or long, or not printable."""
    if not (shortest <= len(text) <= LONGEST and text.isprintable()):
        wanted = f"{shortest}–{LONGEST}"
        raise Refusal(Code.BAD_VALUE, field=field, value=text[: LONGEST + 1], wanted=wanted)
