"""A second engine, written from the rules alone, follows random evenings and must always agree."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from scorekeeper.cards import DECK, Card, Rank, Suit
from scorekeeper.game import actions as a
from scorekeeper.game.codec import answer, read_asked, read_events, to_json, to_plain
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.engine.evolve import evolve_all
from scorekeeper.game.events import ChangedPlaces, Event, Notice, Seated, Skunk, notices_of
from scorekeeper.game.record import TableState
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Game, Phase
from scorekeeper.journal import Journal
from scorekeeper.journal.database import Database
from scorekeeper.journal.history import History
from scorekeeper.rules.options import house_rules
from scorekeeper.rules.variants import RULES
from scorekeeper.table import Table
from scorekeeper.table.commands import CommandResult, EntryMeta, amend_match, do, redo, undo
from tests.kit.formats import game_file
from tests.kit.formats.pad_actions import read_action
from tests.kit.oracles.second_engine import SecondEngine
from tests.kit.oracles.second_table import SecondTable
from tests.kit.paths import DATA
from tests.kit.players.random_games import Evening, Turn, random_options

MATCHES = 60
"""By each row, in `make test`."""

GAMES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(DATA.glob("games/*.game"))}

MANY = 100_000
"""In all, in `make soak`."""

CALLED_OFF = 0.995
"""Above it a game is called off where another follows, so that many next games have no loser."""

HOUSE_RULES: dict[str, tuple[Any, ...]] = {
    "undercount": ("given", "lost"),
    "overcall": ("nothing", "lesser"),
    "overcount": ("corrected", "fined", "lost"),
    "wins": ("high", "low"),
    "heels_at_end": ("win", "no"),
    "first_deal": ("loser", "winner", "in_turn", "cut"),
    "best_of": (0, 3, 5, 7),
}


class HouseEvening(Evening):
    """An evening by more house rules, at which people also pass, give up and put a deal right."""

    def play(self, games: int = 1) -> list[Turn]:
        """All that is entered until so many games have ended, or a match is decided."""
        self.goes_on = games > 1
        super().play()
        while games > 1 and not self.decided():
            self.do(a.Next())
            while self.game.phase is not Phase.OVER:
                self.do(self._next_action())
            games -= 1
        return self.turns

    def decided(self) -> bool:
        """True if a side has won the best of so many games."""
        rules = self.game.rules
        wins = [turn.game.winner for turn in self.turns if turn.game.phase is Phase.OVER]
        most = max(map(wins.count, range(len(self.game.games))))
        return bool(rules and rules.best_of and most > rules.best_of // 2)

    def do(self, action: a.Action) -> None:
        """*action*; if it begins a match, with more house rules or close to the end."""
        if isinstance(action, a.Start) and self.luck.random() < 0.6:
            chosen = self.luck.sample(sorted(HOUSE_RULES), self.luck.randint(1, 4))
            more = {name: self.luck.choice(HOUSE_RULES[name]) for name in chosen}
            action = replace(action, options={**(action.options or {}), **more})
        if isinstance(action, a.Start) and self.luck.random() < 0.3:
            goals = house_rules(action.rules, action.options).goals
            near = tuple(goal - self.luck.randint(1, 8) for goal in goals)
            action = replace(action, scores=near)
        super().do(action)

    def _next_action(self) -> a.Action:
        luck, phase = self.luck, self.game.phase
        roll = luck.random()
        if roll < 0.003:
            return self._varied(a.Concede(team=luck.randrange(len(self.game.pegs))))
        if roll < 0.02 and phase in (Phase.CUT, Phase.PLAY):
            return a.Misdeal(redeal=False)
        if roll > CALLED_OFF and self.goes_on:
            return a.Abandon()
        return self._varied(super()._next_action())

    def _varied(self, action: a.Action) -> a.Action:
        """*action*, or another way to do it, if the program allows that."""
        luck, other = self.luck, action
        match action:
            case a.Count() | a.Crib() if luck.random() < 0.15:
                claim = luck.randint(0, 29)
                passed = type(action)(passed=True)
                other = luck.choice((passed, replace(action, claim=claim)))
            case a.Muggins() if luck.random() < 0.5:
                said = luck.choice(({}, {"of": None}, {"flush": 4}, {"flush": 0}, {"nobs": False}))
                other = replace(action, points=luck.randint(1, 12), **said)
        if other is action:
            return action
        try:
            apply(self.game, other)
        except Refusal:
            return action
        return other


FACTS = ["phase", "turn", "count", "dealer", "scores", "pegs", "players", "winner", "games"]


def follow(turns: list[Turn]) -> None:
    """The second engine says of every entry what the program answered; from the JSON of its events
    the record tells the same game."""
    second, retold = SecondEngine(), Game()
    for number, turn in enumerate(turns):
        assert read_asked(to_json(turn.action)) == turn.action
        retold = evolve_all(retold, read_events(to_json(turn.events)))
        assert retold == turn.game, lines(turns[: number + 1])
        told = json.loads(to_json(answer(number, turn.events, turn.game)))
        ours = second.follow(json.loads(to_json(turn.action)))
        assert alike(ours) == alike(told), lines(turns[: number + 1])
        assert second.entry_mode == to_plain(turn.game.entry_mode), lines(turns[: number + 1])


def alike(told: dict[str, Any]) -> dict[str, Any]:
    """The facts of an answer; lists that have no order are put in one."""
    plain = {name: told[name] for name in FACTS}
    plain["drawing"] = sorted(told.get("drawing") or ())
    plain["whys"] = [award["why"] for award in told["awards"]]
    plain["awards"] = in_order({"void": False} | award for award in told["awards"])
    late = [notice for notice in told["notices"] if notice["what"] == "late_renege"]
    rest = [notice for notice in told["notices"] if notice["what"] != "late_renege"]
    plain["notices"] = sorted(late, key=lambda notice: str(notice["card"])) + rest
    for notice in plain["notices"]:
        if notice["what"] == "counted":
            notice["combos"] = in_order(
                combo | {"why": combo["kind"]} for combo in notice["combos"]
            )
    return plain


def in_order(scored: Iterable[dict[str, Any]]) -> list[Any]:
    """Awards or combinations, sorted; which jack is his nobs is not looked at."""
    plain = [
        scoring | {"cards": [] if scoring["why"] == "nobs" else sorted(scoring["cards"])}
        for scoring in scored
    ]
    return sorted(
        plain, key=lambda scoring: (scoring["why"], str(scoring.get("team")), scoring["cards"])
    )


def lines(turns: list[Turn]) -> str:
    """The entries of *turns* as JSON lines."""
    return "\n".join(to_json(turn.action).decode() for turn in turns)


@pytest.mark.parametrize("key", RULES)
def test_second_engine_agrees_with_every_answer(key: str) -> None:
    seen = set[Any]()
    for number in range(MATCHES):
        turns = match(key, number)
        follow(turns)
        for turn in turns:
            seen |= {type(turn.action), *map(type, (*turn.events, *notices_of(turn.events)))}
    unseen = {*get_args(a.Action), *get_args(Event), *get_args(Notice)} - seen
    assert unseen <= {Seated, ChangedPlaces, Skunk}, "these things never happened"


@pytest.mark.parametrize("pad", GAMES.values(), ids=GAMES)
def test_second_engine_agrees_with_remembered_games(pad: str) -> None:
    for turns in remembered(pad):
        follow(turns)


def remembered(pad: str) -> Iterator[list[Turn]]:
    """The turns of each table of a remembered game, without what is refused."""
    game, turns = Game(), list[Turn]()
    for line in game_file.lines(pad):
        action = read_action(line.does, game)
        if isinstance(action, a.Start):
            yield turns
            game, turns = Game(), []
        with suppress(Refusal):
            game, events = apply(game, action)
            turns.append(Turn(action, events, game))
    yield turns


LOWBALL = """
{"do": "start", "rules": "three-handed", "players": ["Ann", "Ben", "Cid"], "dealer": 1,
 "options": {"wins": "low"}, "scores": [55, 120, 10]}
"""


def test_concession_in_lowball_goes_to_the_better_of_the_others_who_is_furthest_back() -> None:
    follow(played(LOWBALL, a.Concede(team=0)))


def test_next_game_of_lowball_is_dealt_by_whoever_reached_the_target_and_lost() -> None:
    follow(played(LOWBALL, a.Peg(team=1, points=1), a.Next()))


def played(start: str, *actions: a.Action) -> list[Turn]:
    """The turns of what is done after *start*."""
    evening = Evening("three-handed", Random(0))
    for action in (read_asked(start.replace("\n", "")), *actions):
        Evening.do(evening, action)
    return evening.turns


AMENDED = 8
"""Matches by each row in `make test` at which entries are corrected and undone."""

MOST_AMENDED = 4_000
"""Matches in all in `make soak`."""


class LongEvening(HouseEvening):
    """An evening of which some matches begin without a head start, and so have several deals."""

    def do(self, action: a.Action) -> None:
        """*action*; some starts have no scores."""
        if isinstance(action, a.Start) and self.luck.random() < 0.25:
            action = replace(action, scores=None)
        super().do(action)


class Mender:
    """Plays a match again at a table, and now and then corrects an entry, or takes changes back;
    what people go on to do may be refused then. The second table follows all that is accepted."""

    def __init__(self, key: str, number: int) -> None:
        self.luck = Random(f"{key} amended {number}")
        self.turns = LongEvening(key, self.luck).play()
        self.state, self.second, self.line = TableState(), SecondTable(), 0
        self.history = History.of(Database.create(None, "nothing earlier"))
        self.done: list[str] = []
        self.counts = Counter[str]()

    def play(self) -> Counter[str]:
        """Return how many changes of each kind both tables agreed on."""
        for turn in self.turns:
            self.ask(turn.action)
            while self.line > 1 and self.luck.random() < 0.3:
                self.correct()
        return self.counts

    def correct(self) -> None:
        """Undo and redo, or amend an entry; half of the amends are taken back at once."""
        luck = self.luck
        if luck.random() < 0.2:
            steps = luck.randint(1, 4)
            taken_back = [self.ask(a.Undo()) for _ in range(steps)]
            for _ in range(taken_back.count(True) - (luck.random() < 0.05)):
                self.ask(a.Redo())
            return
        if self.ask(self.amend()) and luck.random() < 0.93:
            self.ask(a.Undo())

    def amend(self) -> a.Amend:
        """An amend of some entry: another card, nothing, one more action, or another one."""
        luck = self.luck
        entries = [node.entry for node in self.state.record.walk()][::-1]  # type: ignore[union-attr]
        laid = [one for one in entries if any(isinstance(did, a.Play) for did in one.actions)]
        entry = luck.choice(luck.choice((entries[-8:], entries[-8:], laid or entries)))
        later = [one.entry for one in entries if one.entry > entry.entry]
        return a.Amend(
            entry=entry.entry,
            actions=self.other_actions(entry.actions),
            drop_rest=True if luck.random() < 0.2 else None,
            without=tuple(luck.sample(later, 1)) if later and luck.random() < 0.2 else None,
        )

    def other_actions(self, actions: tuple[a.Action, ...]) -> tuple[a.Action, ...]:
        luck, game = self.luck, self.state.game
        teams, seats = range(len(game.pegs)), range(len(game.players))
        more: tuple[a.Action, ...] = (
            a.Go(seat=luck.choice((None, *seats)), out=True),
            a.Misdeal(redeal=luck.choice((None, False))),
            a.Deal(dealer=luck.choice((None, *seats))),
            a.Peg(team=luck.choice(teams), points=luck.choice((-2, 1, 5))),
            a.Play(card=self.other_card(luck.choice(DECK))),
            a.Go(),
        )
        roll = luck.random()
        if actions and isinstance(actions[0], a.Start):
            return (self.other(actions[0]), *actions[1:])
        if roll < 0.55 and actions:
            place = luck.randrange(len(actions))
            return (*actions[:place], self.other(actions[place]), *actions[place + 1 :])
        if roll < 0.65:
            return ()
        extra = luck.choice(more)
        return luck.choice(((extra, *actions), (*actions, extra), (extra,)))

    def other(self, action: a.Action) -> a.Action:
        """*action* with another card, rule, seat or number in it."""
        luck = self.luck
        match action:
            case a.Play(card=card) | a.Starter(card=card):
                return replace(action, card=self.other_card(card))
            case a.Count(cards=cards) | a.Crib(cards=cards) if cards:
                place = luck.randrange(len(cards))
                other = self.other_card(cards[place])
                cards = (*cards[:place], other, *cards[place + 1 :])
                return replace(action, cards=luck.choice((cards, cards[::-1])))
            case a.Start(rules=rules, options=options):
                changed = random_options(RULES[rules], luck)
                name = luck.choice(sorted(changed))
                return replace(action, options={**(options or {}), name: changed[name]})
            case a.Misdeal():
                return a.Misdeal(redeal=luck.choice((None, False)))
            case a.Go():
                return a.Go(seat=action.seat, out=luck.choice((None, True)))
            case _:
                return action

    def other_card(self, card: Card) -> Card:
        """The same card without its suit, one of its rank or suit, or any."""
        luck = self.luck
        suited = Card(card.rank, luck.choice(tuple(Suit)))
        near = Card(luck.choice(tuple(Rank)), card.suit)
        return luck.choice((Card(card.rank), suited, suited, near, near, luck.choice(DECK)))

    def ask(self, asked: a.Asked) -> bool:
        """Ask both tables; they must say the same. False if it is refused."""
        try:
            result = self.decided(asked)
        except Refusal:
            return False
        self.line += 1
        self.state = result.after
        plain = json.loads(to_json(asked))
        self.done.append(json.dumps(plain))
        match asked:
            case a.Undo():
                ours = self.second.undo()
            case a.Redo():
                ours = self.second.redo()
            case a.Amend():
                ours = self.second.amend(plain, len(result.decided))
            case _:
                ours = self.second.do(self.line, plain)
        told = json.loads(to_json(answer(self.line, result.events, self.state.game)))
        if result.kind == "do":
            assert alike(ours) == alike(told), "\n".join(self.done)
        else:
            facts = [*FACTS, "drawing"]
            said = [sorted(ours[f]) if f == "drawing" else ours[f] for f in facts]
            assert said == [told.get(f) or [] if f == "drawing" else told[f] for f in facts], (
                "\n".join(self.done)
            )
        if result.kind == "amend":
            assert self.recorded() == self.second.entries, "\n".join(self.done)
        self.counts[result.kind] += 1
        return True

    def decided(self, asked: a.Asked) -> CommandResult:
        """Return what the program makes of *asked*; the start of the match stays."""
        meta = EntryMeta(self.line + 1, "", "")
        match asked:
            case a.Undo():
                if self.state.head is None or self.state.head.below is None:
                    raise Refusal(Code.NOTHING_TO_UNDO)
                return undo(self.state, self.history)
            case a.Redo():
                return redo(self.state)
            case a.Amend():
                return amend_match(self.state, asked, meta)
            case _:
                return do(self.state, asked, meta, self.history)

    def recorded(self) -> list[tuple[int, list[Any]]]:
        """The entries that stand, each with the number and actions that an amend gave it."""
        nodes = [*self.state.record.walk()][::-1]  # type: ignore[union-attr]
        return [
            (node.entry.entry, [json.loads(to_json(action)) for action in node.entry.actions])
            for node in nodes
        ]


@pytest.mark.parametrize("key", RULES)
def test_second_table_agrees_after_every_amend_and_undo(key: str) -> None:
    counts = sum((Mender(key, number).play() for number in range(AMENDED)), Counter[str]())
    assert min(counts[kind] for kind in ("do", "undo", "redo", "amend")) > AMENDED


@pytest.mark.parametrize("key", RULES)
def test_second_table_agrees_after_amends_of_an_earlier_match(key: str) -> None:
    """The next match is on; all that is asked of the earlier one is taken back in between."""
    assert amends_of_an_earlier_match(Mender(key, 0))


def amends_of_an_earlier_match(mender: Mender) -> int:
    """Amend the match of *mender* after it; return how many amends both tables agreed on."""
    journal, second, accepted = Journal.in_memory(), mender.second, 0
    table, history = Table(journal), History(journal.rows, journal.ready)
    for turn in mender.turns:
        second.do(table.submit(turn.action).version, json.loads(to_json(turn.action)))
    now = table.submit(a.Start(rules="six-card", players=("Ann", "Ben"))).snapshot.game

    def agree(ours: Any) -> None:
        state = history.earlier_match(1)
        assert state
        mender.state = state
        assert mender.recorded() == second.entries
        told = json.loads(to_json(answer(0, (), state.game)))
        assert [ours[fact] for fact in FACTS] == [told[fact] for fact in FACTS]
        assert table.now.game == now
        assert table.games()[0].scores == state.game.scores

    agree(second.told)
    for _ in range(40):
        asked = mender.amend()
        try:
            table.submit(asked)
        except Refusal:
            continue
        standing = history.earlier_match(1)
        assert standing
        assert standing.record
        left = sum(node.entry.entry >= asked.entry for node in standing.record.walk())
        agree(second.amend(json.loads(to_json(asked)), left))
        accepted += 1
        if mender.luck.random() < 0.7:
            table.submit(a.Undo())
            agree(second.undo())
    return accepted


@pytest.mark.slow
@pytest.mark.parametrize("key", RULES)
def test_second_engine_agrees_with_a_hundred_thousand_matches(key: str) -> None:
    entries, many = 0, -(-MANY // len(RULES))
    for number in range(MATCHES, MATCHES + many):
        turns = match(key, number)
        follow(turns)
        entries += len(turns)
    print(f"{key}: {many:,} matches, {entries:,} entries")


def match(key: str, number: int) -> list[Turn]:
    """A match by the row *key*, sometimes of several games."""
    luck = Random(f"{key} second {number}")
    return HouseEvening(key, luck).play(games=1 if luck.random() < 0.9 else 3)


@pytest.mark.slow
@pytest.mark.parametrize("key", RULES)
def test_second_table_agrees_after_four_thousand_matches_with_corrections(key: str) -> None:
    counts, many = Counter[str](), -(-MOST_AMENDED // len(RULES))
    for number in range(AMENDED, AMENDED + many):
        counts += Mender(key, number).play()
    print(f"{key}: {many:,} matches, {dict(counts)}")
