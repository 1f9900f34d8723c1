"""Every key in every state: at every kind of table, after every kind of half-typed entry."""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from scorekeeper.game import actions as a
from scorekeeper.game.actions import Entered
from scorekeeper.game.codec import to_json
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.live import EntryKind, PendingEntry
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.snapshot import PEGGED_BY_HAND, Snapshot
from scorekeeper.game.state import Game, Phase
from scorekeeper.keypad import press as press_module
from scorekeeper.keypad.key import Key, Keys
from scorekeeper.keypad.press import (
    STEP_KEYS,
    KeyBuffer,
    Meaning,
    by_turn,
    callers,
    disarm,
    is_armed,
    meaning,
    pending_entry,
    press,
)
from scorekeeper.keypad.show import possible_claims
from scorekeeper.rules.variants import RULES
from scorekeeper.words import LANGUAGES, Words
from tests.kit.players.key_typist import on_the_table
from tests.kit.players.random_games import Evening

EVENINGS: Final = 17
"""Number of matches per rules row, with all house rules, that cover every kind of table."""
WORDS: Final = tuple(map(Words.of, LANGUAGES))


def kind_of(game: Game) -> tuple[Any, ...]:
    """Return everything about a table that may affect keys."""
    phase, over = game.phase, game.phase is Phase.OVER
    if phase in (Phase.IDLE, Phase.OVER):
        return phase, over and game.winner is not None
    if phase is Phase.SHOW:
        return phase, bool(callers(on_the_table(game))), *shown_of(game)
    drawing = game.drawing[:1] if phase is Phase.DRAW else ()
    return phase, drawing, by_turn(game)[0], len(callers(on_the_table(game)))


def shown_of(game: Game) -> tuple[Any, ...]:
    now = game.due_hand
    assert now
    return now.of == "crib", now.missing, now.missing or len(possible_claims(game, now, ()))


def tables(row: str) -> Iterator[Game]:
    seen = set[tuple[Any, ...]]()
    for number in range(EVENINGS):
        for turn in Evening(row, Random(f"every key {row} {number}")).play(2):
            if (kind := kind_of(turn.game)) not in seen:
                seen.add(kind)
                yield turn.game


def chosen(games: Iterable[Game]) -> Iterator[tuple[Game, Entered]]:
    """Return all *games* if every card is entered, else one of every kind."""
    seen = set[tuple[Any, ...]]()
    for game in games:
        yield game, Entered.CARDS
        for enters in (Entered.HANDS, Entered.POINTS):
            by_hand = game.phase is Phase.DRAW or game.phase in PEGGED_BY_HAND[enters]
            kind = (
                enters,
                game.phase,
                game.turn and by_turn(game)[0],
                len(callers(on_the_table(game))),
            )
            if kind not in seen and (by_hand or game.phase is Phase.IDLE):
                seen.add(kind)
                yield game, enters


def shape_of(table: Snapshot, typed: KeyBuffer) -> tuple[Any, ...]:
    """Return everything that affects the next key, with cards and points abbreviated."""
    shown = pending_entry(table, typed)
    if shown is None:
        return ()
    ranks = {str(card) for card in shown.cards}
    digits = None if shown.points is None else len(str(abs(shown.points)))
    alike = replace(shown, cards=(), points=digits, ghost=0)
    asked = typed.keys[0] not in (Key.HELD, Key.NEXT)
    steps = typed.keys[1:2] if typed.keys[1:2] and typed.keys[1] in STEP_KEYS else ()
    return alike, len(shown.cards), len(ranks), "J" in ranks, asked, steps


class Walk:
    """Presses every key after each kind of entry that keys can begin at *game*."""

    def __init__(self, game: Game, enters: Entered) -> None:
        self.game, self.happened, self.typed = game, Counter[str](), Counter[EntryKind]()
        self.outcomes: dict[bytes, str] = {}
        self.readable = set[PendingEntry]()
        self.table = on_the_table(game, undo=True, enters=enters)
        self.known: dict[tuple[Any, ...], KeyBuffer] = {(): KeyBuffer(1)}
        self.leads: dict[tuple[Any, ...], set[tuple[Any, ...]]] = {}
        """Transitions between kinds of entry; None if an entry can be completed."""
        ahead: list[tuple[Any, ...]] = [()]
        while ahead:
            shape = ahead.pop()
            typed = self.known[shape]
            self.left = disarm(self.table, typed)
            steps = [step for key in Key if (step := self.press(typed, key))]
            self.leads[shape] = {to for to, _ in steps}
            for to, typed in steps:
                if to != WHOLE and to not in self.known:
                    self.known[to] = typed
                    ahead.append(to)

    def press(self, typed: KeyBuffer, key: Key) -> tuple[tuple[Any, ...], KeyBuffer] | None:
        """Return the entry to which *key* leads; None if it is refused or deletes a key."""
        pressed = press(self.table, typed, key)
        if pressed.refused:
            assert (pressed.action, pressed.buffer) == (None, self.left)
            self.happened["refused"] += 1
            return None
        if key is Key.UNDO:
            assert pressed.buffer.keys == typed.keys[:-1]
            assert pressed.action == (None if typed.keys else a.Undo())
            return None
        if pressed.action:
            assert pressed.buffer.keys == ()
            self.happened[self.outcome(pressed.action)] += 1
            return WHOLE, typed
        anew = key is Key.HELD and is_armed(self.table, typed)
        assert pressed.buffer.keys == ((key,) if anew else (*typed.keys, key))
        self.happened["half"] += 1
        shape = shape_of(self.table, pressed.buffer)
        if shape not in self.known:
            self.read(shape[0])
        return shape, pressed.buffer

    def read(self, shown: PendingEntry) -> None:
        self.typed[shown.kind] += 1
        if shown not in self.readable:
            self.readable.add(shown)
            assert all(words.pending_entry(shown, self.game) for words in WORDS)

    def outcome(self, action: a.Asked | None) -> str:
        """Return the engine's answer to *action*, cached, since other keys may mean the same."""
        if action is None or isinstance(action, a.Undo | a.Redo | a.Amend):
            return "done"
        known = to_json(action)
        if known not in self.outcomes:
            self.outcomes[known] = "refusal" if refused(self.game, action) else "done"
        return self.outcomes[known]

    def stuck(self) -> list[tuple[Any, ...]]:
        good = {WHOLE}
        while grown := {shape for shape, to in self.leads.items() if to & good} - good:
            good |= grown
        return [shape for shape in self.leads if shape not in good]


WHOLE: Final = ("whole",)


def refused(game: Game, action: a.Action) -> bool:
    try:
        apply(game, action)
    except Refusal:
        return True
    return False


@pytest.fixture(autouse=True)
def each_meaning_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache the meaning of keys, which depends only on table and keys, for speed."""
    known: dict[int, tuple[Snapshot, dict[Keys, Meaning]]] = {}

    def read(table: Snapshot, keys: Keys) -> Meaning:
        _, meanings = known.setdefault(id(table), (table, {}))
        if keys not in meanings:
            meanings[keys] = meaning(table, keys)
        return meanings[keys]

    monkeypatch.setattr(press_module, "meaning", read)


def walk_at(game: Game, enters: Entered) -> Walk:
    """Press every key: it acts, continues an entry that can be completed, or is refused."""
    walk = Walk(game, enters)
    assert not walk.stuck(), game
    assert walk.happened["done"], game
    return walk


@pytest.mark.parametrize("enters", Entered)
def test_every_key_before_a_match_enters_or_is_refused(enters: Entered) -> None:
    assert (Game(), enters) in chosen([Game()])
    assert {*walk_at(Game(), enters).typed} == {EntryKind.GAME, EntryKind.SURE}


@pytest.mark.parametrize("row", RULES)
def test_every_key_in_every_state_enters_or_is_refused(row: str) -> None:
    happened, typed, phases = Counter[str](), Counter[EntryKind](), Counter[tuple[Any, ...]]()
    for game, enters in chosen(tables(row)):
        walk = walk_at(game, enters)
        happened += walk.happened
        typed += walk.typed
        phases[kind_of(game)[:2] if game.phase is Phase.OVER else (game.phase,)] += 1
    assert {*happened} == {"done", "half", "refused", "refusal"}
    assert {*typed} == {*EntryKind}
    ended = {(Phase.OVER, won) for won in (True, False)}
    assert {*phases} == ended | {(one,) for one in Phase if one not in (Phase.IDLE, Phase.OVER)}
    print(row, sum(phases.values()), "tables", happened.total(), "keys", dict(typed))
