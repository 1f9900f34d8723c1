"""The reducer: the club after each entry. Total and pure: an entry that no longer applies, because
an earlier one was undone, has no effect."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple, cast

from msgspec.structs import replace

from club.night import entry as e
from club.night.state import Club, Game, Night, Outcome, Phase, Player, Report
from club.pairing.round import sides_of
from club.season import Feat


class Written(NamedTuple):
    """A stored entry: its number in the journal, its author, and its time."""

    version: int
    entry: e.Entry
    by: str
    at: str


def replay(club: Club, written: Iterable[Written]) -> Club:
    """Return *club* after all of *written*, ignoring undone entries."""
    lines = tuple(written)
    undone = undone_of(lines)
    return evolve_all(club, (line for line in lines if line.version not in undone))


def evolve_all(club: Club, lines: Iterable[Written]) -> Club:
    """Return *club* after *lines*, which contain no undo or redo; consecutive reports are applied
    together."""
    for are_reports, run in groupby(lines, lambda line: isinstance(line.entry, e.Reported)):
        if are_reports and club.night:
            night, _ = _reported(club.night, [cast(e.Reported, line.entry) for line in run])
            club = replace(club, night=night)
        else:
            for line in run:
                club = evolve(club, line)
    return club


def undone_of(lines: Iterable[Written]) -> frozenset[int]:
    """Return the versions of the undone entries."""
    undone: set[int] = set()
    for line in lines:
        match line.entry:
            case e.Undo(of=of) if of is not None:
                undone.add(of)
            case e.Redo(of=of) if of is not None:
                undone.discard(of)
    return frozenset(undone)


def news_of(
    club: Club, entries: Sequence[e.Reported | e.Noted]
) -> tuple[e.Reported | e.Noted, ...]:
    """Return the table reports that change something."""
    if club.night is None:
        return ()
    reported = [entry for entry in entries if isinstance(entry, e.Reported)]
    night, reports = _reported(club.night, reported)
    changes: list[e.Reported | e.Noted] = [*reports]
    for entry in entries:
        if isinstance(entry, e.Noted) and (after := _noted(night, entry)) is not night:
            changes.append(entry)
            night = after
    return tuple(changes)


def evolve(club: Club, line: Written) -> Club:
    """Return *club* after another entry."""
    entry = line.entry
    match entry:
        case e.Open():
            return _opened(club, entry)
        case e.Enrol():
            if entry.id is not None:
                player = Player(entry.id, entry.name, house=entry.house, present=True)
                club = replace(club, players={**club.players, entry.id: player})
            return _paired_again(club, entry, line.at)
        case e.Rename():
            return _changed(club, entry.id, name=entry.name)
        case e.Arrive() | e.Leave():
            after = _changed(club, entry.id, present=isinstance(entry, e.Arrive))
            return _paired_again(after, entry, line.at)
        case e.Phone():
            # A phone belongs to one player only, the one it chose last.
            holders = [one.id for one in club.players.values() if one.phone == entry.phone]
            for holder in holders if entry.phone else ():
                club = _changed(club, holder, phone=None)
            return _changed(club, entry.id, phone=entry.phone)
        case e.Season():
            return replace(club, season=entry)
        case _:
            if club.night is None:
                return club
            night = _in_night(club.night, entry, line.at)
            return club if night is club.night else replace(club, night=night)


def _opened(club: Club, entry: e.Open) -> Club:
    """Start a night: keep the players of the club, all absent."""
    players = {player.id: replace(player, present=False) for player in club.players.values()}
    past = club.past
    if club.night and club.night.games:
        past = (*past, club.night.past)
    return Club(players, Night(entry.night), past, club.season)


def _changed(club: Club, player: str, **changes: object) -> Club:
    known = club.players.get(player)
    if known is None:
        return club
    return replace(club, players={**club.players, player: replace(known, **changes)})


def _paired_again(club: Club, entry: e.Enrol | e.Arrive | e.Leave, at: str) -> Club:
    night = club.night
    if entry.rounds is None or night is None or night.phase is not Phase.PLAY:
        return club
    return replace(club, night=_paired(night, e.Pair(night.round + 1, entry.rounds), at))


def _in_night(night: Night, entry: e.Entry, time: str) -> Night:
    match entry:
        case e.Plan():
            return replace(night, plan=entry)
        case e.Pair():
            return _paired(night, entry, time)
        case e.NextRound():
            return _next_round(night, entry.round, time)
        case e.PlayerReport():
            return _player_reported(night, entry, time)
        case e.Reported():
            return _reported(night, [entry])[0]
        case e.Rule():
            return _ruled(night, entry, time)
        case e.Noted():
            return _noted(night, entry)
        case e.Hide():
            return replace(night, hidden=entry.hidden)
        case e.End():
            return replace(night, phase=Phase.OVER)
        case _:
            return night


def _paired(night: Night, entry: e.Pair, at: str) -> Night:
    """Replace the rounds from ``start`` on; rounds already played keep their results."""
    if entry.start > len(night.rounds) + 1:
        return night
    games = {key: game for key, game in night.games.items() if key[0] < entry.start}
    for round_ in entry.rounds:
        for seating in round_.tables:
            games[round_.round, seating.table] = Game(
                round_.round, seating.table, seating.sides, seating.players
            )
    reported = {name: key for name, key in night.reported.items() if key in games}
    tables = {(key[0], player): key[1] for key in games for player in games[key].players}
    after = replace(
        night,
        rounds=night.rounds[: entry.start - 1] + entry.rounds,
        games=games,
        tables=tables,
        reported=reported,
    )
    if night.phase is Phase.SETUP:
        return _next_round(replace(after, phase=Phase.PLAY), 1, at)
    return after


def _next_round(night: Night, number: int, at: str) -> Night:
    if not 0 < number <= len(night.rounds):
        return night
    return replace(night, round=number, began={**night.began, number: at})


def _player_reported(night: Night, entry: e.PlayerReport, at: str) -> Night:
    game = night.game_of(entry.player, entry.round)
    side = game.side_of(entry.player) if game else None
    if game is None or side is None:
        return night
    reports, by, phones = list(game.side_reports), list(game.reported_by), list(game.phones)
    reports[side] = outcome_of(entry, side, night.plan.target)
    by[side], phones[side] = entry.player, entry.phone
    after = replace(game, side_reports=tuple(reports), reported_by=tuple(by), phones=tuple(phones))
    return _with_game(night, after, at)


def _ruled(night: Night, entry: e.Rule, at: str) -> Night:
    game = night.games.get((entry.round, entry.table))
    if game is None:
        return night
    ruling = Outcome(entry.scores, entry.skunk) if entry.scores and not entry.lifted else None
    return _with_game(night, replace(game, ruled=not entry.lifted, ruling=ruling), at)


def outcome_of(report: e.PlayerReport, side: int, target: int) -> Outcome:
    """Return the outcome of a game as reported by one *side*."""
    loser = max(0, target - report.margin)
    winner = side if report.won else 1 - side
    return Outcome((target, loser) if winner == 0 else (loser, target), report.skunk)


def _noted(night: Night, entry: e.Noted) -> Night:
    """Add a feat, or remove it for its reporter or the director. A second one of the same kind in a
    game is ignored, because the broker may deliver a message twice."""
    feat = Feat(entry.feat, entry.player, night.id, entry.round)
    if entry.undone:
        if feat not in night.feats or entry.device not in ("", night.feats[feat]):
            return night
        kept = {one: device for one, device in night.feats.items() if one != feat}
        return replace(night, feats=kept)
    if feat in night.feats or night.game_of(entry.player, entry.round) is None:
        return night
    return replace(night, feats={**night.feats, feat: entry.device})


def _with_game(night: Night, game: Game, at: str) -> Night:
    """Replace a game with *game*; its time changes only with its outcome."""
    key = (game.round, game.table)
    if game.outcome != night.games[key].outcome:
        game = replace(game, at=at)
    return replace(night, games={**night.games, key: game})


def _reported(night: Night, entries: Iterable[e.Reported]) -> tuple[Night, tuple[e.Reported, ...]]:
    """Return *night* after table reports, and the reports that changed something.

    A report with a known place replaces the earlier one. If tables report several games for one,
    the last to end counts, regardless of arrival order. The night's mappings are copied only once,
    because there may be thousands of reports.
    """
    games, reported, news = {**night.games}, {**night.reported}, list[e.Reported]()
    for entry in entries:
        name = (entry.device, entry.place)
        previous = reported.get(name)
        key = night.key_of(entry.players[0], entry.round) if entry.players else None
        report = _report(games[key], entry) if key else None
        if previous == key and key and report in games[key].reports:
            continue
        if previous is not None:
            kept = tuple(old for old in games[previous].reports if (old.device, old.place) != name)
            games[previous] = replace(games[previous], reports=kept)
            del reported[name]
        if key and report:
            reports = _ordered((*games[key].reports, report))
            games[key] = replace(games[key], reports=reports)
            reported[name] = key
        if previous is not None or report is not None:
            news.append(entry)
    return replace(night, games=games, reported=reported) if news else night, tuple(news)


def _report(game: Game, entry: e.Reported) -> Report | None:
    """Return the report of *entry* if its sides are those of *game*, regardless of table."""
    partners = {*sides_of(entry.players)[0]}
    if {*game.players} != {*entry.players} or partners not in map(set, game.sides):
        return None
    if entry.scores is None or len(entry.scores) != 2 or entry.scores[0] == entry.scores[1]:
        return None
    first, second = entry.scores
    # The table may have seated them the other way round than they were paired.
    if game.side_of(entry.players[0]) == 1:
        first, second = second, first
    return Report(entry.device, entry.place, Outcome((first, second), entry.skunk), entry.sent)


def _ordered(reports: tuple[Report, ...]) -> tuple[Report, ...]:
    """Return *reports* by end time, latest last. Reports from one table keep their order, since its
    clock may have been set back; tables are ordered by their last report."""
    if len(reports) == 1:
        return reports
    ended = {report.device: report.sent for report in sorted(reports, key=_place)}
    return tuple(sorted(reports, key=lambda one: (ended[one.device], one.device, _place(one))))


def _place(report: Report) -> tuple[tuple[int, ...], str]:
    parts = report.place.split(".")
    return tuple(int(part) for part in parts if part.isdecimal()), report.place
