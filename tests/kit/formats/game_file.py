"""Remembered games: a `.game` file is a score pad that is played and verified.

    six-card: Ann, Ben; Ben deals       | Ann next
    starter QH
    Ann 10H                             | count 10
    Ben 5C                              | fifteen 2, Ben 2<0
    Ann 5D                              | pair 2, Ann 2<0, count 20

Actions are on the left of the bar, their results on the right. A line with rules and players starts
a new table. Awards, refusals, notices and wins must be complete and in order: a line without any
states that there are none. Pegs (front<back), counts, turns and the like are checked if present.
``#`` starts a comment. The forms on the left are in FORMS, those on the right in STATE and the
functions around it.
"""

import json
import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any, Final, NamedTuple, assert_never

import msgspec

from scorekeeper.cards import Card, Cards, read_cards
from scorekeeper.game import actions as a
from scorekeeper.game import events as e
from scorekeeper.game.actions import EntryModeChange
from scorekeeper.game.codec import to_plain
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.state import Game
from scorekeeper.scoring import Why
from scorekeeper.table import Table
from tests.kit.paths import DATA

NAME: Final = r"(?:[A-Z][a-z]+|[1-6])"
"""A player's name; players seated by keys are named by seat."""
CARD: Final = r"(?:10|[A2-9TJQK])[CDHS]?"
SAY: Final = r"(?: flush (?P<flush>\d))?(?: (?P<nobs>(?:no )?nobs))?"
SHOWN: Final = rf"(?P<cards>(?: {CARD})*){SAY}(?: claims (?P<claim>\d+))?"

MODE: Final = r"counted by (?P<counted_by>\w+)|entered (?P<entered>\w+)"
"""One field of the entry mode; a start contains at most one."""

SIT_DOWN: Final = re.compile(r"([a-z-]+): (.+)")


def read_action(text: str, game: Game) -> a.Action:
    if sit_down := SIT_DOWN.fullmatch(text):
        return _start(sit_down[1], sit_down[2])
    for form, make in FORMS.items():
        if found := re.fullmatch(form, text):
            return make(game, **found.groupdict())
    raise ValueError(f"no line of a score pad reads {text!r}")


def seat_of(name: str, players: tuple[str, ...]) -> int:
    if name not in players:
        raise ValueError(f"{name!r} does not play: {', '.join(players)} do")
    return players.index(name)


def team_of(name: str, game: Game) -> int:
    return game.team_of(seat_of(name, game.players))


def _start(key: str, text: str) -> a.Start:
    names, *rest = (part.strip() for part in text.split(";"))
    players = tuple(name.strip() for name in names.split(","))
    fields: dict[str, Any] = {}
    options: dict[str, Any] = {}
    for part in rest:
        if found := re.fullmatch(rf"({NAME}) deals", part):
            fields["dealer"] = seat_of(found[1], players)
        elif found := re.fullmatch(r"at ([\d ]+)", part):
            fields["scores"] = tuple(map(int, found[1].split()))
        elif found := re.fullmatch(r"captains ([\w ]+)", part):
            fields["captains"] = tuple(seat_of(name, players) for name in found[1].split())
        elif found := re.fullmatch(MODE, part):
            fields["entry_mode"] = _mode(**found.groupdict())
        else:
            name, value = part.split(" ", 1)
            options[name] = _value(value)
    return a.Start(rules=key, players=players, options=options or None, **fields)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def _seat(game: Game, name: str | None) -> int | None:
    return None if name is None else seat_of(name, game.players)


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)


def _cards(text: str) -> Cards:
    return read_cards(text.split())


def _go(game: Game, name: str | None) -> a.Go:
    return a.Go(all=True) if name == "all" else a.Go(seat=_seat(game, name))


def _count(game: Game, name: str | None, cards: str, claim: str | None, **say: Any) -> a.Count:
    return a.Count(
        seat=_seat(game, name), cards=_cards(cards) or None, claim=_number(claim), **_say(**say)
    )


def _crib(game: Game, cards: str, claim: str | None, **say: Any) -> a.Crib:
    return a.Crib(cards=_cards(cards), claim=_number(claim), **_say(**say))


def _say(flush: str | None, nobs: str | None) -> dict[str, Any]:
    return {"flush": _number(flush), "nobs": None if nobs is None else nobs == "nobs"}


def _nothing(game: Game, whose: str | None) -> a.Count | a.Crib:
    return a.Crib(passed=True) if whose == "crib" else a.Count(seat=_seat(game, whose), passed=True)


def _calls(game: Game, name: str, points: str, of: str | None, **say: Any) -> a.Muggins:
    whose = "crib" if of == "crib" else _seat(game, of)
    return a.Muggins(team=team_of(name, game), points=int(points), of=whose, **_say(**say))


def _mode(**fields: str | None) -> EntryModeChange:
    return EntryModeChange(**fields)


def _peg(game: Game, name: str, points: str, reason: str | None) -> a.Peg:
    return a.Peg(team=team_of(name, game), points=int(points), reason=reason)


FORMS: Final[dict[str, Callable[..., a.Action]]] = {
    MODE: lambda game, **fields: a.SetMode(entry_mode=_mode(**fields)),
    rf"(?P<name>{NAME}) draws (?P<card>{CARD})": lambda game, name, card: a.Draw(
        seat=seat_of(name, game.players), card=Card.parse(card)
    ),
    rf"starter (?P<card>{CARD})": lambda game, card: a.Starter(card=Card.parse(card)),
    rf"(?:(?P<name>{NAME}) )?(?P<card>{CARD})": lambda game, name, card: a.Play(
        seat=_seat(game, name), card=Card.parse(card)
    ),
    rf"(?:(?P<name>{NAME}|all) )?go": _go,
    rf"(?P<name>{NAME}|all) out": lambda game, name: msgspec.structs.replace(
        _go(game, name), out=True
    ),
    r"to the show": lambda game: a.Show(),
    rf"(?:(?P<name>{NAME}) )?counts{SHOWN}": _count,
    rf"crib{SHOWN}": _crib,
    rf"(?:(?P<whose>{NAME}|crib) )?counts nothing": _nothing,
    rf"(?P<name>{NAME}) calls (?P<points>\d+)(?: on (?P<of>{NAME}|crib))?{SAY}": _calls,
    r"misdeal": lambda game: a.Misdeal(),
    r"misdeal put right": lambda game: a.Misdeal(redeal=False),
    rf"(?P<name>{NAME}) pegs (?P<points>-?\d+)(?: for (?P<reason>.+))?": _peg,
    rf"deal passes(?: to (?P<name>{NAME}))?": lambda game, name: a.Deal(dealer=_seat(game, name)),
    rf"(?P<name>{NAME}) is now (?P<other>{NAME})": lambda game, name, other: a.Rename(
        seat=seat_of(name, game.players), name=other
    ),
    r"abandon": lambda game: a.Abandon(),
    rf"(?P<name>{NAME}) gives up": lambda game, name: a.Concede(team=team_of(name, game)),
    r"next game": lambda game: a.Next(),
}
"""Each form of line, and the action it stands for."""


def refused(refusal: Refusal) -> str:
    return f"refused {refusal.code}"


def happened(game: Game, actor: int | None, events: e.Events) -> list[str]:
    """Return the events that must be written, as in a file: awards, notices and a win."""
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
    """Return the events that may be omitted: points by hand, and true counts revealed."""
    return [
        *(f"peg {award.points}" for award in e.awards_of(events) if _by_hand(award)),
        *(f"counted {n.total}" for n in e.notices_of(events) if isinstance(n, e.Counted)),
    ]


def _by_hand(award: e.Award) -> bool:
    return award.why is Why.PEG


def stands(game: Game, written: str) -> str:
    return next(
        check(game, *found.groups())
        for form, check in STATE.items()
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
"""Rules that are stated but cannot be enforced, or have no effect with two teams."""

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
"""Each form of fact about the state, with a function for its current value."""


class Line(NamedTuple):
    number: int
    does: str
    written: tuple[str, ...]


class DoesNotHold(AssertionError):
    def __init__(self, line: Line, written: str, truth: str) -> None:
        super().__init__(
            f"line {line.number}, {line.does}: "
            f"the pad has {written or 'nothing'}, the game {truth or 'nothing'}"
        )


def lines(text: str) -> Iterator[Line]:
    for number, raw in enumerate(text.splitlines(), 1):
        does, _, written = raw.partition("#")[0].partition("|")
        if does.strip():
            facts = tuple(fact.strip() for fact in written.split(",") if fact.strip())
            yield Line(number, does.strip(), facts)


def holds(text: str) -> Game:
    game = Game()
    for line in lines(text):
        game = _play(game, line)
    return game


def _play(game: Game, line: Line) -> Game:
    action = read_action(line.does, game)
    table = Game() if isinstance(action, a.Start) else game
    actor = actor_of(table, action)
    try:
        game, events = apply(table, action)
        due, free = happened(game, actor, events), may_be_written(events)
    except Refusal as refusal:
        due, free = [refused(refusal)], []
    compare(game, line, due, free)
    return game


def actor_of(game: Game, action: a.Action) -> int | None:
    """Return the seat of *action*: as given, a team's first seat, or the current turn."""
    if isinstance(action, a.Muggins | a.Peg):
        assert game.rules
        return game.rules.teams[action.team][0]
    if isinstance(action, a.Play | a.Go | a.Count | a.Draw) and action.seat is not None:
        return action.seat
    return game.turn


def compare(game: Game, line: Line, due: list[str], free: list[str]) -> None:
    """Raise DoesNotHold if *line* lacks facts *due*, or has one neither due nor *free*."""
    about_state = {fact for fact in line.written if any(re.fullmatch(form, fact) for form in STATE)}
    told = [fact for fact in line.written if fact not in about_state and fact not in free]
    if told != due:
        raise DoesNotHold(line, ", ".join(told), ", ".join(due))
    for fact in line.written:
        if fact in about_state and (truth := stands(game, fact)) != fact:
            raise DoesNotHold(line, fact, truth)


PAD = DATA / "games" / "six-card-score-sheet.game"


def enter(table: Table, pad: str) -> None:
    for line in lines(pad):
        table.submit(read_action(line.does, table.now.game))
