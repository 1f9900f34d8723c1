"""The rules in force on one page, explained in order of play, as to a newcomer."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from scorekeeper.rules.variants import CRIB, Rules
from scorekeeper.words.catalogue import Speech, en
from scorekeeper.words.rules import is_lurch


class Section(msgspec.Struct, frozen=True):
    """A part of the game with its rules, each in a sentence or two."""

    title: str
    lines: tuple[str, ...]


def rules_sheet(speech: Speech, rules: Rules, key: str = "") -> tuple[Section, ...]:
    """Return the sections on deal, play, show, end and symbols under *rules* of variant *key*."""
    parts = (
        (en("The deal"), _deal(speech, rules)),
        (en("The play"), _play(speech, rules)),
        (en("The show"), _show(speech, rules)),
        (en("Winning"), _winning(speech, rules, key)),
        (en("What the page shows"), _signs(speech, rules)),
    )
    return tuple(Section(speech.say(title), tuple(lines)) for title, lines in parts)


def _deal(speech: Speech, rules: Rules) -> Iterator[str]:
    say = speech.say
    yield _sides(speech, rules)
    sentence = en("Everyone gets {dealt} cards and keeps {hand}; the rest go to the dealer’s crib.")
    yield say(sentence, dealt=rules.dealt, hand=rules.hand)
    yield from _fewer(speech, rules)
    if rules.crib_from_deck:
        sentence = en("{n} from the deck makes the crib {crib} cards.")
        yield say(sentence, crib=CRIB, n=rules.crib_from_deck)
    yield (
        say("The side that scores less in a deal deals next.")
        if rules.next_dealer == "loser_of_deal"
        else say("You take turns dealing.")
        if rules.players == 2
        else say("The deal moves to the left.")
    )
    if rules.for_last:
        yield say("The side that doesn’t deal first starts with {n} for last.", n=rules.for_last)
    yield (
        say("The player on the dealer’s left cuts for the starter.")
        if rules.starter_cutter == "left"
        else say("The player on the dealer’s right cuts for the starter.")
    )
    if rules.heels:
        yield say("If it’s a jack, the dealer pegs {n}: his heels.", n=rules.heels)
    if rules.misdeal:
        yield say("A misdeal gives the others {n}; deal again, or fix it.", n=rules.misdeal)


def _sides(speech: Speech, rules: Rules) -> str:
    sizes = sorted(map(len, rules.teams))
    if sizes[-1] == 1:
        return speech.say("{players:up} players, each alone.", players=speech.number(rules.players))
    if sizes[0] < sizes[-1]:
        together = speech.number(sizes[-1])
        return speech.say("One player alone, against {number} together.", number=together)
    if rules.teams_by == "draw":
        return speech.say("Two teams, drawn by cards; partners sit across from each other.")
    teams = speech.number(len(rules.teams))
    return speech.say("{teams:up} teams; partners sit across from each other.", teams=teams)


def _fewer(speech: Speech, rules: Rules) -> Iterator[str]:
    for dealt in sorted(set(rules.dealt_by_place) - {rules.dealt}):
        places = [place for place, cards in enumerate(rules.dealt_by_place) if cards == dealt]
        last = rules.players - 1
        if places == [last]:
            yield speech.say("The dealer gets only {dealt}.", dealt=dealt)
        elif places == [*range(last - len(places), last)]:
            yield speech.say_n(
                "The player on the dealer’s right gets only {dealt}.",
                "The {n} players on the dealer’s right get only {dealt}.",
                len(places),
                dealt=dealt,
            )
        else:
            numbers = speech.and_list(*(str(place + 1) for place in places))
            sentence = en("From the dealer’s left, {numbers} get only {dealt}.")
            yield speech.say(sentence, numbers=numbers, dealt=dealt)


def _play(speech: Speech, rules: Rules) -> Iterator[str]:
    say = speech.say
    yield say("The player on the dealer’s left leads. Take turns playing a card; never go past 31.")
    yield say("Making 15 scores 2. Aces count 1, face cards 10.")
    yield say("A pair scores 2, three of a kind 6, four of a kind 12.")
    yield say("A run of three or more, in any order, scores 1 a card.")
    if rules.go_point == "on_call":
        yield say(
            "If you can’t play, say go: the other player pegs 1 and keeps playing while cards fit."
        )
        yield say("31 scores 2, or just 1 more after a go. Without a go, last card scores 1.")
        yield say("At 25 Ben says go, and Ann pegs 1. She plays a 6: 31, and 1 more.")
    else:
        yield say("If you can’t play, say go: the others keep playing while cards fit.")
        yield say("31 scores 2. If nobody can get there, last card scores 1.")
        yield (
            say("At 25 Ben says go. Ann plays a 6: 31 for 2. Or a 5: 30, and 1 for last card.")
            if rules.players == 2
            else say(
                "At 25 the others say go. Ann plays a 6: 31 for 2. Or a 5: 30, and 1 for last card."
            )
        )
    yield (
        say("There’s only one count; then the play is over.")
        if rules.counts == "one"
        else say("Then the count starts over at 0, until all cards are played.")
    )
    if rules.renege:
        sentence = en("For a go when you could have played, {n} for the others is suggested.")
        yield say(sentence, n=rules.renege)


def _show(speech: Speech, rules: Rules) -> Iterator[str]:
    say = speech.say
    yield say(
        "The player on the dealer’s left counts first, the dealer last, then the crib. "
        "The starter belongs to every hand."
    )
    yield say("Every 15 scores 2, every pair 2.")
    yield say("Every run of three or more scores 1 a card.")
    sentence = en("A flush is a whole hand of one suit: {hand}, or {all} with the starter.")
    yield say(sentence, hand=rules.hand, all=rules.hand + 1)
    yield (
        say("In the crib, all five cards must be one suit.")
        if rules.crib_flush == "five"
        else say("There’s no flush in the crib.")
    )
    if rules.nobs:
        yield say("The jack of the starter’s suit scores {n}: his nobs.", n=rules.nobs)
    yield from _claims(speech, rules)
    if rules.captain:
        yield say("Only the captain speaks for the team.")
    if rules.players > len(rules.teams):
        yield say("One player of each team pegs.")


def _claims(speech: Speech, rules: Rules) -> Iterator[str]:
    say = speech.say
    if rules.muggins:
        yield (
            say("Muggins: the others can take the points you miss, until the next starter.")
            if rules.muggins_until == "next_deal"
            else say(
                "Muggins: the others can take the points you miss, until the next hand is counted."
            )
        )
        if rules.overcall == "lesser":
            yield say("Call too much and you still get what was missed.")
    elif rules.undercount == "lost":
        yield say("If you claim too little, the rest is lost.")
    if rules.overcount == "fined":
        yield say("If you claim too much, it’s corrected and the others get the difference.")
    if rules.overcount == "lost":
        yield say("If you claim too much, the hand counts for nothing.")


def _winning(speech: Speech, rules: Rules, key: str) -> Iterator[str]:
    say = speech.say
    target = _goal(speech, rules)
    if rules.wins == "low":
        yield say("First to {target} loses; the side furthest back wins.", target=target)
    else:
        yield say("First to {target} wins.", target=target)
    if rules.exact_finish:
        yield say("You must hit it exactly: points that would go past don’t count.")
    if rules.heels_at_end == "no":
        yield say("Heels can’t win: the peg waits one hole short.")
    if rules.game > 1:
        yield say("A win scores {games} game points.", games=rules.game)
    yield from _skunks(speech, rules, key)
    last = len(rules.teams) > 2 and rules.deals_next_game == "loser"
    yield speech.say(LAST_DEALS if last else FIRST_DEALS[rules.deals_next_game])
    if rules.best_of:
        yield say("First side to win {n} games takes the match.", n=rules.best_of // 2 + 1)


def _goal(speech: Speech, rules: Rules) -> str:
    if not rules.target_by_team:
        return str(rules.target)
    goals = []
    for seats, goal in zip(rules.teams, rules.target_by_team, strict=True):
        numbers = speech.and_list(*(str(seat + 1) for seat in seats))
        goals.append(
            speech.say_n(
                "{goal} (player {numbers})",
                "{goal} (players {numbers})",
                len(seats),
                goal=goal,
                numbers=numbers,
            )
        )
    return speech.or_list(*goals)


def _skunks(speech: Speech, rules: Rules, key: str) -> Iterator[str]:
    lines = {games: below for below, games in sorted(rules.skunks)}
    if rules.wins == "low":
        return
    if lines and rules.counts_wins:
        line = max(lines.values())
        yield speech.say("Skunk: lose below {below}; it’s still one game.", below=line)
        return
    for games, below in lines.items():
        sentence = (
            en("Skunk: lose below {below} and it costs {games} game points.")
            if rules.game > 1
            else en("Lurch: lose below {below} and it counts as {games} games.")
            if is_lurch(key)
            else en("Skunk: lose below {below} and it counts as {games} games.")
        )
        yield speech.say(sentence, below=below, games=games)
    if lines and rules.lurch == "each":
        yield speech.say("Each losing side is skunked on its own.")


LAST_DEALS: Final = en("Last place deals first in the next game.")
"""The sentence about the next dealer if there are several losers."""

FIRST_DEALS: Final[Mapping[str, str]] = {
    "loser": en("The losing side deals first in the next game."),
    "winner": en("The winning side deals first in the next game."),
    "in_turn": en("The first deal of the next game moves one seat to the left."),
    "cut": en("Everyone draws again for the first deal of the next game."),
}


def _signs(speech: Speech, rules: Rules) -> Iterator[str]:
    say = speech.say
    yield say("◂ and a number beside a score: the back peg, your previous score.")
    yield say("+ and a number above a score: the points just scored.")
    yield say("“crib” above a score: whose crib it is; {d}: who deals.", d=say("D"))
    if rules.captain:
        yield say("★: the team’s captain.")
    yield say("A name with a dashed outline: tap it if that player plays next, after a go.")
