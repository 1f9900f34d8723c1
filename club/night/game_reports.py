"""The games of a night while tables report them: one report, or thousands, in one go."""

from types import MappingProxyType

from msgspec.structs import replace

from club.night.entry import Reported
from club.night.game import Game, Outcome, Report
from club.night.state import GameKey, Night, ReportKey
from club.pairing.round import sides_of


class GameReports:
    """Takes reports one after the other; ``night`` is what follows.

    The dictionaries of a night are never changed, and copying them for each of thousands of reports
    would take longer than all the rest. Here they are copied once.
    """

    def __init__(self, night: Night) -> None:
        self._night = night
        self._games: dict[GameKey, Game] | None = None
        self._reported: dict[ReportKey, GameKey] = {}

    @property
    def night(self) -> Night:
        """The night after all reports that were taken; the same object if none changed it."""
        if self._games is None:
            return self._night
        return replace(
            self._night,
            games=MappingProxyType(dict(self._games)),
            reported=MappingProxyType(dict(self._reported)),
        )

    def take(self, entry: Reported) -> bool:
        """Take a report; return False if it changes nothing.

        The same game of a table, corrected or sent again, takes the place of what it was before. Of
        several games that tables report for one, the last that ended holds, in whatever order they
        arrive.
        """
        name = (entry.device, entry.place)
        before = self._key_of(name)
        game = self._game_of_players(entry)
        report = _report(game, entry) if game else None
        if game is None or report is None:
            if before is None:
                return False
            self._drop(name, before)
            return True
        key = (game.round, game.table)
        if before == key and report in game.reports:
            return False
        if before is not None:
            self._drop(name, before)
        games, reported = self._copied()
        games[key] = replace(games[key], reports=_ordered((*games[key].reports, report)))
        reported[name] = key
        return True

    def _key_of(self, name: ReportKey) -> GameKey | None:
        known = self._night.reported if self._games is None else self._reported
        return known.get(name)

    def _game_of_players(self, entry: Reported) -> Game | None:
        """Return the game that these players have in this round, wherever they sat down for it."""
        if not entry.players:
            return None
        key = self._night.key_of(entry.players[0], entry.round)
        if key is None:
            return None
        game = (self._night.games if self._games is None else self._games)[key]
        if entry.players == game.players:
            return game
        if {*game.players} != {*entry.players}:
            return None
        partners = sides_of(entry.players)[0]
        return game if {*partners} in [{*side} for side in game.sides] else None

    def _drop(self, name: ReportKey, key: GameKey) -> None:
        games, reported = self._copied()
        kept = tuple(one for one in games[key].reports if (one.device, one.place) != name)
        games[key] = replace(games[key], reports=kept)
        del reported[name]

    def _copied(self) -> tuple[dict[GameKey, Game], dict[ReportKey, GameKey]]:
        if self._games is None:
            self._games, self._reported = dict(self._night.games), dict(self._night.reported)
        return self._games, self._reported


def _report(game: Game, entry: Reported) -> Report | None:
    if entry.scores is None or len(entry.scores) != 2 or entry.scores[0] == entry.scores[1]:
        return None
    first, second = entry.scores
    # The table may have seated them the other way round than they were paired.
    if game.side_of(entry.players[0]) == 1:
        first, second = second, first
    outcome = Outcome.bounded((first, second), entry.skunk)
    return Report(entry.device, entry.place, outcome, entry.sent)


def _ordered(reports: tuple[Report, ...]) -> tuple[Report, ...]:
    """Return *reports* with the last that ended at the end: those of one table by their places,
    since its clock may go back, those of several by when each ended its last."""
    if len(reports) == 1:
        return reports
    ended = {report.device: report.sent for report in sorted(reports, key=_place)}
    return tuple(sorted(reports, key=lambda one: (ended[one.device], one.device, _place(one))))


def _place(report: Report) -> tuple[tuple[int, ...], str]:
    parts = report.place.split(".")
    return tuple(int(part) for part in parts if part.isdecimal()), report.place
