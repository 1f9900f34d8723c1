"""The reducer: how each entry changes the club. Total and pure: an entry that no longer fits, since
one before it was undone, changes nothing."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from club.hub.entry import (
    Arrive,
    Claim,
    Device,
    End,
    Enrol,
    Entry,
    Hide,
    Leave,
    NextRound,
    Noted,
    Open,
    Pair,
    Phone,
    Plan,
    Redo,
    Rename,
    Reported,
    Rule,
    Undo,
)
from club.hub.state import (
    Club,
    Game,
    GameKey,
    Night,
    Outcome,
    PastNight,
    Phase,
    Player,
    ReportKey,
    game_at,
)
from club.pairing import Round
from club.pairing.round import sides_of
from club.results.feats import Feat

K = TypeVar("K")
V = TypeVar("V")


class Written(NamedTuple):
    """An entry in its place: its number in the journal, who made it, and when."""

    version: int
    entry: Entry
    by: str
    at: str


def fold(club: Club, written: Iterable[Written]) -> Club:
    """Return what *club* is after all of *written*; undone entries among them count for nothing."""
    lines = tuple(written)
    undone = undone_of(lines)
    for line in lines:
        if line.version not in undone:
            club = evolve(club, line)
    return club


def undone_of(lines: Iterable[Written]) -> frozenset[int]:
    """Return the versions of the entries that hold no more."""
    undone: set[int] = set()
    for line in lines:
        match line.entry:
            case Undo(of=of) if of is not None:
                undone.add(of)
            case Redo(of=of) if of is not None:
                undone.discard(of)
    return frozenset(undone)


def evolve(club: Club, line: Written) -> Club:
    """Return *club* after one more entry."""
    entry = line.entry
    match entry:
        case Open():
            return _opened(club, entry)
        case Enrol():
            return _enrolled(club, entry)
        case Rename():
            return _changed(club, entry.id, name=entry.name)
        case Arrive():
            return _changed(club, entry.id, present=True)
        case Leave():
            return _changed(club, entry.id, present=False)
        case Phone():
            return _with_phone(club, entry)
        case _:
            if club.night is None:
                return club
            night = _in_night(club.night, entry, line.at)
            return club if night is club.night else replace(club, night=night)


def _opened(club: Club, entry: Open) -> Club:
    """The players of the club stay; who is there tonight is not known yet."""
    players = {one.id: replace(one, present=False) for one in club.players.values()}
    past = (*club.past, _past(club.night)) if club.night and club.night.games else club.past
    return Club(MappingProxyType(players), Night(entry.night), past)


def _past(night: Night) -> PastNight:
    games = tuple(game for game in night.games.values() if game.outcome)
    return PastNight(night.id, night.plan.scoring, night.plan.target, games)


def _enrolled(club: Club, entry: Enrol) -> Club:
    if entry.id is None:
        return club
    player = Player(entry.id, entry.name, house=entry.house, present=True)
    return replace(club, players=_with(club.players, entry.id, player))


def _changed(club: Club, player: str, **changes: object) -> Club:
    known = club.players.get(player)
    if known is None:
        return club
    return replace(club, players=_with(club.players, player, replace(known, **changes)))


def _with_phone(club: Club, entry: Phone) -> Club:
    """A phone belongs to one player only, the one it chose last."""
    players = {
        one.id: replace(one, phone=None) if one.phone == entry.phone and one.phone else one
        for one in club.players.values()
    }
    return _changed(replace(club, players=MappingProxyType(players)), entry.id, phone=entry.phone)


def _in_night(night: Night, entry: Entry, at: str) -> Night:
    match entry:
        case Plan():
            return replace(night, plan=entry)
        case Pair():
            return _paired(night, entry, at)
        case NextRound():
            return _next_round(night, entry, at)
        case Claim():
            return _claimed(night, entry, at)
        case Reported():
            return _reported(night, entry, at)
        case Rule():
            return _ruled(night, entry, at)
        case Noted():
            return _noted(night, entry)
        case _:
            return _with_setting(night, entry)


def _with_setting(night: Night, entry: Entry) -> Night:
    match entry:
        case Hide():
            return replace(night, hidden=entry.hidden)
        case Device():
            return replace(night, devices=_placed(night.devices, entry))
        case End():
            return replace(night, phase=Phase.OVER)
        case _:
            return night


def _paired(night: Night, entry: Pair, at: str) -> Night:
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
        reported=MappingProxyType(reported),
    )
    if night.phase is Phase.SETUP:
        return _next_round(replace(now, phase=Phase.PLAY), NextRound(1), at)
    return now


def _games(rounds: Iterable[Round]) -> dict[GameKey, Game]:
    return {
        (one.round, seating.table): game_at(one.round, seating)
        for one in rounds
        for seating in one.tables
    }


def _next_round(night: Night, entry: NextRound, at: str) -> Night:
    if not 0 < entry.round <= len(night.rounds):
        return night
    return replace(night, round=entry.round, began=_with(night.began, entry.round, at))


def _claimed(night: Night, entry: Claim, at: str) -> Night:
    game = night.game_of(entry.player, entry.round)
    side = game.side_of(entry.player) if game else None
    if game is None or side is None:
        return night
    said = outcome_of(entry, side, night.plan.target)
    claims, by = list(game.claims), list(game.claimed_by)
    claims[side], by[side] = said, entry.player
    return _with_game(night, replace(game, claims=tuple(claims), claimed_by=tuple(by)), at)


def outcome_of(claim: Claim, side: int, target: int) -> Outcome:
    """Return how a game ended by what one *side* says of it."""
    loser = max(0, target - claim.margin)
    winner = side if claim.won else 1 - side
    return Outcome((target, loser) if winner == 0 else (loser, target), claim.skunk)


def _reported(night: Night, entry: Reported, at: str) -> Night:
    """The same game of a table, corrected or sent again, takes the place of what it was before."""
    name = (entry.device, entry.place)
    if name in night.reported:
        night = _withdrawn(night, name, at)
    game = _game_of_players(night, entry)
    if game is None or entry.scores is None or len(entry.scores) != 2:
        return night
    first, second = entry.scores
    # The table may have seated them the other way round than they were paired.
    if game.side_of(entry.players[0]) == 1:
        first, second = second, first
    report = (*name, Outcome((first, second), entry.skunk))
    night = _with_game(night, replace(game, reports=(*game.reports, report)), at)
    return replace(night, reported=_with(night.reported, name, (game.round, game.table)))


def _withdrawn(night: Night, name: ReportKey, at: str) -> Night:
    game = night.games[night.reported[name]]
    kept = tuple(one for one in game.reports if one[:2] != name)
    others = {one: key for one, key in night.reported.items() if one != name}
    return replace(
        _with_game(night, replace(game, reports=kept), at), reported=MappingProxyType(others)
    )


def _game_of_players(night: Night, entry: Reported) -> Game | None:
    """Return the game that these players have in this round, wherever they sat down for it."""
    if not entry.players:
        return None
    game = night.game_of(entry.players[0], entry.round)
    if game is None or {*game.players} != {*entry.players}:
        return None
    partners = sides_of(entry.players)[0]
    return game if {*partners} in [{*side} for side in game.sides] else None


def _ruled(night: Night, entry: Rule, at: str) -> Night:
    game = night.games.get((entry.round, entry.table))
    if game is None:
        return night
    if entry.lifted:
        return _with_game(night, replace(game, ruled=False, ruling=None), at)
    ruling = Outcome(entry.scores, entry.skunk) if entry.scores else None
    return _with_game(night, replace(game, ruled=True, ruling=ruling), at)


def _noted(night: Night, entry: Noted) -> Night:
    """Of each kind one counts for a game: the broker may deliver a message twice."""
    feat = Feat(entry.feat, entry.player, night.id, entry.round)
    is_known = feat in night.feats or night.game_of(entry.player, entry.round) is None
    return night if is_known else replace(night, feats=(*night.feats, feat))


def _with_game(night: Night, game: Game, at: str) -> Night:
    """Put *game* in its place; who says once more what is known leaves its time as it was."""
    key = (game.round, game.table)
    if game.outcome != night.games[key].outcome:
        game = replace(game, at=at)
    return replace(night, games=_with(night.games, key, game))


def _placed(devices: Mapping[str, str], entry: Device) -> MappingProxyType[str, str]:
    """A device lies on one table only."""
    kept = {
        table: one for table, one in devices.items() if table != entry.table and one != entry.device
    }
    return MappingProxyType(kept | ({entry.table: entry.device} if entry.device else {}))


def _with(known: MappingProxyType[K, V], key: K, value: V) -> MappingProxyType[K, V]:
    return MappingProxyType(known | {key: value})
