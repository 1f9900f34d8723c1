"""The rules in force on one page, as one would explain them to a guest, in order of play."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from scorekeeper.rules.variants import CRIB, Rules
from scorekeeper.words.catalogue import Speech, en


class Section(msgspec.Struct, frozen=True):
    """A part of the game with its rules, a sentence or two each."""

    title: str
    lines: tuple[str, ...]


def rules_sheet(speech: Speech, rules: Rules) -> tuple[Section, ...]:
    """Return the deal, the play, the show and the end by *rules*, and the signs on the page."""
    parts = (
        (en("The deal"), _deal(speech, rules)),
        (en("The play"), _play(speech, rules)),
        (en("The show"), _show(speech, rules)),
        (en("Winning"), _winning(speech, rules)),
        (en("What the page shows"), _signs(speech, rules)),
    )
    return tuple(Section(speech.say(title), tuple(lines)) for title, lines in parts)


def _deal(speech: Speech, rules: Rules) -> Iterator[str]:
    say = speech.say
    yield _sides(speech, rules)
    sentence = en(
        "Everybody gets {dealt} cards and keeps {hand}; the rest go to the crib, the dealer’s."
    )
    yield say(sentence, dealt=rules.dealt, hand=rules.hand)
    if rules.crib_from_deck:
        sentence = en("The deck fills the crib up to {crib} cards: it gives {n}.")
        yield say(sentence, crib=CRIB, n=rules.crib_from_deck)
    yield _next_deal(speech, rules)
    if rules.for_last:
        yield say("The side that does not deal first pegs {n} for last at once.", n=rules.for_last)
    yield (
        say("The player on the dealer’s left cuts for the starter.")
        if rules.starter_cutter == "left"
        else say("The player on the dealer’s right cuts for the starter.")
    )
    if rules.heels:
        yield say("A jack turned up there gives the dealer {n}: his heels.", n=rules.heels)
    if rules.misdeal:
        yield say(
            "A wrong deal gives the others {n}: deal again, or put it right.", n=rules.misdeal
        )


def _sides(speech: Speech, rules: Rules) -> str:
    if len(rules.teams) < rules.players:
        return (
            speech.say("Two teams, drawn by cards; partners sit opposite each other.")
            if rules.teams_by == "draw"
            else speech.say("Two teams; partners sit opposite each other.")
        )
    return (
        speech.say("Two players, each alone.")
        if rules.players == 2
        else speech.say("Three players, each alone.")
    )


def _next_deal(speech: Speech, rules: Rules) -> str:
    if rules.next_dealer == "loser_of_deal":
        return speech.say("The side with fewer points in a deal deals next.")
    if rules.players == 2:
        return speech.say("The deal alternates.")
    return speech.say("The deal then goes to the left.")


def _play(speech: Speech, rules: Rules) -> Iterator[str]:
    say = speech.say
    yield say("The dealer’s left leads. Each in turn lays a card; the count never passes 31.")
    yield say("A count of 15 is worth 2. Aces count 1, court cards 10.")
    yield say("A pair is worth 2, three of a kind 6, four of a kind 12.")
    yield say("A run of three or more, in any order, is worth 1 for each card.")
    if rules.go_point == "on_call":
        yield say("If you cannot lay, say go: the other pegs 1, and lays on while a card fits.")
        yield say("31 is worth 2, after a go only 1 more. Without a go the last card is worth 1.")
        yield say("At 25 Ben says go, and Ann pegs 1. She lays a 6: 31, and 1 more.")
    else:
        yield say("If you cannot lay, say go: the others lay on while a card fits.")
        yield say("31 is worth 2. When nobody can lay before that, the last card is worth 1.")
        yield (
            say("At 25 Ben says go. Ann lays a 6: 31 for 2. Or a 5: 30, and 1 for the last card.")
            if rules.players == 2
            else say(
                "At 25 the others say go. Ann lays a 6: 31 for 2. "
                "Or a 5: 30, and 1 for the last card."
            )
        )
    yield (
        say("There is only one count: then the play is over.")
        if rules.counts == "one"
        else say("Then the count begins again at 0, until all cards are laid.")
    )
    if rules.renege:
        sentence = en("A go with a card that would have fitted: {n} for the others is advised.")
        yield say(sentence, n=rules.renege)


def _show(speech: Speech, rules: Rules) -> Iterator[str]:
    say = speech.say
    yield say(
        "The dealer’s left counts first, the dealer last, then the crib; the starter is in all."
    )
    yield say("Each set that adds up to 15 is worth 2, each pair 2.")
    yield say("Each run of three or more is worth 1 for each card.")
    sentence = en("A flush is a whole hand of one suit: {hand}, or {all} with the starter.")
    yield say(sentence, hand=rules.hand, all=rules.hand + 1)
    yield (
        say("In the crib all five cards must be of one suit.")
        if rules.crib_flush == "five"
        else say("There is no flush in the crib.")
    )
    if rules.nobs:
        yield say("The jack of the starter’s suit is worth {n}: his nobs.", n=rules.nobs)
    yield from _claims(speech, rules)
    if rules.captain:
        yield say("Only its captain speaks for a team.")
    if rules.players > len(rules.teams):
        yield say("One of each team pegs.")


def _claims(speech: Speech, rules: Rules) -> Iterator[str]:
    say = speech.say
    if rules.muggins:
        yield (
            say("Muggins: others may take what a claim forgot, until the next starter is turned.")
            if rules.muggins_until == "next_deal"
            else say(
                "Muggins: others may take what a claim forgot, until the next hand is counted."
            )
        )
        if rules.overcall == "lesser":
            yield say("A call for too much still gets what was forgotten.")
    elif rules.undercount == "lost":
        yield say("If you claim too little, the rest is lost.")
    if rules.overcount == "fined":
        yield say("If you claim too much, it is put right, and the others get the difference.")
    if rules.overcount == "lost":
        yield say("If you claim too much, the hand counts nothing.")


def _winning(speech: Speech, rules: Rules) -> Iterator[str]:
    say = speech.say
    if rules.wins == "low":
        yield say(
            "The first to reach {target} loses: the side furthest back wins.", target=rules.target
        )
    else:
        yield say("The first to reach {target} wins at once.", target=rules.target)
    if rules.exact_finish:
        yield say("It must be reached exactly: a score that would pass it is void.")
    if rules.heels_at_end == "no":
        yield say("Heels do not win: the peg waits one hole before the end.")
    if rules.game > 1:
        yield say("A win is worth {games} game points.", games=rules.game)
    yield from _skunks(speech, rules)
    yield speech.say(FIRST_DEALS[rules.deals_next_game])
    if rules.best_of:
        yield say("The match goes to the side that wins {n} games.", n=rules.best_of // 2 + 1)


def _skunks(speech: Speech, rules: Rules) -> Iterator[str]:
    """Yield what each line costs; of lines that cost the same the highest counts."""
    lines = {games: below for below, games in sorted(rules.skunks)}
    for games, below in lines.items() if rules.wins == "high" else ():
        sentence = (
            en("A skunk: a loser below hole {below} loses {games} game points.")
            if rules.game > 1
            else en("A skunk: a loser below hole {below} loses {games} games.")
        )
        yield speech.say(sentence, below=below, games=games)


FIRST_DEALS: Final[Mapping[str, str]] = {
    "loser": en("The losing side deals first in the next game."),
    "winner": en("The winning side deals first in the next game."),
    "in_turn": en("The first deal of the next game goes to the left of who had it in this one."),
    "cut": en("Everybody draws again for the first deal of the next game."),
}


def _signs(speech: Speech, rules: Rules) -> Iterator[str]:
    say = speech.say
    yield say("◂ and a number beside a score: the back peg, where the score was before.")
    yield say("+ and a number above a score: what the latest entry brought.")
    yield say("“crib” above a score: whose crib it is; {d}: who deals.", d=say("D"))
    if rules.captain:
        yield say("★: the captain of the team.")
    yield say("A name with a dashed outline: tap it if it is that player who lays, after a go.")
    yield say("Next game: the match goes on. Rematch: a new match, all as before.")
