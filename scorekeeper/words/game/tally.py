"""The spoken count of a hand, as players call it: fifteens first, in a fixed order.

Fifteens are called one by one with the running total. Pairs of one rank are a pair, three or four
of a kind; runs that share cards are a double or triple run, which includes its pairs.
"""

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Final, NamedTuple

import msgspec

from scorekeeper.cards import Cards, Rank
from scorekeeper.scoring.combo import Combo, Combos, Why, total
from scorekeeper.words.catalogue import Speech, capitalised, en

PAIRS: Final[Mapping[int, str]] = {
    1: en("a pair"),
    3: en("three of a kind"),
    6: en("four of a kind"),
}
"""By how many pairs of one rank there are."""

RUNS: Final[Mapping[tuple[int, ...], str]] = {
    (): en("a run of {length}"),
    (2,): en("a double run of {length}"),
    (3,): en("a triple run of {length}"),
    (2, 2): en("a double-double run of {length}"),
}
"""By how many cards a run has of its repeated ranks."""

OFTEN: Final = {1: 2, 3: 3, 6: 4}
"""Cards of one rank by the number of pairs that they make."""

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
"""The same calls with the running total, in a hand that has others."""

AGAIN: Final[Mapping[str, str]] = {
    PAIRS[1]: en("another pair is {total}"),
    RUNS[()]: en("another run of {length} is {total}"),
}
"""Calls that repeat one before them."""

LINES: Final[Mapping[Why, str]] = {
    Why.FIFTEEN: en("Fifteen {total}"),
    Why.PAIR: en("Pair"),
    Why.RUN: en("Run of {length}"),
    Why.FLUSH: en("Flush of {length}"),
    Why.NOBS: en("His nobs"),
}


class CountLine(msgspec.Struct, frozen=True):
    """One combination as it is called, and the total so far."""

    say: str
    points: int
    total: int
    cards: Cards


def lines(speech: Speech, combos: Combos) -> tuple[CountLine, ...]:
    """Return a line for each combination of a show, with the running total."""
    running = accumulate(combo.points for combo in combos)
    return tuple(
        CountLine(_line(speech, combo, reached), combo.points, reached, combo.cards)
        for combo, reached in zip(combos, running, strict=True)
    )


def _line(speech: Speech, combo: Combo, reached: int) -> str:
    values = {"total": speech.number(reached), "length": speech.number(len(combo.cards))}
    return speech.say(LINES[combo.kind], **values)


def tally(speech: Speech, combos: Combos) -> str:
    """Return the count as a sentence: Fifteen two, fifteen four, and a pair is six."""
    return capitalised(tally_clause(speech, combos)) + "."


def tally_clause(speech: Speech, combos: Combos) -> str:
    """Return the count inside a sentence, without capital and full stop."""
    calls = _calls(combos)
    if not calls:
        return speech.say("no points")
    if len(calls) > 1 or calls[0].what == FIFTEEN:
        return ", ".join(_placed(speech, calls))
    alone = calls[0].said(speech, calls[0].what, calls[0].points)
    if calls[0].what == NOBS:
        return alone
    return speech.say("{what} for {total}", what=alone, total=speech.number(calls[0].points))


class Call(NamedTuple):
    """One call: its sentence, points, and for runs their number and length."""

    what: str
    points: int
    length: int = 0
    runs: int = 1

    def said(self, speech: Speech, sentence: str, reached: int) -> str:
        """Return the call by its *sentence*, with the total that it *reached*."""
        return speech.say(
            sentence,
            points=speech.number(self.points),
            length=speech.number(self.length),
            runs=speech.number(self.runs),
            total=speech.number(reached),
        )


def _placed(speech: Speech, calls: list[Call]) -> Iterator[str]:
    """Yield each call with the running total; the last one with an *and*."""
    for place, (call, reached) in enumerate(
        zip(calls, accumulate(call.points for call in calls), strict=True)
    ):
        before = calls[:place]
        sentence = AGAIN.get(call.what) if call in before else None
        what = call.said(speech, sentence or AMONG_OTHERS[call.what], reached)
        is_last = place == len(calls) - 1
        yield speech.say("and {what}", what=what) if is_last and call.what != FIFTEEN else what


def _calls(combos: Combos) -> list[Call]:
    """Return the combinations as calls: fifteens, pairs, runs, flush, nobs."""
    by = {kind: [combo for combo in combos if combo.kind is kind] for kind in LINES}
    pairs = _grouped(by[Why.PAIR])
    runs = [_run(ranks, found, pairs) for ranks, found in _grouped(by[Why.RUN]).items()]
    return [
        *(Call(FIFTEEN, combo.points) for combo in by[Why.FIFTEEN]),
        *(Call(PAIRS[len(found)], total(found)) for found in pairs.values()),
        *runs,
        *(Call(FLUSH, combo.points, len(combo.cards)) for combo in by[Why.FLUSH]),
        *(Call(NOBS, combo.points) for combo in by[Why.NOBS]),
    ]


def _grouped(combos: list[Combo]) -> dict[frozenset[Rank], Combos]:
    """Return pairs by their rank, runs by their ranks."""
    groups: dict[frozenset[Rank], Combos] = {}
    for combo in combos:
        ranks = frozenset(card.rank for card in combo.cards)
        groups[ranks] = (*groups.get(ranks, ()), combo)
    return groups


def _run(ranks: frozenset[Rank], runs: Combos, pairs: dict[frozenset[Rank], Combos]) -> Call:
    """Return all runs of one rank set as a call; a double run takes its pairs out of *pairs*."""
    held = [pair for pair in pairs if pair <= ranks]
    what = RUNS.get(tuple(sorted(OFTEN[len(pairs[pair])] for pair in held)))
    if what is None:
        return Call(MANY_RUNS, total(runs), len(ranks), len(runs))
    return Call(what, total(runs) + sum(total(pairs.pop(pair)) for pair in held), len(ranks))
