"""The right of a score pad: what came of it, in the words the file uses."""

import re
from collections.abc import Callable
from itertools import groupby
from typing import Final, assert_never

from scorekeeper.game import events as e
from scorekeeper.game.codec import to_plain
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.state import Game
from scorekeeper.scoring.combo import Why
from tests.kit.formats.pad_actions import NAME, team_of


def refused(refusal: Refusal) -> str:
    """A refusal by its code."""
    return f"refused {refusal.code}"


def happened(game: Game, actor: int | None, events: e.Events) -> list[str]:
    """All that must be written: awards, notices and a win, each as a file writes it."""
    awards = (_award(game, actor, award) for award in e.awards_of(events) if not _by_hand(award))
    together = [(words, len(list(same))) for words, same in groupby(awards)]
    return [
        *(words if times == 1 else f"{words} x{times}" for words, times in together),
        *(words for notice in e.notices_of(events) if (words := _notice(game, notice))),
        *(
            f"{first_player(game, event.team)} wins {event.games}"
            for event in events
            if isinstance(event, e.GameWon)
        ),
    ]


def may_be_written(events: e.Events) -> list[str]:
    """Return what need not be written: points by hand, and true counts that became public."""
    return [
        *(f"peg {award.points}" for award in e.awards_of(events) if _by_hand(award)),
        *(f"counted {n.total}" for n in e.notices_of(events) if isinstance(n, e.Counted)),
    ]


def _by_hand(award: e.Award) -> bool:
    return award.why is Why.PEG


def is_about_state(written: str) -> bool:
    """True if *written* is about the state, and not about what happened."""
    return any(re.fullmatch(form, written) for form in STATE)


def stands(game: Game, written: str) -> str:
    """Return what is true now of the thing that *written* is about."""
    return next(
        look(game, *found.groups())
        for form, look in STATE.items()
        if (found := re.fullmatch(form, written))
    )


def _award(game: Game, actor: int | None, award: e.Award) -> str:
    worth = "void" if award.void else str(award.points)
    if award.seat == actor or award.why is Why.MUGGINS:
        return f"{award.why} {worth}"
    who = first_player(game, award.team) if award.seat is None else game.players[award.seat]
    return f"{award.why} {worth} to {who}"


def _notice(game: Game, notice: e.Notice) -> str:
    match notice:
        case e.LateRenege(card=card, count=count, advice=0):
            return f"late_renege {card} at {count}"
        case e.LateRenege(card=card, count=count, advice=advice):
            return f"late_renege {card} at {count} costs {advice}"
        case e.Undercount(claim=claim, total=total):
            return f"undercount {claim} of {total}"
        case e.Overcount(claim=claim, total=total):
            return f"overcount {claim} of {total}"
        case e.Unclaimed(points=points):
            return f"unclaimed {points}"
        case e.Skunk(team=team, below=below):
            alone = len(game.pegs) == 2
            return (
                f"skunk below {below}"
                if alone
                else f"skunk {first_player(game, team)} below {below}"
            )
        case e.Seated(players=players):
            return f"seated {' '.join(players)}"
        case e.Counted():
            return ""
        case _:
            assert_never(notice)


def first_player(game: Game, team: int) -> str:
    """Return the name of the first player of *team*."""
    assert game.rules
    return game.players[game.rules.teams[team][0]]


def _pegs(game: Game, name: str) -> str:
    pegs = game.pegs[team_of(name, game)]
    return f"{name} {pegs.front}<{pegs.back}"


def _open(game: Game) -> str:
    whose = ("crib" if one.of == "crib" else game.players[one.seat] for one in game.windows)
    return " ".join(["open", *whose]) if game.windows else "nothing open"


def _called(game: Game, seat: int | None, what: str) -> str:
    return f"nobody {what}" if seat is None else f"{game.players[seat]} {what}"


def _rule(game: Game, field: str) -> str:
    value = to_plain(getattr(game.rules, field)) if field in TOLD else "is seen, not told"
    words = value if isinstance(value, list | tuple) else [value]
    return " ".join(["rule", field, *map(_word, words)])


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


TOLD: Final = {
    *("dealt", "crib_from_deck", "targets", "starter_turner", "captain", "shape"),
    *("teams_by", "starter_cutter", "dealt_by_place", "lurch"),
}
"""Rules that the program tells but cannot enforce, or that with two teams make no difference."""

STATE: Final[dict[str, Callable[..., str]]] = {
    rf"({NAME}) \d+<\d+": _pegs,
    r"count \d+": lambda game: f"count {game.count}",
    r"\w+ next": lambda game: _called(game, game.turn, "next"),
    r"\w+ deals": lambda game: _called(game, game.dealer, "deals"),
    r"in \w+": lambda game: f"in {game.phase}",
    r"wins .+": lambda game: f"wins {' '.join(map(str, game.wins))}",
    r"games .+": lambda game: f"games {' '.join(map(str, game.games))}",
    r"draw again .+": lambda game: " ".join(
        ["draw again", *(game.players[seat] for seat in game.drawing)]
    ),
    r"open .+|nothing open": _open,
    r"captains .+": lambda game: " ".join(["captains", *(game.players[s] for s in game.captains)]),
    r"rule (\w+) .+": _rule,
    r"counting \w+": lambda game: f"counting {game.entry_mode.counted_by}",
    r"entering \w+": lambda game: f"entering {game.entry_mode.entered}",
}
"""Each form of fact about the state, and how to say what is true of it."""
