"""A game of a night as the table plays it: its start from a seat, its result for the hub."""

from __future__ import annotations

from contextlib import suppress

from mqtt.events import skunk_degree
from mqtt.night_record import NightMatch
from mqtt.payloads import (
    BadPayload,
    Result,
    Seat,
    SeatedPlayer,
)
from scorekeeper.game.actions import Start
from scorekeeper.game.engine.validate import player_name
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.state import Game
from scorekeeper.journal import GameResult
from scorekeeper.rules.options import OptionCannotBe, UnknownRules, house_rules


def start_of(seat: Seat) -> Start:
    """Return the start of the match of *seat*. A name that no player can have becomes the id.

    Raises BadPayload where there are no such rules, or they are for another number of players.
    """
    try:
        rules = house_rules(seat.rules, {"target": seat.target})
        usual = house_rules(seat.rules).target == seat.target
    except (UnknownRules, OptionCannotBe) as fault:
        raise BadPayload(str(fault)) from None
    if len(seat.players) != rules.players:
        raise BadPayload(f"{len(seat.players)} players cannot play {seat.rules}")
    names: list[str] = []
    for player in seat.players:
        try:
            names.append(player_name(player.name, names))
        except Refusal:
            names.append(_name_with_id(player, names))
    options = None if usual else {"target": seat.target}
    return Start(rules=seat.rules, players=tuple(names), options=options)


def _name_with_id(player: SeatedPlayer, others: list[str]) -> str:
    """Return the name of *player* with the id, or where that is no name either the id alone."""
    for name in (f"{player.name[:5]} ({player.id})", player.id, f"({player.id})"):
        with suppress(Refusal):
            return player_name(name, others)
    raise BadPayload(f"{player.id} is there twice")


def place_of(game: GameResult) -> str:
    """Return the name of *game* in a result: its match and its place in it."""
    return f"{game.match}.{game.place}"


def result_of_game(match: NightMatch, game: GameResult, table: str) -> Result:
    """Return the result of *game*, won in *match* at *table*: the same each time. Who won because
    the others gave up has all the points that win, so that the scores say who it was."""
    rules = house_rules(match.seat.rules, {"target": match.seat.target})
    scores = list(game.scores)
    if game.winner is not None:
        won = max(scores[game.winner], rules.goals[game.winner])
        scores = [min(score, won - 1) for score in scores]
        scores[game.winner] = won
    loser = min(scores)
    return Result(
        night=match.seat.night,
        round=match.seat.round,
        table=table,
        place=place_of(game),
        players=match.players,
        scores=tuple(scores),
        skunk=0 if game.skunk is None else skunk_degree(rules, game.skunk, loser),
        at=game.ended,
    )


def players_of(seat: Seat, game: Game) -> tuple[str, ...] | None:
    """Return the ids of those who play *game*, by its seats; None if it is not the match of *seat*:
    the same rules, target and names, of which two may sit the other way round."""
    start = start_of(seat)
    rules = game.rules
    if rules is None or (game.key, rules.target, rules.wins) != (start.rules, seat.target, "high"):
        return None
    ids = tuple(player.id for player in seat.players)
    if game.players == start.players:
        return ids
    return ids[::-1] if len(ids) == 2 and game.players == start.players[::-1] else None
