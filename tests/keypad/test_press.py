"""The meaning of the sixteen keys in each state: examples, then whole games by keys alone."""

from random import Random

import pytest
from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.game import actions as a
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.engine.evolve import evolve_all
from scorekeeper.game.live import Confirmable
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.snapshot import Change, Entry
from scorekeeper.game.state import Game, Phase
from scorekeeper.keypad.key import Key, Reason, Rejection
from scorekeeper.keypad.press import KeyBuffer, PressResult, pending_entry, press
from scorekeeper.rules.variants import RULES
from tests.keypad.conftest import cards_of, half, keys, sure
from tests.kit.players.key_typist import as_typed, keys_of, on_the_table, typed
from tests.kit.players.random_games import Evening

TWO_OF_THEM = ("1", "2")
START = a.Start(rules="six-card", players=TWO_OF_THEM, dealer=1)

GAMES = 25
MANY = 1000
BY_PHONE = 0.5
"""Number of games that begin on a phone."""


def played(*actions: a.Action) -> Game:
    game = Game()
    for action in actions:
        game, _ = apply(game, action)
    return game


def laid(text: str, *, rules: str = "six-card", starter: str = "K") -> Game:
    """Return a game of two with cards laid in turn; at a dash neither can play."""
    start = a.Start(rules=rules, players=TWO_OF_THEM, dealer=1)
    done = [
        a.Go(all=True) if word == "-" else a.Play(card=Card.parse(word)) for word in text.split()
    ]
    return played(start, a.Starter(card=Card.parse(starter)), *done)


IDLE = Game()
CUT = played(START)
PLAY = laid("10 K")
SHOW = laid("4 J 5 10 - 6 4 6 5", starter="5H")
"""Ann has 4 5 6 6, Ben a jack, 10, 4 and 5; only the starter has a suit."""
SHOWN = (a.Starter(card=Card.parse("5H")), a.Show())
LEFT = played(START, *SHOWN)
COUNTED = (*SHOWN, a.Count(cards=cards_of("A 2 3 4")), a.Count(cards=cards_of("6 7 8 9")))
CRIB = played(START, *COUNTED)
NO_FLUSH = played(replace(START, options={"crib_flush": "none"}), *COUNTED)
NOBS_FOR_TWO = played(replace(START, options={"nobs": 2}), *SHOWN)
NOBS_FOR_FOUR = played(replace(START, options={"nobs": 4}), *SHOWN)
NOBS_FOR_NOTHING = played(replace(START, options={"nobs": 0}), *SHOWN)
CHECKED = played(replace(START, options={"muggins": False}), *SHOWN)
CLAIMED = played(START, *SHOWN, a.Count(cards=cards_of("A 2 3 4"), claim=3))
FIVE_CARD = played(replace(START, rules="five-card"), *SHOWN)
OVER = played(START, a.Abandon())

ENTRIES: dict[str, tuple[Game, str, a.Asked]] = {
    "another game, for less players": (
        played(
            a.Start(rules="cribble", players=("Ann", "Ben", "Cid", "Dee"), dealer=0), a.Abandon()
        ),
        "HELD 2 OK",
        replace(START, dealer=None),
    ),
    "a claim of ten after a zero": (SHOW, "10 A 10 OK", a.Count(claim=10)),
    "a claim of the most that any hand has": (SHOW, "2 9 OK", a.Count(claim=29)),
    "a claim that could be with a flush, where it is pegged": (
        LEFT,
        "4 6 7 9 8 OK",
        a.Count(cards=cards_of("4 6 7 9"), claim=8),
    ),
    "a claim that no suit makes right, checked": (
        CHECKED,
        "J A 9 K 8 OK",
        a.Count(cards=cards_of("J A 9 K"), claim=8),
    ),
    "a claim that is right without nobs, which count nothing": (
        NOBS_FOR_NOTHING,
        "J A 9 K 6 OK",
        a.Count(cards=cards_of("J A 9 K"), claim=6),
    ),
}


@pytest.mark.parametrize("what", ENTRIES)
def test_keys_enter_every_action(what: str) -> None:
    game, line, action = ENTRIES[what]
    assert typed(game, keys(line))[:3] == (KeyBuffer(1), action, False)


REFUSED: dict[str, tuple[Game, str, str, Rejection | None]] = {
    "a digit where a claim asks": (LEFT, "J 5 6 7 A 3 OK", "2", None),
    "no flush in a crib, where none counts": (
        NO_FLUSH,
        "2 4 6 8",
        "GO",
        Rejection(Reason.SUITS_ADD_NOTHING),
    ),
    "more than any hand has": (SHOW, "9 4", "OK", Rejection(Reason.TOO_MANY, points=94, most=29)),
    "more than any hand of three has": (
        FIVE_CARD,
        "A 2 3 2 A",
        "OK",
        Rejection(Reason.TOO_MANY, points=21, most=20),
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_key_without_a_meaning_keeps_the_buffer(what: str) -> None:
    game, before, key, why = REFUSED[what]
    typed_before = typed(game, keys(before)).buffer if before else KeyBuffer()
    pressed = press(on_the_table(game), typed_before, Key(key))
    assert pressed.refused
    assert pressed == PressResult(pressed.buffer, refused=True, why=why)
    assert pressed.buffer.keys == typed_before.keys


@pytest.mark.parametrize(("game", "key"), [(SHOW, "6"), (SHOW, "4"), (CUT, "4"), (CUT, "Q")])
def test_an_illegal_action_is_refused_before_it_is_confirmed(game: Game, key: str) -> None:
    pressed = press(on_the_table(game), typed(game, keys("HELD")).buffer, Key(key))
    assert pressed[:3] == (KeyBuffer(1), None, True)
    assert isinstance(pressed.why, Refusal)


def test_ok_held_twice_is_redo_while_no_game_is_on() -> None:
    """The ace selects a game there; it requires OK, since its effect is not displayed."""
    began = Entry(entry=1, actions=(START,), events=())
    assert pending_entry(on_the_table(IDLE), KeyBuffer(1, keys("HELD"))) == half("game")
    for game in (IDLE, OVER):
        table = replace(on_the_table(game), redo=Change(version=1, entry=began))
        pressed = press(table, KeyBuffer(), Key.HELD)
        shown = pending_entry(table, pressed.buffer)
        assert shown == half("game", confirms=Confirmable.REDO)
        pressed = press(table, pressed.buffer, Key.HELD)
        assert pending_entry(table, pressed.buffer) == sure(Confirmable.REDO)
        assert press(table, pressed.buffer, Key.OK).action == a.Redo()
        assert press(table, pressed.buffer, Key.ACE).refused


def test_go_cycles_and_the_buffer_has_a_limit() -> None:
    table, typed_now = on_the_table(LEFT), typed(LEFT, keys("4 5 6 7")).buffer
    seen = []
    while not (pressed := press(table, typed_now, Key.GO)).refused:
        typed_now = pressed.buffer
        shown = pending_entry(table, typed_now)
        assert shown
        seen.append(shown.flush)
    assert seen[:3] == [4, 0, 4]
    assert len(typed_now.keys) == 64
    assert press(table, typed_now, Key.OK).action


class AtTheKeypad(Evening):
    pressed = 0
    short_hands = 0.0

    def do(self, action: a.Action) -> None:
        """Do *action* key by key; check that keys and engine agree."""
        if isinstance(action, a.Start) and self.luck.random() < BY_PHONE:
            super().do(replace(action, entry_mode=None))
            return
        for one in as_typed(self.game, action):
            if self.game.phase is Phase.OVER and not isinstance(one, a.Next):
                return  # A go on the way scored the last point.
            keys = keys_of(self.game, one)
            assert typed(self.game, keys).action == one
            self.pressed += len(keys)
            super().do(one)


def check_games(row: str, games: range) -> None:
    """Check that keys express the actions, and that the games equal the fold of their events."""
    keys = 0
    for number in games:
        evening = AtTheKeypad(row, Random(f"keys {row} {number}"))
        turns = evening.play()
        keys += evening.pressed
        assert evolve_all(Game(), [e for turn in turns for e in turn.events]) == evening.game
    print(f"{row}: {len(games)} games, {keys} keys")


@pytest.mark.parametrize("games", [GAMES, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("row", RULES)
def test_random_games_by_keys_alone(row: str, games: int) -> None:
    check_games(row, range(games))
