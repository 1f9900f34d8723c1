"""The reducer: how each entry changes the club. Total and pure: an entry that no longer fits, since
one before it was undone, changes nothing."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple, TypeVar, cast

from msgspec.structs import replace

from club.night import entry as e
from club.night.game import Game, Outcome
from club.night.game_reports import GameReports
from club.night.state import Club, GameKey, Night, PastNight, Phase, Player
from club.pairing import Round
from club.results.feats import Feat

K = TypeVar("K")
V = TypeVar("V")


class Written(NamedTuple):
    """An entry in its place: its number in the journal, who made it, and when."""

    version: int
    entry: e.Entry
    by: str
    at: str


def replay(club: Club, written: Iterable[Written]) -> Club:
    """Return what *club* is after all of *written*; undone entries among them count for nothing."""
    lines = tuple(written)
    undone = undone_of(lines)
    return evolve_all(club, (line for line in lines if line.version not in undone))


def evolve_all(club: Club, lines: Iterable[Written]) -> Club:
    """Return *club* after *lines*, none of which takes another back; reports are taken together."""
    for are_reports, run in groupby(lines, lambda line: isinstance(line.entry, e.Reported)):
        if are_reports and club.night:
            reports = GameReports(club.night)
            for line in run:
                reports.take(cast(e.Reported, line.entry))
            club = replace(club, night=reports.night)
        else:
            for line in run:
                club = evolve(club, line)
    return club


def undone_of(lines: Iterable[Written]) -> frozenset[int]:
    """Return the versions of the entries that hold no more."""
    undone: set[int] = set()
    for line in lines:
        match line.entry:
            case e.Undo(of=of) if of is not None:
                undone.add(of)
            case e.Redo(of=of) if of is not None:
                undone.discard(of)
    return frozenset(undone)


def evolve(club: Club, line: Written) -> Club:
    """Return *club* after one more entry."""
    entry = line.entry
    match entry:
        case e.Open():
            return _opened(club, entry)
        case e.Enrol():
            return _paired_again(_enrolled(club, entry), entry, line.at)
        case e.Rename():
            return _changed(club, entry.id, name=entry.name)
        case e.Arrive() | e.Leave():
            after = _changed(club, entry.id, present=isinstance(entry, e.Arrive))
            return _paired_again(after, entry, line.at)
        case e.Phone():
            return _with_phone(club, entry)
        case e.Season():
            return replace(club, season=entry)
        case _:
            if club.night is None:
                return club
            night = _in_night(club.night, entry, line.at)
            return club if night is club.night else replace(club, night=night)


def with_news(
    club: Club, said: Sequence[e.Reported | e.Noted]
) -> tuple[Club, tuple[e.Reported | e.Noted, ...]]:
    """Return *club* after what tables *said*, and the part of it that changed something."""
    if club.night is None:
        return club, ()
    night, news = club.night, list[e.Reported | e.Noted]()
    reports = GameReports(night)
    news += (one for one in said if isinstance(one, e.Reported) and reports.take(one))
    night = reports.night
    for one in said:
        if isinstance(one, e.Noted) and (after := _noted(night, one)) is not night:
            news.append(one)
            night = after
    return replace(club, night=night), tuple(news)


def _opened(club: Club, entry: e.Open) -> Club:
    """The players of the club stay; who is there tonight is not known yet."""
    players = {one.id: replace(one, present=False) for one in club.players.values()}
    past = (*club.past, _past(club.night)) if club.night and club.night.games else club.past
    return Club(MappingProxyType(players), Night(entry.night), past, club.season)


def _past(night: Night) -> PastNight:
    games = tuple(game for game in night.games.values() if game.outcome)
    return PastNight(night.id, night.plan.scoring, games)


def _enrolled(club: Club, entry: e.Enrol) -> Club:
    if entry.id is None:
        return club
    player = Player(entry.id, entry.name, house=entry.house, present=True)
    return replace(club, players=_with(club.players, entry.id, player))


def _changed(club: Club, player: str, **changes: object) -> Club:
    known = club.players.get(player)
    if known is None:
        return club
    return replace(club, players=_with(club.players, player, replace(known, **changes)))


def _paired_again(club: Club, entry: e.Enrol | e.Arrive | e.Leave, at: str) -> Club:
    night = club.night
    if entry.rounds is None or night is None or night.phase is not Phase.PLAY:
        return club
    return replace(club, night=_paired(night, e.Pair(night.round + 1, entry.rounds), at))


def _with_phone(club: Club, entry: e.Phone) -> Club:
    """A phone belongs to one player only, the one it chose last."""
    players = {
        one.id: replace(one, phone=None) if one.phone == entry.phone and one.phone else one
        for one in club.players.values()
    }
    return _changed(replace(club, players=MappingProxyType(players)), entry.id, phone=entry.phone)


def _in_night(night: Night, entry: e.Entry, at: str) -> Night:
    match entry:
        case e.Plan():
            return replace(night, plan=entry)
        case e.Pair():
            return _paired(night, entry, at)
        case e.NextRound():
            return _next_round(night, entry, at)
        case e.Claim():
            return _claimed(night, entry, at)
        case e.Reported():
            return _reported(night, entry)
        case e.Rule():
            return _ruled(night, entry, at)
        case e.Noted():
            return _noted(night, entry)
        case _:
            return _with_setting(night, entry)


def _with_setting(night: Night, entry: e.Entry) -> Night:
    match entry:
        case e.Hide():
            return replace(night, hidden=entry.hidden)
        case e.End():
            return replace(night, phase=Phase.OVER)
        case _:
            return night


def _paired(night: Night, entry: e.Pair, at: str) -> Night:
    """Rounds that were played stay, and so does what is known of their games."""
    if entry.start > len(night.rounds) + 1:
        return night
    rounds = night.rounds[: entry.start - 1] + entry.rounds
    games = {key: game for key, game in night.games.items() if key[0] < entry.start}
    games |= _games(entry.rounds)
    reported = {name: key for name, key in night.reported.items() if key in games}
    now = replace(
        night,
        rounds=rounds,
        games=MappingProxyType(games),
        tables=MappingProxyType(
            {(key[0], one): key[1] for key in games for one in games[key].players}
        ),
        reported=MappingProxyType(reported),
    )
    if night.phase is Phase.SETUP:
        return _next_round(replace(now, phase=Phase.PLAY), e.NextRound(1), at)
    return now


def _games(rounds: Iterable[Round]) -> dict[GameKey, Game]:
    return {
        (one.round, seating.table): Game(one.round, seating.table, seating.sides, seating.players)
        for one in rounds
        for seating in one.tables
    }


def _next_round(night: Night, entry: e.NextRound, at: str) -> Night:
    if not 0 < entry.round <= len(night.rounds):
        return night
    return replace(night, round=entry.round, began=_with(night.began, entry.round, at))


def _claimed(night: Night, entry: e.Claim, at: str) -> Night:
    game = night.game_of(entry.player, entry.round)
    side = game.side_of(entry.player) if game else None
    if game is None or side is None:
        return night
    said = outcome_of(entry, side, night.plan.target)
    claims, by, phones = list(game.claims), list(game.claimed_by), list(game.phones)
    claims[side], by[side], phones[side] = said, entry.player, entry.phone
    claimed = replace(game, claims=tuple(claims), claimed_by=tuple(by), phones=tuple(phones))
    return _with_game(night, claimed, at)


def outcome_of(claim: e.Claim, side: int, target: int) -> Outcome:
    """Return how a game ended by what one *side* says of it."""
    loser = max(0, target - claim.margin)
    winner = side if claim.won else 1 - side
    return Outcome.bounded((target, loser) if winner == 0 else (loser, target), claim.skunk)


def _reported(night: Night, entry: e.Reported) -> Night:
    reports = GameReports(night)
    reports.take(entry)
    return reports.night


def _ruled(night: Night, entry: e.Rule, at: str) -> Night:
    game = night.games.get((entry.round, entry.table))
    if game is None:
        return night
    if entry.lifted:
        return _with_game(night, replace(game, ruled=False, ruling=None), at)
    ruling = Outcome.bounded(entry.scores, entry.skunk) if entry.scores else None
    return _with_game(night, replace(game, ruled=True, ruling=ruling), at)


def _noted(night: Night, entry: e.Noted) -> Night:
    """Of each kind one counts for a game: the broker may deliver a message twice. It is taken back
    by the source that reported it, or by the director."""
    feat = Feat(entry.feat, entry.player, night.id, entry.round)
    if entry.undone:
        if feat not in night.feats or entry.device not in ("", night.feats[feat]):
            return night
        kept = {one: device for one, device in night.feats.items() if one != feat}
        return replace(night, feats=MappingProxyType(kept))
    is_known = feat in night.feats or night.game_of(entry.player, entry.round) is None
    return night if is_known else replace(night, feats=_with(night.feats, feat, entry.device))


def _with_game(night: Night, game: Game, at: str) -> Night:
    """Put *game* in its place; who says once more what is known leaves its time as it was."""
    key = (game.round, game.table)
    if game.outcome != night.games[key].outcome:
        game = replace(game, at=at)
    return replace(night, games=_with(night.games, key, game))


def _with(known: MappingProxyType[K, V], key: K, value: V) -> MappingProxyType[K, V]:
    return MappingProxyType(known | {key: value})
