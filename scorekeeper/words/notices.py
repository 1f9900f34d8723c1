"""Notices to the whole table: true counts, wrong claims, a wrong go, skunks, seats."""

from collections.abc import Mapping
from typing import Final, assert_never

from scorekeeper.game import events as e
from scorekeeper.game.actions import Of, Seat
from scorekeeper.game.analysis.claim_check import SuitsTaken
from scorekeeper.game.analysis.moments import Moment, MomentKind
from scorekeeper.game.state import Game
from scorekeeper.rules.variants import Rules
from scorekeeper.words import cards, people
from scorekeeper.words.awards import tally_clause
from scorekeeper.words.catalogue import Speech, capitalised, en
from scorekeeper.words.people import GameSpeech, about
from scorekeeper.words.rules import is_lurch

OVERCOUNTS: Final[Mapping[str, str]] = {
    "corrected": en("{said}. It’s only {total}."),
    "lost": en("{said}. It’s only {total}: nothing counts."),
}
"""Sentences for a claim that was too high, by the rule ``overcount``, except fines."""


def notice(speech: Speech, value: e.Notice, game: Game) -> str:
    """Return one notice as one or two sentences."""
    names = about(speech, game)
    match value:
        case e.LateRenege(seat=seat, card=card, advice=advice):
            sentence = speech.say(
                "{player} said go at {count} but could have played {card}.",
                player=names.player(seat),
                count=value.count,
                card=cards.the(speech, card),
            )
            if not advice:
                return sentence
            suggested = speech.say_n(
                "Suggested penalty: {n} point for the others; you can add it.",
                "Suggested penalty: {n} points for the others; you can add them.",
                advice,
            )
            return f"{sentence} {suggested}"
        case e.Counted(of=of, seat=seat, combos=combos):
            hand = names.hand(of, seat)
            count = tally_clause(speech, combos)
            return speech.say("{hand:up}: {count}.", hand=hand, count=count)
        case e.Undercount(of=of, seat=seat, claim=claim):
            return _too_low(names, value, _claimed(names, of, seat, claim))
        case e.Overcount(of=of, seat=seat, claim=claim):
            return _too_high(names, value, _claimed(names, of, seat, claim))
        case e.Unclaimed(of=of, seat=seat, points=points):
            return speech.say_n(
                "{n} point in {hand} went unclaimed.",
                "{n} points in {hand} went unclaimed.",
                points,
                hand=names.hand(of, seat),
            )
        case e.Skunk():
            return _skunk(names, value)
        case e.Seated(players=players):
            teams = game.rules.teams if game.rules else ()
            sides = [speech.and_list(*(players[seat] for seat in seats)) for seats in teams]
            clockwise = speech.and_list(*players)
            sentence = en("Partners: {teams}. Clockwise: {players}.")
            return speech.say(sentence, teams=" – ".join(sides), players=clockwise)
        case _:
            assert_never(value)


def verdict(speech: Speech, value: e.Undercount | e.Overcount, game: Game) -> str:
    """Return the outcome of a wrong claim, as announced at the table: the captain's words for
    partners, and the unclaimed points with muggins. ``notice`` is for the player whose hand it
    is."""
    names, rules = about(speech, game), game.rules
    claimed = _spoken(names, value.of, value.seat, value.claim)
    if isinstance(value, e.Overcount):
        return _too_high(names, value, claimed)
    points = value.total - value.claim - sum(got for _, got in value.taken)
    left = speech.say_n("{n} went unclaimed", "{n} went unclaimed", points)
    return _too_low(names, value, claimed, left if rules and rules.muggins and points else "")


def right_claim(speech: Speech, total: int, given: str | None = None) -> str:
    """Return the sentence for a correct claim of *total* points, with the suits *given*."""
    if given:
        return speech.say("Right, {total}, {given}!", total=total, given=given)
    return speech.say("Right, {total}!", total=total)


def suits_taken(speech: Speech, taken: SuitsTaken) -> str | None:
    """Return the suit points counted, such as “with nobs, no flush”; None if none are possible."""
    nobs = {True: en("with nobs"), False: en("no nobs"), None: None}[taken.nobs]
    flush = {True: en("with a flush"), False: en("no flush"), None: None}[taken.flush]
    return ", ".join(speech.say(said) for said in (nobs, flush) if said) or None


def _too_low(speech: GameSpeech, value: e.Undercount, claimed: str, left: str = "") -> str:
    rules = speech.game.rules
    took = speech.list_sides(
        speech.say_team("{team} took {points}", "{team} took {points}", team, points=points)
        for team, points in value.taken
    )
    if took or left:
        taken = speech.join_clauses(*filter(None, (took, left)))
        sentence = en("{said}, it was {total}; {takers}.")
        return speech.say(sentence, said=claimed, total=value.total, takers=taken)
    sentence = (
        en("{said}. It’s {total}: the rest is lost.")
        if rules and rules.undercount == "lost" and not rules.muggins
        else en("{said}. It’s {total}!")
    )
    return speech.say(sentence, said=claimed, total=value.total)


def _too_high(speech: GameSpeech, value: e.Overcount, claimed: str) -> str:
    game = speech.game
    takers = game.others(game.team_of(value.seat), value.seat + 1)
    if game.rules and game.rules.overcount == "fined":
        # A game that was won may have left them nothing to take: then who does is not said.
        if game.winner is not None and takers != (game.winner,):
            return speech.say("{said}. It’s only {total}.", said=claimed, total=value.total)
        more = value.claim - value.total
        taken = speech.list_sides(
            speech.say_team("{team} takes {points}", "{team} take {points}", team, points=more)
            for team in takers
        )
        sentence = en("{said}. It’s only {total}: {takers}.")
        return speech.say(sentence, said=claimed, total=value.total, takers=taken)
    if value.total == 0:
        return speech.say("{said}. It’s worth nothing.", said=claimed)
    sentence = OVERCOUNTS[game.rules.overcount if game.rules else "corrected"]
    return speech.say(sentence, said=claimed, total=value.total)


def _spoken(speech: GameSpeech, of: Of, seat: Seat, claim: int) -> str:
    """Return the clause for a claim, such as “Marie said 8 for Paul’s hand” for a captain."""
    speaker = people.speaker_of(speech.game, seat)
    if speaker == seat or of == "crib":
        return _claimed(speech, of, speaker, claim)
    return speech.say(
        "{player} said {claim} for {hand}",
        player=speech.player(speaker),
        claim=claim,
        hand=speech.hand(of),
    )


def _claimed(speech: GameSpeech, of: Of, seat: Seat, claim: int) -> str:
    player = speech.player(seat)
    sentence = (
        en("{player} said {claim} for the crib") if of == "crib" else en("{player} said {claim}")
    )
    return speech.say(sentence, player=player, claim=claim)


def _skunk(speech: GameSpeech, value: e.Skunk) -> str:
    """Return who was skunked, and its cost; it is a double skunk if a higher line costs fewer
    games. With two losers, the lower score decides, but both may be below the line."""
    game, rules = speech.game, speech.game.rules
    lines = rules.skunks if rules else ()
    double = any(below > value.below and games < value.games for below, games in lines)
    below = [value.team]
    if rules and rules.lurch != "each" and game.winner is not None:
        losers = (team for team in range(len(game.scores)) if team != game.winner)
        below = [team for team in losers if team == value.team or game.scores[team] < value.below]
    values = {"team": speech.teams(*below), "below": value.below}
    members = sum(len(people.members(game, team)) for team in below)
    if double:
        sentence = speech.say_n(
            "Double skunk! {team} didn’t reach {below}",
            "Double skunk! {team} didn’t reach {below}",
            members,
            **values,
        )
    elif is_lurch(game.key):
        sentence = speech.say_n(
            "Lurch! {team} didn’t reach {below}",
            "Lurch! {team} didn’t reach {below}",
            members,
            **values,
        )
    else:
        sentence = speech.say_n(
            "Skunk! {team} didn’t reach {below}",
            "Skunk! {team} didn’t reach {below}",
            members,
            **values,
        )
    worth = _worth(speech, value.games, rules)
    return speech.say("{skunk}: {worth}.", skunk=sentence, worth=worth) if worth else f"{sentence}."


def skunks(speech: Speech, values: tuple[e.Skunk, ...], game: Game) -> str:
    """Return the sentence for several skunked teams, with the value of the win."""
    rules = game.rules
    plain = rules.game if rules else 1
    games = max(value.games for value in values)
    if rules and rules.lurch == "each":
        games = plain + sum(value.games - plain for value in values)
    teams = about(speech, game).teams(*(value.team for value in values))
    said = speech.say("{teams} are skunked!", teams=teams)
    worth = _worth(speech, games, rules)
    return f"{said} {capitalised(worth)}." if worth else said


def _worth(speech: Speech, games: int, rules: Rules | None) -> str | None:
    """Return the value of a win in words, in game points if wins are worth several; if each loser
    pays for its own skunk, the amount that this one adds; None if the match counts only wins."""
    plain = rules.game if rules else 1
    if rules and rules.counts_wins:
        return None
    if rules and rules.lurch == "each":
        more = games - plain
        if plain > 1:
            return speech.say_n("{n} game point more", "{n} game points more", more)
        return speech.say_n("{n} game more", "{n} games more", more)
    if plain > 1:
        return speech.say("the win scores {n} game points", n=games)
    if games == 2:
        return speech.say("the win counts double")
    return speech.say_n("the win counts as {n} game", "the win counts as {n} games", games)


MOMENTS: Final[Mapping[MomentKind, str]] = {
    MomentKind.NINETEEN: en("Nineteen!"),
    MomentKind.SKUNK: en("Skunk!"),
    MomentKind.COMEBACK: en("What a comeback!"),
    MomentKind.BY_ONE: en("By a single point!"),
}


def moment(speech: Speech, value: Moment, game: Game) -> tuple[str, str]:
    """Return the title of *value*, such as “29!”, and a line below it, such as “Ann’s hand”."""
    names, points = about(speech, game), value.points
    if value.kind is MomentKind.HAND:
        title = speech.say("{n}!", n=points)
    else:
        lurch = value.kind is MomentKind.SKUNK and is_lurch(game.key)
        title = speech.say(en("Lurch!") if lurch else MOMENTS[value.kind])
    match value.kind:
        case MomentKind.HAND | MomentKind.NINETEEN:
            assert value.of is not None
            hand = names.hand(value.of)
            text = capitalised(hand) if points else speech.say("{hand:up}: nothing", hand=hand)
        case MomentKind.COMEBACK:
            text = names.say_team(
                "{team} was {n} behind.", "{team} were {n} behind.", value.team, n=points
            )
        case MomentKind.SKUNK | MomentKind.BY_ONE:
            text = names.say_team("{team} wins by {n}.", "{team} win by {n}.", value.team, n=points)
        case _:
            assert_never(value.kind)
    return title, text
