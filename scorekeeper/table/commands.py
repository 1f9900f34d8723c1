"""The commands that change a table (do, undo, redo, amend, mark), and the preview of an amend."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.game import actions as a
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.engine.evolve import with_item
from scorekeeper.game.engine.show import places_in_hand
from scorekeeper.game.events import DealBegan, Event, Events, GameBegan, Laid
from scorekeeper.game.marks import Marked
from scorekeeper.game.record import Commit, RecordNode, TableState, append, append_next
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.snapshot import Change, Entry
from scorekeeper.game.state import Game, Phase
from scorekeeper.journal.history import History, Kind, Row, raw_entries, raw_json
from scorekeeper.journal.journal import Earlier, read_result


class ChangedCard(NamedTuple):
    """A card of ``seat`` that an amend changed from ``was`` to ``now``; ``place`` is its index
    among the cards that the seat laid in the deal."""

    seat: a.Seat
    place: int
    was: Card
    now: Card


def changed_card(was: Entry, now: Entry, game: Game) -> ChangedCard | None:
    """Return the card of the current deal that an amend changed, if it changed nothing else."""
    old, new = _laid(was), _laid(now)
    changed = [i for i, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]]
    if len(old) != len(new) or len(changed) != 1:
        return None
    [index] = changed
    seat = new[index].seat
    if old[index].seat != seat:
        return None
    assert game.deal
    later = sum(laid.seat == seat for laid in new[index + 1 :])
    place = len(game.deal.hands[seat]) - 1 - later
    return ChangedCard(seat, place, old[index].card, new[index].card)


def restated(action: a.Action, game: Game, changed: ChangedCard) -> a.Action:
    """Return *action* with the *changed* card, if it counts the whole hand that contains it."""
    if not isinstance(action, a.Count) or action.cards is None or game.counting != changed.seat:
        return action
    assert game.deal
    cards, laid = action.cards, game.deal.hands[changed.seat]
    was, now = changed.was, changed.now
    # Only the suit changed, and the cards say it already, or it is now unknown.
    is_said = was.rank == now.rank and (now.suit is None or now in cards)
    if len(cards) != game.hand_size(changed.seat) or is_said:
        return action
    ordered = tuple(sorted(cards, key=str))  # If ambiguous, independent of the order of *cards*.
    places = places_in_hand(with_item(laid, changed.place, was), ordered)
    if places is None:
        return action
    place = cards.index(ordered[places[changed.place]])
    return replace(action, cards=with_item(cards, place, now))


def _laid(entry: Entry) -> list[Laid]:
    laid: list[Laid] = []
    for event in entry.events:
        if isinstance(event, DealBegan):
            laid.clear()
        elif isinstance(event, Laid):
            laid.append(event)
    return laid


class EntryMeta(NamedTuple):
    """Number, author and time (ISO 8601, UTC) of the line to be written."""

    version: int
    by: str
    at: str


class CommandResult(NamedTuple):
    """The state after a line, and the commit that it did, undid or redid.

    ``events`` are those of a `do`; ``decided`` the entries that an amend decided again, ``was`` the
    entry that it replaced. ``earlier`` is the earlier match that an amend, or its undo or redo,
    changed.
    """

    kind: Kind
    after: TableState
    touched: Change
    events: Events = ()
    decided: tuple[Entry, ...] = ()
    undoes: int | None = None
    was: Entry | None = None
    earlier: Earlier | None = None


def decide(state: TableState, asked: a.Asked, meta: EntryMeta, history: History) -> CommandResult:
    """Return the state after the request *asked*. Raises Refusal.

    Games before the one on the table are read from *history*.
    """
    match asked:
        case a.Undo():
            return undo(state, history)
        case a.Redo():
            return redo(state)
        case a.Amend():
            return amend(state, asked, meta, history)
        case a.Annul():
            return mark(state, annul(state, asked, meta, history), meta)
        case a.Same():
            return mark(state, same(state, asked, meta, history), meta)
        case _:
            return do(state, asked, meta, history)


def row_of(done: CommandResult, asked: a.Asked, meta: EntryMeta, key: str | None) -> Row:
    """Return the journal row for the request *asked* with the result *done*."""
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


def do(state: TableState, action: a.Action, meta: EntryMeta, history: History) -> CommandResult:
    """Return the state with a new entry. Raises Refusal if the rules do not allow it.

    After a `start` or `next` the previous game is no longer kept in memory.
    """
    previous = state.game
    game, events = apply(previous, action)
    entry = Entry(entry=meta.version, actions=(action,), events=events, by=meta.by, at=meta.at)
    parent = state.head.version if state.head else 0
    line, below = meta.version, None
    match action:
        case a.Start():
            node = append(entry, game, None)
            after = TableState(match=line, game_line=line, base_game=lambda: previous)
        case a.Next():
            node = append_next(entry, game, lambda: history.before(line).record)
            after = replace(state, game_line=line, undone=())
        case _:
            node, below = append(entry, game, state.record), state.head
            after = replace(state, undone=())
    commit = Commit(line, entry, False, node, below, parent, state.marks)
    return CommandResult("do", replace(after, head=commit), commit.change, events)


def undo(state: TableState, history: History) -> CommandResult:
    """Return the state without its latest commit. Raises Refusal NOTHING_TO_UNDO."""
    commit = state.head
    if commit is None:
        raise Refusal(Code.NOTHING_TO_UNDO)
    left = replace(state, head=commit.below) if commit.below else history.before(commit.version)
    after = replace(left, undone=(*state.undone, commit))
    earlier = _earlier(commit)
    back = earlier and (earlier[1], earlier[0])
    return CommandResult("undo", after, commit.change, undoes=commit.version, earlier=back)


def _earlier(commit: Commit) -> Earlier | None:
    if commit.earlier is None:
        return None
    now = commit.earlier()
    assert now.head
    return replace(now, head=now.head.below), now


def redo(state: TableState) -> CommandResult:
    """Return the state with the last undone commit. Raises Refusal NOTHING_TO_REDO."""
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
    """Return the match that contains *entry*: an earlier one, or else the one on the table."""
    if not 0 < entry < state.match:
        return state
    return history.earlier_match(entry) or state


def amend(state: TableState, asked: a.Amend, meta: EntryMeta, history: History) -> CommandResult:
    """Return the state after an amend of the match on the table or of an earlier one; the latter
    does not change the game on the table. Raises Refusal as ``amend_match`` does, and
    NO_LONGER_HOLDS if the last game of an earlier match would no longer be finished."""
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
    assert state.head
    now = done.after
    commit = state.head.aside(*meta, earlier=lambda: now)
    after = replace(state, head=commit, undone=())
    return done._replace(after=after, touched=commit.change, earlier=(match, now))


def amend_match(state: TableState, asked: a.Amend, meta: EntryMeta) -> CommandResult:
    """Return the state with the actions of an entry replaced, and all later entries decided again.
    If a later count in the same deal restates the hand, it gets the changed card too.

    Raises Refusal if the rules do not allow the new actions; NO_LONGER_HOLDS for the first later
    entry that becomes invalid, unless ``drop_rest`` is set; NO_SUCH if an entry to delete does not
    exist.
    """
    target, later = find(state, asked.entry)
    without, numbers = asked.without or (), [old.entry for old in later]
    for number in without:
        if number not in numbers:
            known = f"{numbers[0]}–{numbers[-1]}" if numbers else ""
            raise Refusal(Code.NO_SUCH, entry=asked.entry, what="entry", value=number, wanted=known)
    entry = replace(target.entry, actions=asked.actions, by=meta.by, at=meta.at, was=None)
    entry = entry.after(target.entry)
    try:
        node, _ = _again(entry, target.below, state)
    except Refusal as refusal:
        if _claims(state, asked.actions[:-1]):
            raise Refusal(Code.NO_LONGER_HOLDS, entry=asked.entry) from None
        raise Refusal(refusal.code, entry=asked.entry, **refusal.facts) from None
    entry, decided = node.entry, [node.entry]
    card = changed_card(target.entry, entry, node.game)
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
    return CommandResult("amend", after, commit.change, decided=tuple(decided), was=target.entry)


def _claims(state: TableState, decided: Iterable[a.Action]) -> bool:
    """True if the entries *decided* again include claims on which muggins may still be called.

    The reason a later entry fails could then reveal the missed points, and a refused amend is not
    visible to all.
    """
    rules = state.game.rules
    hidden = bool(state.game.windows) or state.game.phase is Phase.SHOW
    claimed = any(isinstance(one, a.Count | a.Crib) and one.claim is not None for one in decided)
    return rules is not None and rules.muggins and hidden and claimed


def find(state: TableState, number: int) -> tuple[RecordNode, list[Entry]]:
    """Return the node of entry *number* in this match, and the later entries, oldest first.

    Raises Refusal NO_SUCH if the match has no such entry.
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
    """Decide *entry* again after *below*, with the changed *card* in hands that restate it; return
    the new node, and the card, or None once its deal has ended."""
    game: Game = below.game if below else state.base_game()
    actions, events, lengths = list[a.Action](), list[Event](), list[int]()
    for old in entry.actions:
        action = restated(old, game, card) if card else old
        game, more = apply(game, action)
        card = None if any(isinstance(event, DealBegan) for event in more) else card
        actions.append(action)
        events += more
        lengths.append(len(more))
    again = replace(entry, actions=tuple(actions), events=tuple(events), lengths=tuple(lengths))
    return append(again, game, below), card


class ChangedEntry(NamedTuple):
    """An entry before and after the amend."""

    was: Entry
    now: Entry


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of an amend on its own game: the ``game`` that ``before`` would become, the
    ``record`` of its deal, the entries ``changed`` or ``dropped``, and the table's ``version``.

    Everything is empty if ``withheld``: while muggins may still be called, or if the game would go
    beyond its current state, a preview would reveal what players have yet to find out.
    """

    version: int = 0
    withheld: bool = False
    before: Game | None = None
    game: Game | None = None
    record: tuple[Entry, ...] = ()
    changed: tuple[ChangedEntry, ...] = ()
    dropped: tuple[Entry, ...] = ()


WITHHELD = Preview(withheld=True)


def preview(state: TableState, asked: a.Amend, history: History) -> Preview:
    """Return the effect of *asked* on its match. Raises Refusal as ``amend``, unless withheld."""
    match = match_of(state, asked.entry, history)
    target, later = find(match, asked.entry)
    if match.game.windows:
        return WITHHELD
    result = amend(state, asked, EntryMeta(0, "", ""), history)
    node = result.earlier[1].record if result.earlier else result.after.record
    assert node
    if node.game.windows or _reveals_more(match.game, node, target.entry):
        return WITHHELD
    assert match.record
    was, now = (_last_of_game(last, target.game.number) for last in (match.record, node))
    return Preview(
        before=was.game,
        game=now.game,
        record=now.deal,
        changed=tuple(
            ChangedEntry(old, new)
            for old, new in zip((target.entry, *later), result.decided, strict=False)
            if (old.actions, old.events) != (new.actions, new.events)
        ),
        dropped=tuple(later[len(result.decided) - 1 :]),
    )


def _last_of_game(last: RecordNode, number: int) -> RecordNode:
    """Return the last entry of game *number* of the match that ends with *last*."""
    return next((node for node in last.walk() if node.game.number == number), last)


def _reveals_more(before: Game, node: RecordNode, was: Entry) -> bool:
    """True if *node* reveals more than *before* did, after an amend of the entry *was*.

    A forgotten card covered by later cards does not count: its score was visible to all.
    """
    then, now = _reach(before), _reach(node.game)
    if now[:-1] != then[:-1]:
        return now[:-1] > then[:-1]
    return now > then and not _is_covered(node, was)


def _reach(game: Game) -> tuple[int, ...]:
    """Return how far a match has progressed: games, deals, hands counted, cards on the table."""
    deal = game.deal
    return (game.number, deal.number, deal.shown, len(game.known())) if deal else (game.number,)


def _is_covered(node: RecordNode, was: Entry) -> bool:
    """True if a card was laid after the new cards of the entry *was*."""
    for later in node.walk():
        if later.entry.entry == was.entry:
            last = later.entry.actions[-1:]
            return last == was.actions[-1:] and any(isinstance(action, a.Play) for action in last)
        if any(isinstance(action, a.Play) for action in later.entry.actions):
            return True
    return False


def annul(state: TableState, asked: a.Annul, meta: EntryMeta, history: History) -> Marked:
    """Return the marks with a finished game annulled, or counted again. Raises Refusal NO_SUCH if
    there is no such game, or nothing would change."""
    name, marks = (asked.match, asked.place), state.marks
    stored = history.stored().game(*name) if max(map(abs, name)) < 2**63 else None
    what = "game" if stored is None else "counted_game" if asked.counts else "annulled_game"
    if stored is None or (name in marks.annulled) != bool(asked.counts):
        raise Refusal(Code.NO_SUCH, what=what, value=f"{asked.match}.{asked.place}", wanted="")
    annulled, game = {*marks.annulled} ^ {name}, read_result(stored.body)
    return Marked(
        mark=asked,
        marks=replace(marks, line=meta.version, annulled=tuple(sorted(annulled))),
        sides=tuple(tuple(game.players[seat] for seat in seats) for seats in game.teams),
        scores=game.scores,
    )


def same(state: TableState, asked: a.Same, meta: EntryMeta, history: History) -> Marked:
    """Return the marks with player names merged or separated. Raises Refusal as ``Marks.same``."""
    games = history.stored().games(None, -1)
    seated = (state.game.players, *(read_result(game.body).players for game in games))
    return Marked(mark=asked, marks=state.marks.same(asked, meta.version, seated))


def mark(state: TableState, marked: Marked, meta: EntryMeta) -> CommandResult:
    """Return the state with the marks set by a line."""
    assert state.head
    commit = state.head.aside(*meta, marked=marked)
    return CommandResult("mark", replace(state, head=commit, undone=()), commit.change)


MAX_LENGTH: Final = 64
"""Maximum length of a key, and of an author's name."""


def check_text(field: str, text: str, *, shortest: int) -> None:
    """Raise Refusal BAD_VALUE if the text is too short, too long, or not printable."""
    if not (shortest <= len(text) <= MAX_LENGTH and text.isprintable()):
        wanted = f"{shortest}–{MAX_LENGTH}"
        raise Refusal(Code.BAD_VALUE, field=field, value=text[: MAX_LENGTH + 1], wanted=wanted)
