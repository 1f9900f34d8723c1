"""Remembered games on sixteen keys hold, and end in the journal of the same game by API."""

import re
from contextlib import closing
from typing import Final

import pytest

from scorekeeper.cards import Card
from scorekeeper.game import actions as a
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key
from scorekeeper.keypad.press import HOLD_ACTIONS, MODE_KEYS
from scorekeeper.rules.variants import RULES
from scorekeeper.table import Table
from tests.kit.formats.game_file import DoesNotHold
from tests.kit.formats.key_file import holds, journal, steps
from tests.kit.paths import DATA

FOLDER: Final = DATA / "keys"

GAMES: Final = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.keys")}


@pytest.mark.parametrize("name", GAMES)
def test_remembered_key_game_holds(name: str) -> None:
    """Every key does what stands beside it, and another table is told the same by actions."""
    holds(GAMES[name])


def test_the_example_for_new_games() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    holds(text.split("```\n")[1])


def test_the_key_games_press_every_key() -> None:
    assert GAMES.keys() == {*RULES, "points-only", "hands-only"}
    pressed = [" ".join(step.keys) for text in GAMES.values() for step in steps(text)]
    assert {key for keys in pressed for key in keys.split()} == set(Key)
    for key in (*HOLD_ACTIONS, *MODE_KEYS, Key.TWO, Key.THREE):
        assert any(keys.startswith(f"HELD {key}") for keys in pressed), key


@pytest.mark.parametrize("name", RULES)
def test_the_key_games_are_played_to_the_end(name: str) -> None:
    lines = [step.line for step in steps(GAMES[name])]
    assert any(re.search(r"wins|abandon", " ".join((it.does, *it.written))) for it in lines)


START: Final = a.Start(rules="six-card", players=("1", "2"), dealer=1)
CUT: Final = a.Starter(card=Card.parse("5H"))
ACE: Final = Card.parse("A")
LAID: Final = tuple(a.Play(card=Card.parse(card)) for card in ("10", "K", "Q"))
JOURNALS: Final[dict[str, tuple[a.Action, a.Action, bool]]] = {
    "a suit": (a.Play(card=ACE), a.Play(card=Card.parse("AC")), True),
    "another card": (a.Play(card=ACE), a.Go(), False),
    "another reason": (a.Peg(team=0, points=1), a.Peg(team=0, points=1, reason="?"), False),
}


@pytest.mark.parametrize("what", JOURNALS)
def test_journals_differ_by_what_was_asked_and_what_happened(what: str) -> None:
    one, other, alike = JOURNALS[what]
    with closing(Table(Journal.in_memory())) as table, closing(Table(Journal.in_memory())) as told:
        for action in (START, CUT, *LAID, a.Go()):
            table.submit(action)
            told.submit(action)
        assert journal(table) == journal(told)
        table.submit(one)
        told.submit(other)
        assert (journal(table) == journal(told)) is alike


LIES: Final = {
    "another card": "K | starter Q",
    "an award that there is none for": "K | starter K | heels 2 to 2",
    "another refusal": "GO | refused over_31",
    "another team": "HELD 2 3 OK | 2 pegs 3",
}


@pytest.mark.parametrize("lie", LIES)
def test_a_key_pad_with_a_wrong_fact_fails(lie: str) -> None:
    start = "HELD 2 2 OK | six-card: 1, 2; 2 deals | 2 deals\n"
    holds(f"{start} K | starter K | in play")
    with pytest.raises(DoesNotHold, match="line 2"):
        holds(start + LIES[lie])
