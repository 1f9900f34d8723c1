"""Awards as they are said when they are pegged: fifteen for two, one for the go."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from scorekeeper.game.actions import Team
from scorekeeper.game.events import Award
from scorekeeper.game.state import Game
from scorekeeper.scoring.combo import Why
from scorekeeper.words.catalogue import Speech
from scorekeeper.words.game.people import player, team


class AwardName(NamedTuple):
    """A kind of points as a label, and as it is said when it is pegged."""

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


def kind(speech: Speech, why: Why) -> str:
    """Return a kind of points as a label: Run."""
    return speech.say(KINDS[why].label)


def pegged(speech: Speech, award: Award, game: Game) -> str:
    """Return the award without its owner: fifteen for two."""
    if award.void:
        return as_void(speech, kind(speech, award.why).lower(), game, award.team)
    if award.points < 0:
        return speech.say("{points} taken off", points=speech.number(-award.points))
    points, length = speech.number(award.points), speech.number(len(award.cards))
    if award.why is Why.THIRTY_ONE and award.points == 1:
        return speech.say("{points} more for thirty-one", points=points)
    return speech.say(KINDS[award.why].pegged, points=points, length=length)


def as_void(speech: Speech, what: str, game: Game, whose: Team) -> str:
    """Return *what* marked as void, because it would pass the last hole of that team."""
    target = game.goal(whose) if game.rules else 0
    return speech.say("{what} (doesn’t count: past {target})", what=what, target=target)


def award(speech: Speech, value: Award, game: Game) -> str:
    """Return a whole award: Ann: fifteen for two."""
    return speech.say(
        "{who}: {what}", who=whose(speech, value, game), what=pegged(speech, value, game)
    )


def whose(speech: Speech, value: Award, game: Game) -> str:
    """Return the player who earned it, or the team where no single player did."""
    if value.seat is None:
        return team(speech, game, value.team)
    return player(speech, game, value.seat)
