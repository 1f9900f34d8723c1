"""Keys if only points or hands are entered: points, dealer, and what comes next."""

from contextlib import closing
from random import Random

import pytest
from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.game import actions as a
from scorekeeper.game.actions import (
    Entered,
    EntryModeChange,
    default_mode,
)
from scorekeeper.game.live import Live
from scorekeeper.game.state import Game, Phase
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key, Reason, Rejection
from scorekeeper.keypad.press import by_turn
from scorekeeper.rules.variants import RULES
from scorekeeper.table import KeypadSession, KeyResult, Table
from scorekeeper.table.keypad import LOCKOUT_SECONDS
from scorekeeper.words import Words
from scorekeeper.words.key_legends import legends
from tests.keypad.conftest import START, cards_of, keys
from tests.kit.formats.key_file import Clock, journal
from tests.kit.players.key_typist import digit_keys, game_key

HANDS, POINTS = Entered.HANDS, Entered.POINTS


def pressed_at(table: Table, line: str) -> KeyResult:
    pad = KeypadSession(table)
    return [pad.press(Key(word)) for word in line.split()][-1]


def entering(entered: Entered) -> a.SetMode:
    """Return the phone's action that selects *entered*."""
    return a.SetMode(entry_mode=EntryModeChange(entered=entered))


STARTED: dict[str, tuple[str | None, Entered | None, str, tuple[str, str]]] = {
    "rules with muggins": (None, None, "HELD 2 OK", ("players", "cards")),
    "points only": (None, None, "HELD 5 10 OK", ("program", "points")),
    "rules with muggins, hands only": (None, None, "HELD 2 9 OK", ("players", "hands")),
    "as before": ("program", POINTS, "HELD 2 OK", ("program", "points")),
    "players go on counting": ("players", POINTS, "HELD 5 8 OK", ("players", "cards")),
}


@pytest.mark.parametrize("what", STARTED)
def test_a_match_begun_by_keys_goes_on_in_the_entry_mode_of_the_last_one(what: str) -> None:
    counted_by, entered, line, due = STARTED[what]
    with closing(Table(Journal.in_memory())) as table:
        if counted_by:
            mode = EntryModeChange(counted_by=counted_by, entered=entered)
            table.submit(replace(START, entry_mode=mode, scores=(0, 10)))
            table.submit(a.Abandon())
        assert pressed_at(table, line) is KeyResult.DONE
        mode = table.now.game.entry_mode
        assert (mode.counted_by, mode.entered) == due
        assert table.now.game.head_start == ()


def test_an_entry_mode_set_by_a_phone_drops_what_keys_have_typed() -> None:
    """Digits of points must not become a card."""
    clock = Clock()
    with closing(Table(Journal.in_memory(), ticks=clock.ticks)) as table:
        table.submit(START)
        table.submit(a.Starter(card=Card.parse("5H")))
        table.submit(a.Show())
        pad = KeypadSession(table)
        for key in ("4", "5", "6", "6", "A"):
            pad.press(Key(key))
        assert table.now.live.pending_entry
        table.submit(entering(POINTS))
        assert table.now.live == Live()
        assert pad.take(Key.OK) == (KeyResult.REFUSED, 4, Rejection(Reason.CAME_BETWEEN))
        clock.passes(LOCKOUT_SECONDS)
        assert [pad.take(key).result for key in keys("HELD 9 OK")] == [
            KeyResult.TYPED,
            KeyResult.TYPED,
            KeyResult.DONE,
        ]
        assert (table.now.version, table.now.entered) == (5, HANDS)
        assert [pad.press(key) for key in keys("4 5 6 6 OK")][-1] is KeyResult.DONE


def test_the_entry_mode_stays_when_keys_name_the_dealer_and_drop_the_cards_drawn() -> None:
    with closing(Table(Journal.in_memory())) as table:
        table.submit(replace(START, dealer=None))
        table.submit(a.Draw(seat=0, card=Card.parse("7H")))
        table.submit(entering(POINTS))
        pressed_at(table, "2")
        assert (table.now.game.dealer, table.now.entered) == (1, POINTS)


def test_a_claim_of_the_deal_before_is_past_where_points_are_entered() -> None:
    """The page and the lights show it closed: neither keys nor phones can call muggins on it."""
    with closing(Table(Journal.in_memory())) as table:
        start = replace(START, options={"muggins": True})
        for action in (start, a.Starter(card=Card.parse("5H")), a.Show()):
            table.submit(action)
        table.submit(a.Count(cards=cards_of("4 5 6 6"), claim=20))
        table.submit(entering(POINTS))
        pad = KeypadSession(table)
        assert [pad.press(key) for key in keys("HELD 3")][-1] is KeyResult.TYPED
        pad.drop()
        table.submit(a.Deal())
        assert table.now.game.windows
        assert table.now.open_claims == ()
        pad.press(Key.HELD)
        printed = legends(Words.of("en"), table.now, table.now.live.pending_entry)
        assert Key.TWO in printed
        assert Key.THREE not in printed
        assert pad.take(Key.THREE).why == Rejection(Reason.NO_CLAIM)


def pegging(game: Game, luck: Random) -> a.Asked:
    """Generate an entry of players who enter only points."""
    if game.phase is Phase.OVER:
        return a.Next()
    team = luck.randrange(len(game.pegs))
    roll, front = luck.random(), game.scores[team]
    if roll < 0.15:
        return a.Deal()
    if roll < 0.2:
        return a.Undo()
    if roll < 0.3 and front:
        return a.Peg(team=team, points=-luck.randint(1, min(front, 9)))
    assert game.rules
    most = min(29, game.rules.target - front) if game.rules.exact_finish else 29
    return a.Peg(team=team, points=luck.randint(1, most))


def keys_of(game: Game, action: a.Asked) -> tuple[Key, ...]:
    """Return the keys for it, without OK held."""
    match action:
        case a.Undo():
            return (Key.UNDO,)
        case a.Peg(team=team, points=points):
            back = (Key.JACK,) if points < 0 else ()
            steps = (Key.GO,) * by_turn(game).index(team)
            return (*steps, *back, *digit_keys(abs(points)), Key.OK)
        case _:
            return (Key.OK,)


@pytest.mark.parametrize("row", RULES)
def test_random_matches_of_points_by_keys_alone(row: str) -> None:
    luck = Random(f"points {row}")
    players = tuple(str(seat) for seat in range(1, RULES[row].players + 1))
    dealer = luck.randrange(len(players))
    number = game_key(row)
    with closing(Table(Journal.in_memory())) as keyed, closing(Table(Journal.in_memory())) as told:
        pad, mode = KeypadSession(keyed), default_mode(muggins=RULES[row].muggins)
        start = a.Start(rules=row, players=players, entry_mode=EntryModeChange(entered=POINTS))
        named = replace(start, dealer=dealer, entry_mode=replace(mode, entered=POINTS).change)
        for action, line in (
            (start, (Key.HELD, number, Key.TEN, Key.OK)),
            (
                a.Amend(entry=1, actions=(named,)),
                digit_keys(dealer + 1),
            ),
        ):
            told.submit(action)
            assert [pad.press(key) for key in line][-1] is KeyResult.DONE
        while told.now.game.number < 3 and told.now.version < 2000:
            asked = pegging(told.now.game, luck)
            line = keys_of(told.now.game, asked)
            told.submit(asked)
            assert [pad.press(key) for key in line][-1] is KeyResult.DONE
        assert told.now.game.number == 3
        assert journal(keyed) == journal(told)
