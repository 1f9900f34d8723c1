"""Players who play a match on two phones, make and correct mistakes, and know the true game."""

import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from random import Random
from typing import Final, NamedTuple

from cribble.demo import Bot
from scorekeeper.cards import Card, Cards, Rank
from scorekeeper.game import actions as a
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.engine.evolve import evolve_all
from scorekeeper.game.state import Game, Phase
from scorekeeper.journal import Journal
from scorekeeper.rules.variants import RULES
from scorekeeper.table import Table
from tests.kit.drivers.browser import PATIENCE
from tests.kit.drivers.web_server import Site
from tests.kit.oracles.second_counter import points, suit_points
from tests.page.fast_taps import TO_TABLE, Fingers, Step, answer, into, may, tap

NAMES: Final = ("Ann", "Ben", "Carl", "Dora", "Eve", "Finn")
HASTE: Final = 50
"""Speed of the table's clock relative to real time, so that counts take no time."""


class Match(NamedTuple):
    rules: str
    counts: str
    target: int
    scores: tuple[int, ...]


MATCHES: Final = (
    Match("cribble", "muggins", 121, (92, 88)),
    Match("six-card", "muggins", 61, (40, 38)),
    Match("three-handed", "muggins", 61, (42, 46, 44)),
    Match("four-handed", "program", 121, (99, 96)),
    Match("five-card", "program", 61, (42, 40)),
    Match("britannica", "players", 61, (38, 35)),
    Match("acc", "program", 61, (31, 33)),
    Match("seven-card", "players", 121, (100, 102)),
    Match("captain", "players", 121, (46, 104)),
    Match("five-handed", "program", 61, (53, 55, 52, 54, 56)),
    Match("six-handed", "program", 61, (47, 49, 48)),
)


def put_right(by: Fingers, entry: int, card: Card) -> list[Step]:
    return [
        tap("header > button:last-child"),
        tap(by.named("History")),
        tap(f'[data-key="entry-{entry}"] > button'),
        *by.key(card, on=".editor .pad"),
        tap(".correct .bar .prime"),
    ]


class Evening(NamedTuple):
    site: Site
    journal: Journal


def hasty_evening() -> Evening:
    journal = Journal.in_memory()
    table = Table(journal, ticks=lambda: time.monotonic() * HASTE)
    return Evening(Site(table=table, is_open=True), journal)


def digits(where: str, points: int) -> list[Step]:
    return [tap(f'{where} .digits [data-key="key-{digit}"]') for digit in str(points)]


def answers(hand: Cards, starter: Card) -> list[Step]:
    """Return taps with the true answer to questions about flush and nobs, also before "Show me"; no
    second try is used."""
    flush, nobs = suit_points(hand, starter, crib=False)
    said = flush or (nobs and "nobs") or "no"
    keys = (said, "no")
    ways = (*(f'[data-key="suits-{key}"]' for key in keys), "[data-key=show-me]")
    return [answer(*ways)] * 3


SHOWN: Final = """() => {
  const texts = (selector) =>
    [...document.querySelectorAll(selector)].map((one) => one.innerText.trim());
  return [
    document.querySelector(".app").dataset.view,
    texts(".scores .pegs").map((text) => text.replace(/\\s+/g, "")),
  ];
}"""


class People:
    """All players, with two phones; *luck* determines their actions."""

    def __init__(
        self,
        evening: Evening,
        phones: Sequence[Fingers],
        match: Match,
        luck: Random,
    ) -> None:
        (self.site, self.journal), self.phones = evening, phones
        self.match, self.luck = match, luck
        self.hands, self.game = Bot(luck), Game()
        self.next_phone = cycle(phones)
        self.happened: Counter[str] = Counter()

    def enter(self, *steps: Step, by: Fingers | None = None) -> None:
        """Make taps that enter something, on the phone whose turn it is; a wrong claim is shown
        until a tap."""
        on = may("[data-key=go-on]")
        (by or next(self.next_phone)).press([on, *steps], self.site.table.now.version)

    def enter_card(self, card: Card, *, suit: bool = False) -> None:
        by = next(self.next_phone)
        self.enter(*by.key(card, suit=suit), by=by)

    def suited(self) -> bool:
        return self.luck.random() < 0.3

    def know(self, action: a.Action) -> None:
        self.game, _ = apply(self.game, action)

    def play(self) -> None:
        self.sit_down()
        while self.game.phase is not Phase.OVER:
            self.play_a_deal()
        self.enter(tap(".key.undo"))
        assert self.site.table.now.game.winner is None
        self.enter(tap("[data-key=redo]"))
        self.agree()
        self.enter(tap(".ending > .prime"))
        self.know(a.Next())
        self.play_a_deal()

    def sit_down(self) -> None:
        rules, counts, target, scores = self.match
        row, by = RULES[rules], self.phones[0]
        chosen = {"rules": rules, "counting": counts}
        if len(row.targets) > 1:
            chosen["target"] = target
        steps = [
            *(
                step
                for name, value in {"players": row.players, **chosen}.items()
                for step in self.choice(name, value)
            ),
            *(into(f"[data-key=place-{n}] input", NAMES[n]) for n in range(row.players)),
            tap("[data-key=head-start] summary"),
            *(
                into(f"[data-key=head-start] .field:nth-of-type({team + 1}) input", score)
                for team, score in enumerate(scores)
            ),
            tap("[data-key=start]"),
        ]
        self.enter(*steps, by=by)
        (line,) = self.site.table.lines(0)
        self.game = evolve_all(Game(), line.events)
        assert (self.game.key, self.game.rules.target) == (rules, target)
        assert self.game.rules.muggins is (counts == "muggins")
        assert self.game.scores == scores
        assert self.game.players == NAMES[: row.players]

    @staticmethod
    def choice(name: str, value: object) -> list[Step]:
        fold = {"rules": "game", "target": "game", "counting": "counting"}.get(name)
        folds = ["all", fold] if fold else []
        return [
            *([may("[data-key=more-players]")] if name == "players" else []),
            *(may(f"[data-key={one}]:not([open]) > summary") for one in folds),
            tap(f'[data-key="{name}-{value}"] input'),
        ]

    def play_a_deal(self) -> None:
        while self.game.phase is Phase.DRAW:
            self.go_on()
        number = self.game.deal.number
        self.mishaps = ["undo", "redo", "amend"]
        while self.game.phase is not Phase.OVER and self.game.deal.number == number:
            self.go_on()
        self.agree()

    def go_on(self) -> None:
        match self.hands.next_action(self.game):
            case a.Draw(card=card) | a.Starter(card=card) as shown:
                self.enter_card(card)
                self.know(shown)
            case a.Play() as play:
                self.lay(play)
            case a.Go() as go:
                self.enter(tap(".key.go:not(.all)"))
                self.know(go)
                self.happened["go"] += 1
            case a.Count() | a.Crib() as shown:
                self.show(shown)
            case other:
                raise AssertionError(other)

    def lay(self, play: a.Play) -> None:
        """Lay a card; perhaps a wrong one first, noticed at once or a card later."""
        ahead, _ = apply(self.game, play)
        if "amend" in self.mishaps and self.may_amend(play, ahead):
            self.mishaps.remove("amend")
            self.lay_wrong_and_mend(play, ahead)
            return
        if (wrong := self.wrong_for(play)) and self.happens("undo"):
            self.enter_card(self.luck.choice(wrong))
            self.enter(tap(".key.undo"))
        self.enter_card(play.card, suit=self.suited())
        if ahead.phase is Phase.PLAY and self.happens("redo"):
            self.enter(tap(".key.undo"))
            self.enter(tap("[data-key=redo]"))
        self.know(play)

    def happens(self, mishap: str) -> bool:
        if mishap not in self.mishaps or self.luck.random() > 0.3:
            return False
        self.mishaps.remove(mishap)
        self.happened[mishap] += 1
        return True

    def wrong_for(self, play: a.Play) -> list[Card]:
        """Return every other rank that could be laid now."""
        deal = self.game.deal
        lying = [card for hand in (*deal.hands, (deal.starter,)) for card in hand if card]
        known = Counter(card.rank for card in lying)
        others = [rank for rank in Rank if rank is not play.card.rank and known[rank] < 3]
        return [Card(rank) for rank in others if deal.play.count + min(rank, 10) <= 31]

    def may_amend(self, play: a.Play, ahead: Game) -> bool:
        deal, rules = self.game.deal, self.game.rules
        return (
            deal.play.count == 0
            and ahead.phase is Phase.PLAY
            and all(map(lambda score, goal: score < goal - 12, self.game.scores, rules.goals))
            and isinstance(self.hands.next_action(ahead), a.Play)
            and sum(len(laid) < rules.hand for laid in ahead.deal.hands) > 1
        )

    def lay_wrong_and_mend(self, play: a.Play, ahead: Game) -> None:
        following = self.hands.next_action(ahead)
        assert isinstance(following, a.Play)
        wrong = [card for card in self.wrong_for(play) if card.rank is not following.card.rank]
        self.enter_card(self.luck.choice(wrong))
        entry = self.site.table.now.version
        self.enter_card(following.card)
        by = next(self.next_phone)
        self.enter(*put_right(by, entry, play.card), by=by)
        by.press(TO_TABLE, 0, enters=False)
        self.happened["amend"] += 1
        self.know(play)
        self.know(following)

    def show(self, shown: a.Count | a.Crib) -> None:
        of, by = self.game.counting, next(self.next_phone)
        laid = () if of == "crib" else self.game.deal.hands[of]
        missing = shown.cards or ()
        hand, starter = (*laid, *missing), self.game.deal.starter
        truth = points(hand, starter, crib=of == "crib")
        steps = [step for card in missing for step in by.key(card, suit=self.suited())]
        if self.match.counts == "program":
            self.enter(*steps, *self.says(by, hand, starter), tap("[data-key=count]"), by=by)
            self.know(shown)
            return
        claim = max(0, truth + self.luck.choice((0, 0, 1, -1, -2, -2)))
        counted = (*digits(".claim", claim), tap("[data-key=count]"))
        self.enter(*steps, *counted, *answers(hand, starter), by=by)
        match shown:
            case a.Count():
                self.know(a.Count(seat=shown.seat, cards=shown.cards, claim=claim))
            case a.Crib():
                self.know(a.Crib(cards=shown.cards, claim=claim))
        if claim < truth:
            self.call(of, truth - claim, hand, starter)

    def says(self, by: Fingers, hand: Cards, starter: Card) -> list[Step]:
        flush, nobs = suit_points(hand, starter, crib=False)
        chips = [may(f".claim {by.named('Flush of {n}', n=flush)}")] if flush else []
        return [*chips, *([may(f".claim {by.named('Nobs')}")] if nobs else [])]

    def call(self, of: a.Of, missed: int, hand: Cards, starter: Card) -> None:
        window = next((one for one in self.game.windows if one.of == of), None)
        if window is None:
            return
        team = self.luck.choice(list(self.game.others(self.game.team_of(window.seat))))
        by = next(self.next_phone)
        self.enter(
            tap(f'[data-key="{of}-{team}"]'),
            *digits(".calling", missed),
            tap(".calling .prime"),
            *answers(hand, starter),
            by=by,
        )
        self.know(a.Muggins(team=team, points=missed, of=of))
        self.happened["muggins"] += 1

    def agree(self) -> None:
        """Check that phones, journal and the independent game have the same pegs and games."""
        game = Table(self.journal).now.game
        kept, known = (
            (one.pegs, one.games, one.phase, one.turn, one.dealer) for one in (game, self.game)
        )
        assert kept == known, (kept, known)
        for fingers in self.phones:
            self.compare_page(fingers, game)

    def compare_page(self, fingers: Fingers, game: Game) -> None:
        fingers.press([may("[data-key=go-on]")], self.site.table.now.version, enters=False)
        page = fingers.phone.page
        wanted = [game.phase.value, [f"{peg.front}◂{peg.back}" for peg in game.pegs]]
        until = time.monotonic() + PATIENCE / 1000
        while (shown := page.evaluate(SHOWN)) != wanted and time.monotonic() < until:
            time.sleep(0.05)  # The result of the tap is not rendered yet.
        assert shown == wanted, (shown, wanted)
        verdict = page.evaluate("document.querySelector('.winner')?.innerText ?? ''")
        winners = game.rules.teams[game.winner] if game.winner is not None else ()
        assert all(game.players[seat] in verdict for seat in winners), verdict


def check_that_all_happened(everybody: People) -> None:
    happened = everybody.happened
    assert all(happened[what] for what in ("undo", "redo", "amend", "go")), happened
    assert everybody.game.number == 2
    assert bool(happened["muggins"]) is everybody.game.rules.muggins
