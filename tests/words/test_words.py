"""Every sentence of a game in both languages: told games, and a walk through the closed sets."""

import json
import re
from collections.abc import Iterator
from gettext import NullTranslations
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest

from scorekeeper.cards import Card, Rank
from scorekeeper.game.actions import Action
from scorekeeper.game.codec import read_asked
from scorekeeper.game.events import Award, Notice, Overcount, Skunk, Undercount, notices_of
from scorekeeper.game.refusal import Code
from scorekeeper.game.snapshot import Entry
from scorekeeper.game.state import Phase
from scorekeeper.scoring.combo import Why
from scorekeeper.words import LANGUAGES, Words
from scorekeeper.words.awards import KINDS, kind
from tests.kit.formats.spoken_games import MOMENTS, TOLD, Moment, moments, retold, said

EN, FR = Words.of("en"), Words.of("fr")


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
def test_remembered_game_is_told_word_for_word(path: Path) -> None:
    script = path.read_text(encoding="utf-8")
    assert retold(script) == script


def test_told_games_cover_every_action_notice_award_and_phase() -> None:
    """Somebody has read in both languages all that a player can meet."""
    actions = {type(read_asked(moment.line)) for moment in MOMENTS if not moment.refusal}
    assert actions == set(get_args(Action))
    told = {type(event.notice) for m in MOMENTS for event in m.events if hasattr(event, "notice")}
    assert told == set(get_args(Notice))
    assert {moment.game.phase for moment in MOMENTS} == set(Phase)
    pegged = {award.why for m in MOMENTS for e in m.events for award in getattr(e, "awards", ())}
    assert pegged == set(Why)


OF_THE_TABLE = {Code.NOTHING_TO_UNDO, Code.NOTHING_TO_REDO, Code.NO_LONGER_HOLDS, Code.STALE}
"""Refusals of the table, which no single game meets."""


def test_told_games_cover_every_refusal_of_a_game() -> None:
    refused = {moment.refusal.code for moment in MOMENTS if moment.refusal}
    assert refused == set(Code) - OF_THE_TABLE


class Blotted(NullTranslations):
    """A language in which every sentence is blotted out, but for its values."""

    def gettext(self, message: str) -> str:
        """*message* with a star for each letter."""
        return "".join(
            part if part.startswith("{") else re.sub(r"\w", "*", part)
            for part in re.split(r"(\{[^}]*\})", message)
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """As for one sentence."""
        return self.gettext(msgid1 if n == 1 else msgid2)


def test_no_sentence_bypasses_the_catalogue() -> None:
    """With all sentences blotted out, nothing is left to read but names, numbers and reasons."""
    blotted = Words("fr", "VDR", Blotted())
    left: set[str] = set()
    for moment in MOMENTS:
        names = {*moment.game.players, *("mal", "marqué", "Évelyne", "Ève")}
        numbers = {word for n in range(200) for word in re.findall(r"\w+", FR.number(n))}
        for line in said(moment, blotted):
            if not moment.refusal:
                left |= set(re.findall(r"[^\W\d_]{2,}", line[3:])) - names - numbers
    assert not left


def played(*lines: str) -> Iterator[Moment]:
    """The moments of a few actions."""
    return moments("\n".join(f"> {line}" for line in lines))


START = '{"do": "start", "rules": "six-card", "players": ["Ann", "Ben"], "dealer": 0}'


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


def test_open_claim_reveals_nothing_of_the_count() -> None:
    told = set()
    for hand in ("5H 5D 5S JC", "2H 4D 6S 8C", "4H 4D 4S 4C"):
        cards = ", ".join(f'"{card}"' for card in hand.split())
        *_, claimed = played(
            START,
            '{"do": "starter", "card": "10H"}',
            '{"do": "show"}',
            f'{{"do": "count", "cards": [{cards}], "claim": 0}}',
        )
        told.add(tuple(line for words in (EN, FR) for line in said(claimed, words)))
    assert len(told) == 1


FOUR = START.replace("six-card", "cribble").replace('"Ben"]', '"Ben", "Cid", "Dee"]')


@pytest.mark.parametrize(
    ("claimed", "english", "french"),
    [
        (
            Overcount(seat=2, of=2, claim=8, total=6),
            "Ann said 8 for Cid’s hand. It’s only 6.",
            "Ann a dit 8 pour la main de Cid, mais c’est seulement 6.",
        ),
        (
            Overcount(seat=0, of=0, claim=2, total=0),
            "Ann said 2. It’s worth nothing.",
            "Ann a dit 2, mais ça ne vaut rien.",
        ),
        (
            Undercount(seat=3, of="crib", claim=0, total=4),
            "Ben said 0 for the crib, it was 4; 4 went unclaimed.",
            "Ben a dit 0 pour le crib, c’était 4\u00a0; 4 oubliés.",
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
    (begun,) = played(FOUR)
    assert EN.verdict(claimed, begun.game) == english
    assert FR.verdict(claimed, begun.game) == french


@pytest.mark.parametrize("words", [EN, FR], ids=LANGUAGES)
def test_every_award_has_a_label_and_a_sentence(words: Words) -> None:
    assert set(KINDS) == set(Why)
    game = MOMENTS[-1].game
    for why in Why:
        award = Award(seat=0, team=0, points=2, why=why, cards=(Card(Rank.TEN),))
        assert words.award(award, game).startswith(game.players[0])
        assert kind(words, why)[0].isupper()


def peg(team: int, points: int) -> str:
    """Points that are pegged by hand."""
    return json.dumps({"do": "peg", "team": team, "points": points})


NEXT = '{"do": "next"}'


def test_point_that_a_card_pays_on_call_is_said_before_those_of_the_card() -> None:
    """The go came first, and its point makes the thirty-one one point less."""
    cards = ("10S", "10H", "5C", "3S", "3H")
    lines = [
        f'{{"do": "play", "card": "{card}", "seat": {seat}}}'
        for card, seat in zip(cards, (1, 0, 1, 0, 0), strict=True)
    ]
    *_, last = played(START, '{"do": "starter", "card": "9C"}', *lines)
    assert EN.entry(last.entry, last.game) == (
        "Ben says go; Ann plays the 3 of hearts: "
        "one for the go, a pair for two, and one more for thirty-one."
    )
    assert FR.entry(last.entry, last.game) == (
        "Ben dit go\u00a0; Ann joue le 3 de cœur\u00a0: "
        "un pour le go, une paire pour deux, et un de plus pour trente et un."
    )


@pytest.mark.parametrize(
    ("go", "english", "french"),
    [
        (
            '{"do": "go", "all": true}',
            "Nobody can play – Ann: one for the go.",
            "Personne ne peut jouer – Ann\u00a0: un pour le go.",
        ),
        (
            '{"do": "go"}',
            "Ann can’t play: one for the go.",
            "Ann ne peut plus jouer\u00a0: un pour le go.",
        ),
    ],
)
def test_point_for_the_last_card_of_a_count_names_its_player(
    go: str, english: str, french: str
) -> None:
    """Ann alone has cards, and still holds one: it is no last card."""
    say_go = {"go": '{"do": "go"}', "close": go}
    in_turn = ("9S", "9H", "9D", "AS", "AH", "go", "AD", "go", "AC")
    alone = ("KS", "KH", "3S", "4S", "close", "5S")
    lines = [say_go.get(one, f'{{"do": "play", "card": "{one}"}}') for one in in_turn + alone]
    start = START.replace("six-card", "three-handed").replace('"Ben"]', '"Ben", "Cy"]')
    *_, gone, last = played(start, '{"do": "starter", "card": "2C"}', *lines)
    assert EN.entry(gone.entry, gone.game) == english
    assert FR.entry(gone.entry, gone.game) == french
    assert EN.entry(last.entry, last.game) == "Ann plays the 5 of spades: one for last card."


def started(rules: str, players: int = 2, **fields: object) -> str:
    """A start of a game of *rules*."""
    names = ["Ann", "Ben", "Cid", "Dee", "Eve", "Flo"][:players]
    return json.dumps({"do": "start", "rules": rules, "players": names, "dealer": 0, **fields})


@pytest.mark.parametrize(
    ("lines", "english", "french"),
    [
        (
            [started("cribble", 4, scores=[0, 120], options={"wins": "low"}), peg(1, 1)],
            "Ben and Dee +1. Ben and Dee are out with 121: Ann and Cid win the game.",
            "Ben et Dee\u00a0: +1. Ben et Dee sortent à 121. Ann et Cid gagnent la partie.",
        ),
        (
            [started("cribble", 4, options={"best_of": 3}), peg(0, 121), NEXT, peg(0, 121)],
            "Ann and Cid +121. Ann and Cid win the match, 2–0.",
            "Ann et Cid\u00a0: +121. Ann et Cid gagnent le match, 2–0.",
        ),
        (
            [started("three-handed", 3, options={"misdeal": 1}), '{"do": "misdeal"}'],
            "Misdeal: one each for Ben and Cid. Ann deals again.",
            "Maldonne\u00a0: un point chacun pour Ben et Cid. Ann rebrasse.",
        ),
        (
            [started("three-handed", 3), '{"do": "misdeal", "redeal": false}'],
            "Misdeal: two each for Ben and Cid. The deal goes on.",
            "Maldonne\u00a0: deux points chacun pour Ben et Cid. La donne continue.",
        ),
        (
            [
                started("six-card", options={"muggins": False}),
                '{"do": "starter", "card": "10H"}',
                '{"do": "show"}',
                '{"do": "count", "cards": ["5H", "KD", "2S", "2C"], "claim": 4}',
            ],
            "Ben’s hand (Ben said 4): fifteen two, fifteen four, and a pair is six.",
            (
                "La main de Ben (Ben annonce 4)\u00a0: "
                "quinze-deux, quinze-quatre, et une paire, ça fait six."
            ),
        ),
        (
            [started("six-handed", 6, options={"misdeal": 2}), '{"do": "misdeal"}'],
            "Misdeal: two each for Ben and Eve, and Cid and Flo. Ann deals again.",
            "Maldonne\u00a0: deux points chacun pour Ben et Eve, puis Cid et Flo. Ann rebrasse.",
        ),
    ],
)
def test_an_entry_is_told_as_players_say_it(lines: list[str], english: str, french: str) -> None:
    *_, last = played(*lines)
    assert EN.entry(last.entry, last.game) == english
    assert FR.entry(last.entry, last.game) == french


@pytest.mark.parametrize(
    ("lines", "english", "french"),
    [
        (
            [started("britannica"), peg(0, 121)],
            "Lurch! Ben didn’t reach 61: the win counts double.",
            "Pétrin\u00a0! Ben n’a pas atteint 61\u00a0: la partie compte double.",
        ),
        (
            [started("six-handed", 6, scores=[0, 0, 120]), peg(2, 1)],
            "Skunk! Ann and Dee, and Ben and Eve didn’t reach 91: the win counts double.",
            (
                "Pétrin\u00a0! Ann et Dee, puis Ben et Eve n’ont pas atteint 91\u00a0: "
                "la partie compte double."
            ),
        ),
    ],
)
def test_a_skunk_is_told_as_players_say_it(lines: list[str], english: str, french: str) -> None:
    *_, last = played(*lines)
    skunk = next(notice for notice in notices_of(last.events) if isinstance(notice, Skunk))
    assert EN.notice(skunk, last.game) == english
    assert FR.notice(skunk, last.game) == french


def test_players_of_several_teams_may_call_muggins_in_one_list() -> None:
    options = {"muggins": True, "captain": False}
    start = started("six-handed", 6, options=options)
    count = '{"do": "count", "cards": ["2C", "4D", "6H", "8S"], "claim": 0}'
    *_, last = played(start, '{"do": "starter", "card": "KC"}', '{"do": "show"}', count)
    (window,) = last.game.windows
    assert "Cid, Flo, Ann or Dee can call muggins" in EN.window(window, last.game)


@pytest.mark.parametrize("typed", ["head start", "Head start", "Avance au départ", "avance "])
def test_a_head_start_is_told_in_the_language_of_the_reader(typed: str) -> None:
    """The reason stays as it was typed in the journal; any other one is told as it was typed."""
    _, pegged = played(START, f'{{"do": "peg", "team": 0, "points": 5, "reason": "{typed}"}}')
    assert EN.entry(pegged.entry, pegged.game) == "Ann +5 (head start)."
    assert FR.entry(pegged.entry, pegged.game) == "Ann\u00a0: +5 (avance)."
