"""A second table, written from the rules alone, follows amends, undo and redo of random matches;
and the journal reproduces any match."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper.cards import DECK, Card, Rank, Suit
from scorekeeper.game import actions as a
from scorekeeper.game.codec import answer, to_json
from scorekeeper.game.record import TableState
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.journal import Journal
from scorekeeper.journal.database import Database
from scorekeeper.journal.history import History
from scorekeeper.rules.variants import RULES
from scorekeeper.table import Table
from scorekeeper.table.commands import CommandResult, EntryMeta, amend_match, do, redo, undo
from tests.kit.oracles.second_engine import FACTS, NUMBER, SecondEngine, alike, suit
from tests.kit.players.random_games import Evening, random_options


class SecondTable:
    """The entries in force, each with the number of its first line."""

    def __init__(self):
        self.entries, self.undone, self.before = [], [], []
        self.engine = SecondEngine()
        self.told = None

    def do(self, line, action):
        """Return the expected answer to a new entry."""
        self._keep()
        self.entries = [*self.entries, (line, [action])]
        self.told = self.engine.follow(action)
        return self.told

    def undo(self):
        self.undone.append(self.entries)
        self.entries = self.before.pop()
        return self._decide()

    def redo(self):
        self.before.append(self.entries)
        self.entries = self.undone.pop()
        return self._decide()

    def amend(self, asked, left):
        """Return the expected result of *asked*, if *left* of its and later entries remain."""
        self._keep()
        place = next(at for at, (line, _) in enumerate(self.entries) if line == asked["entry"])
        without = asked.get("without") or []
        entries = [*self.entries[:place], (asked["entry"], asked["actions"])]
        for line, actions in self.entries[place + 1 :]:
            entries.append((line, [] if line in without else actions))
        change = self._changed_card(place, asked["actions"])
        self.entries = entries[: place + left]
        return self._decide(place, change)

    def _keep(self):
        self.before.append(self.entries)
        self.undone = []

    def _decide(self, place=0, change=None):
        """Decide all entries again; those after *place* that count a hand of the same deal use the
        corrected card."""
        self.engine, told, entries = SecondEngine(), self.told, []
        for at, (line, actions) in enumerate(self.entries):
            done = []
            for was in actions:
                action = self._restated(was, change) if change and at > place else was
                cards = getattr(self.engine, "laid", None)
                told = self.engine.follow(action)
                if at > place and getattr(self.engine, "laid", None) is not cards:
                    change = None
                done.append(action)
            entries.append((line, done))
        self.entries, self.told = entries, told
        return told

    def _changed_card(self, place, actions):
        """Return seat, place, old and new card, if *actions* differ in exactly one card."""
        old, _ = self._laid(place, self.entries[place][1])
        new, many = self._laid(place, actions)
        others = [at for at, (was, now) in enumerate(zip(old, new, strict=False)) if was != now]
        if len(old) != len(new) or len(others) != 1 or old[others[0]][0] != new[others[0]][0]:
            return None
        (at,) = others
        seat, card = new[at]
        later = [laid for laid in new[at + 1 :] if laid[0] == seat]
        return seat, many[seat] - 1 - len(later), old[at][1], card

    def _laid(self, place, actions):
        """Return the cards laid by *actions* at *place* in their deal, with seats; and the number
        laid so far by each seat."""
        engine, laid = SecondEngine(), []
        for _, before in self.entries[:place]:
            for action in before:
                engine.follow(action)
        for action in actions:
            cards = getattr(engine, "laid", None)
            seat = action.get("seat")
            if action["do"] == "play":
                laid.append((engine.turn if seat is None else seat, action["card"]))
            engine.follow(action)
            if getattr(engine, "laid", None) is not cards:
                laid = []
        return laid, [len(cards) for cards in getattr(engine, "laid", [])]

    def _restated(self, action, change):
        """Return *action* with the corrected card, if it counts the whole hand with that card."""
        seat, place, was, now = change
        shown = action.get("cards") or []
        if action["do"] != "count" or self.engine.to_count[0] != seat:
            return action
        laid = list(self.engine.laid[seat])
        whole = len(laid) if seat in self.engine.out else self.engine.rules["hand"]
        only_suit = NUMBER[was] == NUMBER[now] and (not suit(now) or now in shown)
        if len(shown) != whole or only_suit:
            return action
        laid[place] = was
        found = counterpart(laid, place, sorted(shown))
        if found is None:
            return action
        cards = list(shown)
        cards[cards.index(found)] = now
        return {**action, "cards": cards}


def counterpart(laid, place, shown):
    """Return which of the cards *shown* is the one *laid* at that place.

    Cards with suits are matched first, exactly, then with cards of their rank without a suit; then
    those without suits with such cards, and finally with any of their rank.
    """
    left, found = list(shown), {}
    for suited, exactly in ((True, True), (True, False), (False, True), (False, False)):
        for at, card in enumerate(laid):
            if at in found or bool(suit(card)) != suited:
                continue
            same = [other for other in left if NUMBER[other] == NUMBER[card]]
            if exactly:
                same = [other for other in same if other == card]
            elif suited:
                same = [other for other in same if not suit(other)]
            if same:
                found[at] = same[0]
                left.remove(same[0])
    return found.get(place) if len(found) == len(laid) else None


AMENDED = 8
"""Matches per row in `make test` in which entries are corrected and undone."""

MAX_AMENDED = 4_000
"""Matches in total in `make soak`."""


class Mender:
    """Replays a match at a table, and sometimes corrects an entry, or undoes changes; later actions
    may then be refused. The second table follows everything accepted."""

    def __init__(self, key: str, number: int) -> None:
        self.luck = Random(f"{key} amended {number}")
        self.turns = Evening(key, self.luck).play()
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
        """Undo and redo, or amend an entry; half of the amends are undone at once."""
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
        """Return an amend of some entry: another card, none, one more action, or another."""
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
        """Return *action* with another card, rule, seat or number."""
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
        """Return the card without its suit, one of its rank or suit, or any."""
        luck = self.luck
        suited = Card(card.rank, luck.choice(tuple(Suit)))
        near = Card(luck.choice(tuple(Rank)), card.suit)
        return luck.choice((Card(card.rank), suited, suited, near, near, luck.choice(DECK)))

    def ask(self, asked: a.Asked) -> bool:
        """Ask both tables, which must agree; return False if refused."""
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
        """Return the program's result of *asked*; the start of the match is kept."""
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
        """Return the entries in force, with the number and actions given by amends."""
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
    assert amends_of_an_earlier_match(Mender(key, 0))


def amends_of_an_earlier_match(mender: Mender) -> int:
    """Amend the match of *mender* later; return how many amends both tables agreed on."""
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
def test_second_table_agrees_after_four_thousand_matches_with_corrections(key: str) -> None:
    counts, many = Counter[str](), -(-MAX_AMENDED // len(RULES))
    for evening in range(AMENDED, AMENDED + many):
        counts += Mender(key, evening).play()
    print(f"{key}: {many:,} matches, {dict(counts)}")
