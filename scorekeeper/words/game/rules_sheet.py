"""The rules in force on one page, as one would explain them to a guest, in order of play."""

from collections.abc import Iterator

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
        "Everybody gets {dealt} cards and keeps {hand}; the rest go to the crib, the dealer's."
    )
    yield say(sentence, dealt=rules.dealt, hand=rules.hand)
    if rules.crib_from_deck:
        sentence = en("The deck fills the crib up to {crib} cards: it gives {n}.")
        yield say(sentence, crib=CRIB, n=rules.crib_from_deck)
    yield _next_deal(speech, rules)
    if rules.for_last:
        yield say("The side that does not deal first pegs {n} for last at once.", n=rules.for_last)
    yield (
        say("The player on the dealer's left cuts for the starter.")
        if rules.starter_cutter == "left"
        else say("The player on the dealer's right cuts for the starter.")
    )
    if rules.heels:
        yield say("A jack turned up there gives the dealer {n}: his heels.", n=rules.heels)
    if rules.misdeal:
        yield say("A wrong deal gives the others {n}.", n=rules.misdeal)


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
    yield say("The dealer's left leads. Each in turn lays a card; the count never passes 31.")
    yield say("A count of 15 or of 31 is worth 2. Aces count 1, court cards 10.")
    yield say("A pair is worth 2, three of a kind 6, four of a kind 12.")
    yield say("A run of three or more, in any order, is worth 1 for each card.")
    yield (
        say("Who cannot lay says go, and the other side pegs 1 at once.")
        if rules.go_point == "on_call"
        else say("Who cannot lay says go. When nobody can, the last card is worth 1.")
    )
    yield (
        say("There is only one count: after 31 or a go the play is over.")
        if rules.counts == "one"
        else say("Then a new count begins, until all cards are laid.")
    )
    if rules.renege:
        sentence = en("A go with a card that would have fitted: {n} for the others is advised.")
        yield say(sentence, n=rules.renege)


def _show(speech: Speech, rules: Rules) -> Iterator[str]:
    say = speech.say
    yield say(
        "The dealer's left counts first, the dealer last, then the crib; the starter is in all."
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
        yield say("The jack of the starter's suit is worth {n}: his nobs.", n=rules.nobs)
    if rules.muggins:
        yield (
            say("Muggins: others may take what a claim forgot, until the next starter is turned.")
            if rules.muggins_until == "next_deal"
            else say(
                "Muggins: others may take what a claim forgot, until the next hand is counted."
            )
        )
    if rules.captain:
        yield say("Only its captain speaks for a team.")


def _winning(speech: Speech, rules: Rules) -> Iterator[str]:
    say = speech.say
    yield say("The first to reach {target} wins at once.", target=rules.target)
    if rules.exact_finish:
        yield say("It must be reached exactly: a score that would pass it is void.")
    if rules.game > 1:
        yield say("A win counts {games} games.", games=rules.game)
    for below, games in rules.skunks:
        sentence = en("A loser who has not reached hole {below} loses {games} games: a skunk.")
        yield say(sentence, below=below, games=games)
    yield (
        say("The losing side deals first in the next game.")
        if rules.next_game_dealer == "loser"
        else say("The winning side deals first in the next game.")
    )


def _signs(speech: Speech, rules: Rules) -> Iterator[str]:
    say = speech.say
    yield say("◂ and a number beside a score: the back peg, where the score was before.")
    yield say("+ and a number above a score: what the latest entry brought.")
    yield say("“crib” above a score: whose crib it is; {d}: who deals.", d=say("D"))
    if rules.captain:
        yield say("★: the captain of the team.")
    yield say("A name with a dashed outline: tap it if it is that player who lays, after a go.")
    yield say("Next game: the match goes on. Rematch: a new match, all as before.")
