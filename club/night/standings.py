"""The results that count, and the standings that follow from them."""

from typing import cast

from msgspec.structs import replace

from club.night.state import Club, Game, Night, PastNight
from club.results import SCORINGS, Result, ScoringName, StandingRow, standing
from club.season import NightResults, SeasonRow, Sheet, evening_sheet, feats_of, season


def results_of(night: Night) -> tuple[Result, ...]:
    """Return the results of all games that count, by round and table."""
    return _results(night.past)


def sheet_of(club: Club, night: Night) -> Sheet:
    """Return the evening's sheet, with the season including tonight, without house players."""
    scoring = cast(ScoringName, night.plan.scoring)
    houses = _houses(club)
    feats = [one for one in feats_of(results_of(night), night.feats) if one.player not in houses]
    return evening_sheet(standings_of(club, night), scoring, feats, season_of(club))


def season_of(club: Club) -> tuple[SeasonRow, ...]:
    """Return the season including tonight, without house players."""
    nights = (*club.past, club.night.past) if club.night else club.past
    counted = (
        NightResults(cast(ScoringName, night.scoring), _results(night))
        for night in nights
        if night.id >= club.season.since
    )
    return season(counted, best_nights=club.season.best, without=_houses(club))


def _houses(club: Club) -> set[str]:
    return {player.id for player in club.players.values() if player.house}


def _results(night: PastNight) -> tuple[Result, ...]:
    return tuple(
        Result(
            night=night.id,
            round=game.round,
            table=game.table,
            place=place_of(game),
            players=game.players,
            scores=outcome.scores,
            skunk=outcome.skunk,
            by=game.by,
            at=game.settled,
        )
        for game in night.games
        if (outcome := game.outcome)
    )


def place_of(game: Game) -> str:
    """Return the hub's own id for a game: one per round and table."""
    return f"r{game.round}"


def standings_of(club: Club, night: Night) -> tuple[StandingRow, ...]:
    """Return the standings of everyone who has played tonight, including players who have left.
    House players are not ranked, but their games count for their opponents."""
    played = {player for game in night.games.values() for player in game.players}
    there = tuple(one.id for one in club.players.values() if one.present or one.id in played)
    rows = standing(results_of(night), SCORINGS[cast(ScoringName, night.plan.scoring)], there)
    houses = _houses(club)
    kept = [row for row in rows if row.id not in houses]
    places = [row.place for row in kept]
    return tuple(
        replace(
            row,
            place=1 + sum(place < row.place for place in places),
            equal=places.count(row.place) > 1,
        )
        for row in kept
    )
