"""The left of a score pad: what people do, in the words they would write down."""

import json
import re
from collections.abc import Callable
from typing import Any, Final

import msgspec

from scorekeeper.cards import Card, Cards, read_cards
from scorekeeper.game import actions as a
from scorekeeper.game.actions import EntryModeChange
from scorekeeper.game.state import Game

NAME: Final = r"(?:[A-Z][a-z]+|[1-6])"
"""Of a player; those who sat down with keys alone are called by their seats."""
CARD: Final = r"(?:10|[A2-9TJQK])[CDHS]?"
SAY: Final = r"(?: flush (?P<flush>\d))?(?: (?P<nobs>(?:no )?nobs))?"
SHOWN: Final = rf"(?P<cards>(?: {CARD})*){SAY}(?: claims (?P<claim>\d+))?"

MODE: Final = r"counted by (?P<counted_by>\w+)|entered (?P<entered>\w+)"
"""One field of the entry mode; a start names one at most."""

SIT_DOWN: Final = re.compile(r"([a-z-]+): (.+)")


def read_action(text: str, game: Game) -> a.Action:
    """Return what *text* says is done in *game*. ValueError if no line of a pad reads so."""
    if sit_down := SIT_DOWN.fullmatch(text):
        return _start(sit_down[1], sit_down[2])
    for form, make in FORMS.items():
        if found := re.fullmatch(form, text):
            return make(game, **found.groupdict())
    raise ValueError(f"no line of a score pad reads {text!r}")


def seat_of(name: str, players: tuple[str, ...]) -> int:
    """Return the seat of *name*."""
    if name not in players:
        raise ValueError(f"{name!r} does not play: {', '.join(players)} do")
    return players.index(name)


def team_of(name: str, game: Game) -> int:
    """The team of *name*."""
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


def _nobs(text: str | None) -> bool | None:
    return None if text is None else text == "nobs"


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
    return {"flush": _number(flush), "nobs": _nobs(nobs)}


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
