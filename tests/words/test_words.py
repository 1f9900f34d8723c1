"""Every sentence of a game in both languages: told games, and all values of closed sets."""

from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest

from scorekeeper.game.actions import Action, Start
from scorekeeper.game.analysis.claim_check import SuitsTaken
from scorekeeper.game.codec import read_asked
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import Notice, Overcount, Undercount
from scorekeeper.game.refusal import Code
from scorekeeper.game.snapshot import Entry
from scorekeeper.game.state import Game, Phase
from scorekeeper.scoring import Why
from scorekeeper.words import Words
from tests.kit.paths import DATA
from tests.words.spoken_games import (
    MOMENTS,
    TOLD,
    corrections,
    keys_typed,
    moments,
    retold,
    rules_sheets,
)

EN, FR = Words.of("en"), Words.of("fr")


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
def test_remembered_game_is_told_word_for_word(path: Path) -> None:
    script = path.read_text(encoding="utf-8")
    assert retold(script) == script


SCRIPTS = {"corrections": corrections, "keys": keys_typed, "rules": rules_sheets}


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_is_told_word_for_word(name: str) -> None:
    script = (DATA / "told" / f"{name}.txt").read_text(encoding="utf-8")
    assert "".join(f"{line}\n" for line in SCRIPTS[name](script)) == script


def test_told_games_cover_every_action_notice_award_and_phase() -> None:
    """So all that a player can meet was reviewed in both languages."""
    actions = {type(read_asked(moment.line)) for moment in MOMENTS if not moment.refusal}
    assert actions == set(get_args(Action))
    told = {type(event.notice) for m in MOMENTS for event in m.events if hasattr(event, "notice")}
    assert told == set(get_args(Notice))
    assert {moment.game.phase for moment in MOMENTS} == set(Phase)
    pegged = {award.why for m in MOMENTS for e in m.events for award in getattr(e, "awards", ())}
    assert pegged == set(Why)


OF_THE_TABLE = {Code.NOTHING_TO_UNDO, Code.NOTHING_TO_REDO, Code.NO_LONGER_HOLDS, Code.STALE}
"""Refusals of the table, which occur in no single game."""


def test_told_games_cover_every_refusal_of_a_game() -> None:
    refused = {moment.refusal.code for moment in MOMENTS if moment.refusal}
    assert refused == set(Code) - OF_THE_TABLE


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
def test_joined_actions_are_told_as_each_would_be(path: Path) -> None:
    done = [moment for moment in moments(path.read_text(encoding="utf-8")) if not moment.refusal]
    for one, two in pairwise(done):
        both = (one.entry, two.entry)
        entry = Entry(
            entry=1,
            actions=tuple(action for single in both for action in single.actions),
            events=tuple(event for single in both for event in single.events),
            lengths=tuple(len(single.events) for single in both),
        )
        if one.game.phase is not Phase.OVER:
            first, then = (EN.entry(single, two.game) for single in both)
            assert EN.entry(entry, two.game) == f"{first[:-1]}; {then}"


FOUR = Start(rules="cribble", players=("Ann", "Ben", "Cid", "Dee"), dealer=0)


@pytest.mark.parametrize(
    ("claimed", "english", "french"),
    [
        (
            Overcount(seat=2, of=2, claim=8, total=6),
            "Ann said 8 for Cid’s hand. It’s only 6.",
            "Ann a dit 8 pour la main de Cid, mais c’est seulement 6.",
        ),
        (
            Undercount(seat=0, of=0, claim=4, total=7, taken=((1, 2),)),
            "Ann said 4, it was 7; Ben and Dee took 2; 1 went unclaimed.",
            "Ann a dit 4, c’était 7\u00a0; Ben et Dee ont pris 2\u00a0; 1 oublié.",
        ),
    ],
)
def test_verdict_names_the_captain_who_spoke_and_what_nobody_took(
    claimed: Overcount | Undercount, english: str, french: str
) -> None:
    game, _ = apply(Game(), FOUR)
    assert (EN.verdict(claimed, game), FR.verdict(claimed, game)) == (english, french)


@pytest.mark.parametrize(
    ("suits", "said"),
    [
        (SuitsTaken(flush=None, nobs=True), "with nobs"),
        (SuitsTaken(flush=True, nobs=False), "no nobs, with a flush"),
        (SuitsTaken(flush=False, nobs=None), "no flush"),
        (SuitsTaken(flush=None, nobs=None), None),
    ],
)
def test_suits_that_a_right_claim_assumes_are_said(suits: SuitsTaken, said: str | None) -> None:
    assert EN.suits_taken(suits) == said
