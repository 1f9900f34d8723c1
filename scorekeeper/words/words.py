"""All that can be said, in one language: the door of this room."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from scorekeeper.cards import Card, Cards, Rank, Suit
from scorekeeper.game.actions import Of, Seat, Team
from scorekeeper.game.events import Award, Notice
from scorekeeper.game.pending_entry import PendingEntry
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.snapshot import Change, Entry, Righted
from scorekeeper.game.state import Game, Phase, Window
from scorekeeper.keypad.rejection import NotNow
from scorekeeper.rules.variants import Rules
from scorekeeper.scoring.combo import Combos, Why
from scorekeeper.words import errors, keypad, page
from scorekeeper.words.catalogue import Speech, catalogue, en
from scorekeeper.words.game import (
    awards,
    cards,
    log,
    notices,
    people,
    prompts,
    refusals,
    rules,
    rules_sheet,
    tally,
)
from scorekeeper.words.game.rules_sheet import Section
from scorekeeper.words.game.tally import Line


class Words(Speech):
    """A language. ``say`` and ``say_n`` say any sentence; the rest says what cribbage needs."""

    @staticmethod
    @lru_cache
    def of(lang: str, letters: str | None = None) -> Words:
        """The words of *lang*, with J Q K or V D R on the court cards.

        Raises Fault if there is no such language, or its catalogue is not compiled.
        """
        found = catalogue(lang)
        return Words(lang, letters or cards.LETTERS_OF[lang], found)

    def rank(self, rank: Rank) -> str:
        """Jack."""
        return cards.rank(self, rank)

    def suit(self, suit: Suit) -> str:
        """Hearts."""
        return cards.suit(self, suit)

    def card(self, card: Card) -> str:
        """10 of hearts."""
        return cards.card(self, card)

    def the(self, card: Card) -> str:
        """The 10 of hearts."""
        return cards.the(self, card)

    def short(self, card: Card) -> str:
        """10♥."""
        return cards.short(self, card)

    def cards(self, some: Cards) -> str:
        """5 of hearts, jack and 10."""
        return cards.cards(self, some)

    def tally(self, combos: Combos) -> str:
        """Fifteen two, fifteen four, and a pair is six."""
        return tally.tally(self, combos)

    def lines(self, combos: Combos) -> tuple[Line, ...]:
        """The same count, a line for each combination with the running total."""
        return tally.lines(self, combos)

    def kind(self, why: Why) -> str:
        """Run."""
        return awards.kind(self, why)

    def prompt(self, game: Game, *, cards: bool = True) -> str:
        """What is asked now, and of whom, where *cards* are entered."""
        return prompts.prompt(self, game, cards=cards)

    def refusal(self, refusal: Refusal, game: Game | None = None) -> str:
        """Why something is not allowed now."""
        return refusals.refusal(self, refusal, game)

    def not_now(self, why: NotNow) -> str:
        """Why a key means nothing as things stand."""
        return keypad.not_now(self, why)

    def fault(self, fault: ValueError, line: int | None = None) -> str:
        """What was wrong at the edge. Raises TypeError for an error that is none of the edge's."""
        return errors.fault(self, fault, line)

    def award(self, award: Award, game: Game) -> str:
        """Ann: fifteen for two."""
        return awards.award(self, award, game)

    def notice(self, notice: Notice, game: Game) -> str:
        """What everybody should know."""
        return notices.notice(self, notice, game)

    def entry(self, entry: Entry, game: Game) -> str:
        """Ann lays the 10 of hearts: fifteen for two."""
        return log.entry(self, entry, game)

    def change(self, change: Change, game: Game) -> str:
        """What undo takes back, or redo does again."""
        return log.change(self, change, game)

    def righted(self, righted: Righted, game: Game, before: Game | None = None) -> str:
        """Ann's phone took back: Ann lays the 10 of hearts."""
        return log.righted(self, righted, game, before)

    def window(self, window: Window, game: Game) -> str:
        """A claim that may still be called, by whom and until when."""
        return prompts.window(self, window, game)

    def typed(self, half: PendingEntry, game: Game) -> str:
        """Ben's crib: 5 5 _ _."""
        return keypad.typed(self, half, game)

    def phase(self, phase: Phase) -> str:
        """What is going on: the hands are counted."""
        return prompts.phase(self, phase)

    def scorer(self, by: str) -> str:
        """Who entered something: a phone's own name, or Phone 2."""
        return people.scorer(self, by)

    def player(self, game: Game, seat: Seat) -> str:
        """Ann."""
        return people.player(self, game, seat)

    def team(self, game: Game, team: Team) -> str:
        """Ann and Carl."""
        return people.team(self, game, team)

    def hand(self, game: Game, of: Of) -> str:
        """Ann's hand, or the crib."""
        return people.hand(self, game, of)

    def deal(self, game: Game) -> str:
        """Deal 3; nothing before the first."""
        if game.deal is None:
            return ""
        return self.say(en("Deal {number}"), number=game.deal.number)

    def rules_title(self, key: str) -> str:
        """Six-card cribbage."""
        return rules.rules_title(self, key)

    def rules_about(self, key: str) -> str:
        """The game in one line."""
        return rules.rules_about(self, key)

    def rules_sheet(self, in_force: Rules) -> tuple[Section, ...]:
        """The rules *in_force* on one page."""
        return rules_sheet.rules_sheet(self, in_force)

    def option(self, name: str) -> str:
        """The name of an option, or of any other field of the rules."""
        return rules.option(self, name)

    def option_about(self, name: str) -> str:
        """What an option decides."""
        return rules.option_about(self, name)

    def option_value(self, name: str, value: Any) -> str:
        """What an option is: at once, on the call; yes; 121."""
        return rules.option_value(self, name, value)

    def counting(self, key: str) -> str:
        """A choice of who counts: one of COUNTING."""
        return rules.counting(self, key)

    def counting_about(self, key: str) -> str:
        """What a choice of who counts means."""
        return rules.counting_about(self, key)

    def page(self) -> dict[str, str]:
        """Every sentence that the page's JavaScript shows, by its English text."""
        return page.page(self)

    def page_joint(self) -> dict[str, Any]:
        """How the page's JavaScript joins *de* to a name, in a language that does."""
        return page.joint(self)
