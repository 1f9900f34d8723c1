"""Awards as they are said when they are pegged: fifteen for two, one for the go."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.game.events import Award
from scorekeeper.game.state import Game
from scorekeeper.scoring.combo import Why
from scorekeeper.words.catalogue import Speech, en
from scorekeeper.words.game.people import player, team

KINDS: Final[Mapping[Why, str]] = {
    Why.FIFTEEN: en("Fifteen"),
    Why.PAIR: en("Pair"),
    Why.PAIR_ROYAL: en("Three of a kind"),
    Why.DOUBLE_PAIR_ROYAL: en("Four of a kind"),
    Why.RUN: en("Run"),
    Why.THIRTY_ONE: en("Thirty-one"),
    Why.GO: en("Go"),
    Why.LAST_CARD: en("Last card"),
    Why.HEELS: en("His heels"),
    Why.FLUSH: en("Flush"),
    Why.NOBS: en("His nobs"),
    Why.CLAIM: en("Claim"),
    Why.FOR_LAST: en("For last"),
    Why.MUGGINS: en("Muggins"),
    Why.MISDEAL: en("Misdeal"),
    Why.PEG: en("By hand"),
}

PEGGED: Final[Mapping[Why, str]] = {
    Why.FIFTEEN: en("fifteen for {points}"),
    Why.PAIR: en("a pair for {points}"),
    Why.PAIR_ROYAL: en("three of a kind for {points}"),
    Why.DOUBLE_PAIR_ROYAL: en("four of a kind for {points}"),
    Why.RUN: en("a run of {length} for {points}"),
    Why.THIRTY_ONE: en("thirty-one for {points}"),
    Why.GO: en("{points} for the go"),
    Why.LAST_CARD: en("{points} for the last card"),
    Why.HEELS: en("{points} for his heels"),
    Why.FLUSH: en("a flush of {length} for {points}"),
    Why.NOBS: en("{points} for his nobs"),
    Why.CLAIM: en("a claim of {points}"),
    Why.FOR_LAST: en("{points} for last"),
    Why.MUGGINS: en("{points} by muggins"),
    Why.MISDEAL: en("{points} for the misdeal"),
    Why.PEG: en("{points} by hand"),
}


def kind(speech: Speech, why: Why) -> str:
    """Return a kind of points as a label: Run."""
    return speech.say(KINDS[why])


def pegged(speech: Speech, award: Award, game: Game) -> str:
    """Return the award without its owner: fifteen for two."""
    if award.void:
        return as_void(speech, kind(speech, award.why).lower(), game)
    if award.points < 0:
        return speech.say("{points} back by hand", points=speech.number(-award.points))
    points, length = speech.number(award.points), speech.number(len(award.cards))
    return speech.say(PEGGED[award.why], points=points, length=length)


def as_void(speech: Speech, what: str, game: Game) -> str:
    """Return *what* marked as void, because it would pass the last hole."""
    target = game.rules.target if game.rules else 0
    return speech.say("{what} (void: it would pass {target})", what=what, target=target)


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
