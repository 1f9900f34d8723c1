"""Points in words: each award as it is pegged, and the spoken count of a hand.

In a hand, fifteens are called first, one by one with the running total. Pairs of one rank become a
pair, three or four of a kind; runs that share cards become a double or triple run, which includes
its pairs.
"""

from collections.abc import Mapping
from itertools import accumulate
from typing import Final, NamedTuple

import msgspec

from scorekeeper.cards import Cards, Rank
from scorekeeper.game.actions import Team
from scorekeeper.game.events import Award
from scorekeeper.game.state import Game
from scorekeeper.scoring import Combo, Combos, Why, total
from scorekeeper.words.catalogue import Speech, capitalised, en
from scorekeeper.words.people import GameSpeech, about


class AwardName(NamedTuple):
    """A kind of points as a label, and as a phrase when pegged."""

    label: str
    pegged: str


KINDS: Final[Mapping[Why, AwardName]] = {
    Why.FIFTEEN: AwardName("Fifteen", "fifteen for {points}"),
    Why.PAIR: AwardName("Pair", "a pair for {points}"),
    Why.PAIR_ROYAL: AwardName("Three of a kind", "three of a kind for {points}"),
    Why.DOUBLE_PAIR_ROYAL: AwardName("Four of a kind", "four of a kind for {points}"),
    Why.RUN: AwardName("Run", "a run of {length} for {points}"),
    Why.THIRTY_ONE: AwardName("Thirty-one", "thirty-one for {points}"),
    Why.GO: AwardName("Go", "{points} for the go"),
    Why.LAST_CARD: AwardName("Last card", "{points} for last card"),
    Why.HEELS: AwardName("His heels", "{points} for his heels"),
    Why.FLUSH: AwardName("Flush", "a flush of {length} for {points}"),
    Why.NOBS: AwardName("His nobs", "{points} for his nobs"),
    Why.CLAIM: AwardName("Claim", "a claim of {points}"),
    Why.FOR_LAST: AwardName("For last", "{points} for last"),
    Why.MUGGINS: AwardName("Muggins", "muggins for {points}"),
    Why.MISDEAL: AwardName("Misdeal", "{points} for the misdeal"),
    Why.OVERCOUNT: AwardName("Overcount", "{points} for the overcount"),
    Why.PEG: AwardName("Added", "{points} added"),
}


def pegged(speech: GameSpeech, award: Award) -> str:
    """Return the award without the player or team, such as “fifteen for two”."""
    if award.void:
        return as_void(speech, speech.say(KINDS[award.why].label).lower(), award.team)
    if award.points < 0:
        return speech.say("{points} taken off", points=speech.number(-award.points))
    points, length = speech.number(award.points), speech.number(len(award.cards))
    if award.why is Why.THIRTY_ONE and award.points == 1:
        return speech.say("{points} more for thirty-one", points=points)
    return speech.say(KINDS[award.why].pegged, points=points, length=length)


def as_void(speech: GameSpeech, what: str, whose: Team) -> str:
    """Return *what* marked as void, because it would pass the team's last hole."""
    target = speech.game.goal(whose) if speech.game.rules else 0
    return speech.say("{what} (doesn’t count: past {target})", what=what, target=target)


def award(speech: Speech, value: Award, game: Game) -> str:
    """Return an award with the player or team that earned it, such as “Ann: fifteen for two”."""
    names = about(speech, game)
    who = names.team(value.team) if value.seat is None else names.player(value.seat)
    return speech.say("{who}: {what}", who=who, what=pegged(names, value))


PAIRS: Final[Mapping[int, str]] = {
    1: en("a pair"),
    3: en("three of a kind"),
    6: en("four of a kind"),
}
"""The call for pairs, by the number of pairs of one rank."""

RUNS: Final[Mapping[tuple[int, ...], str]] = {
    (): en("a run of {length}"),
    (2,): en("a double run of {length}"),
    (3,): en("a triple run of {length}"),
    (2, 2): en("a double-double run of {length}"),
}
"""The call for a run, by the number of cards of each repeated rank in it."""

OFTEN: Final = {1: 2, 3: 3, 6: 4}
"""Number of cards of one rank, by the number of pairs that they form."""

FIFTEEN: Final = en("fifteen {total}")
FLUSH: Final = en("a flush of {length}")
NOBS: Final = en("{points} for his nobs")
MANY_RUNS: Final = en("{runs} runs of {length}")

AMONG_OTHERS: Final[Mapping[str, str]] = {
    FIFTEEN: FIFTEEN,
    PAIRS[1]: en("a pair is {total}"),
    PAIRS[3]: en("three of a kind is {total}"),
    PAIRS[6]: en("four of a kind is {total}"),
    RUNS[()]: en("a run of {length} is {total}"),
    RUNS[(2,)]: en("a double run of {length} is {total}"),
    RUNS[(3,)]: en("a triple run of {length} is {total}"),
    RUNS[(2, 2)]: en("a double-double run of {length} is {total}"),
    MANY_RUNS: en("{runs} runs of {length} make {total}"),
    FLUSH: en("a flush of {length} is {total}"),
    NOBS: en("{points} for his nobs is {total}"),
}
"""Each call with a running total, for hands with several calls."""

AGAIN: Final[Mapping[str, str]] = {
    PAIRS[1]: en("another pair is {total}"),
    RUNS[()]: en("another run of {length} is {total}"),
}
"""Calls with a running total that repeat an earlier call."""

LINES: Final[Mapping[Why, str]] = {
    Why.FIFTEEN: en("Fifteen {total}"),
    Why.PAIR: en("Pair"),
    Why.RUN: en("Run of {length}"),
    Why.FLUSH: en("Flush of {length}"),
    Why.NOBS: en("His nobs"),
}


class CountLine(msgspec.Struct, frozen=True):
    """One combination as it is called, and the running total."""

    say: str
    points: int
    total: int
    cards: Cards


def lines(speech: Speech, combos: Combos) -> tuple[CountLine, ...]:
    """Return a line per combination of a count, with the running total."""
    count_lines = []
    for combo, reached in zip(combos, accumulate(combo.points for combo in combos), strict=True):
        length = speech.number(len(combo.cards))
        line = speech.say(LINES[combo.kind], total=speech.number(reached), length=length)
        count_lines.append(CountLine(line, combo.points, reached, combo.cards))
    return tuple(count_lines)


def tally(speech: Speech, combos: Combos) -> str:
    """Return the count as a sentence, such as “Fifteen two, fifteen four, and a pair is six.”"""
    return capitalised(tally_clause(speech, combos)) + "."


def tally_clause(speech: Speech, combos: Combos) -> str:
    """Return the count as a clause, without a capital or full stop."""
    calls = _calls(combos)
    if not calls:
        return speech.say("no points")
    if len(calls) == 1 and calls[0].what != FIFTEEN:
        alone = calls[0].said(speech, calls[0].what, calls[0].points)
        if calls[0].what == NOBS:
            return alone
        return speech.say("{what} for {total}", what=alone, total=speech.number(calls[0].points))
    running = zip(calls, accumulate(call.points for call in calls), strict=True)
    clauses = []
    for place, (call, reached) in enumerate(running):
        sentence = AGAIN.get(call.what) if call in calls[:place] else None
        what = call.said(speech, sentence or AMONG_OTHERS[call.what], reached)
        is_last = place == len(calls) - 1
        clauses.append(
            speech.say("and {what}", what=what) if is_last and call.what != FIFTEEN else what
        )
    return ", ".join(clauses)


class Call(NamedTuple):
    """One call: its sentence and points, and for runs their number and length."""

    what: str
    points: int
    length: int = 0
    runs: int = 1

    def said(self, speech: Speech, sentence: str, reached: int) -> str:
        """Return the call phrased by *sentence*, with the running total *reached*."""
        return speech.say(
            sentence,
            points=speech.number(self.points),
            length=speech.number(self.length),
            runs=speech.number(self.runs),
            total=speech.number(reached),
        )


def _calls(combos: Combos) -> list[Call]:
    by = {kind: [combo for combo in combos if combo.kind is kind] for kind in LINES}
    pairs = _grouped(by[Why.PAIR])
    runs = []
    for ranks, same in _grouped(by[Why.RUN]).items():
        held = [pair for pair in pairs if pair <= ranks]
        what = RUNS.get(tuple(sorted(OFTEN[len(pairs[pair])] for pair in held)))
        if what is None:
            runs.append(Call(MANY_RUNS, total(same), len(ranks), len(same)))
        else:  # A double run includes its pairs.
            points = total(same) + sum(total(pairs.pop(pair)) for pair in held)
            runs.append(Call(what, points, len(ranks)))
    return [
        *(Call(FIFTEEN, combo.points) for combo in by[Why.FIFTEEN]),
        *(Call(PAIRS[len(same)], total(same)) for same in pairs.values()),
        *runs,
        *(Call(FLUSH, combo.points, len(combo.cards)) for combo in by[Why.FLUSH]),
        *(Call(NOBS, combo.points) for combo in by[Why.NOBS]),
    ]


def _grouped(combos: list[Combo]) -> dict[frozenset[Rank], Combos]:
    groups: dict[frozenset[Rank], Combos] = {}
    for combo in combos:
        ranks = frozenset(card.rank for card in combo.cards)
        groups[ranks] = (*groups.get(ranks, ()), combo)
    return groups
