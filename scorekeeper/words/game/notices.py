"""Notices for the whole table: true counts, wrong claims, a wrong go, a skunk, the seats."""

from typing import assert_never

from scorekeeper.game import events as e
from scorekeeper.game.state import Game
from scorekeeper.words.catalogue import Speech, en
from scorekeeper.words.game import cards, people
from scorekeeper.words.game.tally import tally_clause


def notice(speech: Speech, value: e.Notice, game: Game) -> str:
    """Return one notice as one or two sentences."""
    match value:
        case e.LateRenege():
            return _late_renege(speech, value, game)
        case e.Counted(of=of, seat=seat, combos=combos):
            hand = people.hand(speech, game, of, seat)
            count = tally_clause(speech, combos)
            return speech.say("{hand:up}: {count}.", hand=hand, count=count)
        case e.Undercount(of=of, seat=seat, claim=claim, total=total):
            hand = people.hand(speech, game, of, seat)
            sentence = en("{hand:up} was claimed as {claim}, but it is worth {total}.")
            return speech.say(sentence, hand=hand, claim=claim, total=total)
        case e.Overcount(of=of, seat=seat, claim=claim, total=total):
            hand = people.hand(speech, game, of, seat)
            sentence = en("{hand:up} is worth {total}, not {claim} as claimed.")
            return speech.say(sentence, hand=hand, claim=claim, total=total)
        case e.Unclaimed(of=of, seat=seat, points=points):
            hand = people.hand(speech, game, of, seat)
            return speech.say_n(
                "Nobody took {n} point of {hand}.",
                "Nobody took {n} points of {hand}.",
                points,
                hand=hand,
            )
        case e.Skunk():
            return _skunk(speech, value, game)
        case e.Seated(players=players):
            return _seated(speech, players, game)
        case _:
            assert_never(value)


def _late_renege(speech: Speech, value: e.LateRenege, game: Game) -> str:
    said = speech.say(
        "{player} said go at {count}, but {card} would have fitted.",
        player=people.player(speech, game, value.seat),
        count=value.count,
        card=cards.the(speech, value.card),
    )
    if not value.advice:
        return said
    advice = speech.say_n(
        "These rules advise a penalty of {n} point for it; peg it by hand if you wish.",
        "These rules advise a penalty of {n} points for it; peg it by hand if you wish.",
        value.advice,
    )
    return f"{said} {advice}"


def _skunk(speech: Speech, value: e.Skunk, game: Game) -> str:
    """Return a skunk, or a double skunk if a higher line costs fewer games."""
    lines = game.rules.skunks if game.rules else ()
    double = any(below > value.below and games < value.games for below, games in lines)
    sentence = (
        en("A double skunk: {team} did not reach hole {below}, and the win counts {games}.")
        if double
        else en("A skunk: {team} did not reach hole {below}, and the win counts {games}.")
    )
    team = people.team(speech, game, value.team)
    return speech.say(sentence, team=team, below=value.below, games=value.games)


def _seated(speech: Speech, players: tuple[str, ...], game: Game) -> str:
    teams = game.rules.teams if game.rules else ()
    sides = [speech.and_list(*(players[seat] for seat in seats)) for seats in teams]
    sentence = en("The draw makes partners: {teams}. Clockwise sit {players}.")
    return speech.say(sentence, teams=" – ".join(sides), players=speech.and_list(*players))
