"""The responses of the hub's API, as structs: the wall, a player’s phone, and their parts."""

import msgspec

from club.night.game import Status
from club.night.state import Phase


class Person(msgspec.Struct, frozen=True):
    """A player, by id and name."""

    id: str
    name: str


class GameView(msgspec.Struct, frozen=True, kw_only=True):
    """A game: its sides, what is known of it, and its result once that is sure."""

    round: int
    table: str
    sides: tuple[tuple[Person, ...], ...]
    status: Status
    scores: tuple[int, int] | None
    skunk: int
    by: str | None


class RoundView(msgspec.Struct, frozen=True):
    """A round: its games in the order of the tables, and who sits out."""

    round: int
    games: tuple[GameView, ...]
    out: tuple[Person, ...]


class NightView(msgspec.Struct, frozen=True, kw_only=True):
    """The night. ``ends`` is when the clock of the round runs out; ``done``: all its games have a
    result."""

    id: str
    phase: Phase
    round: int
    rounds: int
    movement: str
    scoring: str
    target: int
    ends: str | None
    done: bool
    hidden: bool


class StandingView(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the standings."""

    place: int
    equal: bool
    id: str
    name: str
    games: int
    won: int
    points: int
    plus: int
    minus: int
    net: int
    skunks_given: int
    skunks_taken: int


class FeatView(msgspec.Struct, frozen=True):
    """A great hand, a skunk or a grand slam. ``other`` was skunked."""

    kind: str
    name: str
    round: int | None
    other: str = ""


class SheetRowView(StandingView, frozen=True, kw_only=True):
    """A row of the evening's sheet: ``grass_roots`` points, and place and points of the season;
    ``in_quarter``: among the top quarter."""

    grass_roots: int
    in_quarter: bool
    season_place: int | None
    season_points: int


class SeasonRowView(StandingView, frozen=True, kw_only=True):
    """A row of the season, over its ``nights`` or the best of them."""

    nights: int
    best: int
    grass_roots: int


class SheetView(msgspec.Struct, frozen=True, kw_only=True):
    """The sheet of the evening, once it is ``finished``. ``best_nights`` count in the season, 0 for
    all."""

    finished: bool
    quarter: int
    rows: tuple[SheetRowView, ...]
    pots: tuple[FeatView, ...]
    season: tuple[SeasonRowView, ...]
    best_nights: int


class WallView(msgspec.Struct, frozen=True, kw_only=True):
    """The public part of a night. ``next`` is the round that comes; ``standings`` are null
    while the director hides them, and so is ``sheet`` until the last game is done. ``rival`` is the
    hub that runs the night instead of this one."""

    version: int
    club: str
    rival: str | None
    night: NightView | None
    now: RoundView | None
    next: RoundView | None
    standings: tuple[StandingView, ...] | None
    sheet: SheetView | None
    feats: tuple[FeatView, ...]


class OutcomeView(msgspec.Struct, frozen=True):
    """The end of a game, as the player who asks sees it."""

    won: bool
    margin: int
    skunk: int


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A player's game: at which table, with and against whom; what ``mine`` and the other side say,
    and the ``outcome`` once that is sure; the player's great ``hands`` in it."""

    round: int
    table: str
    partners: tuple[Person, ...]
    opponents: tuple[Person, ...]
    status: Status
    mine: OutcomeView | None
    theirs: OutcomeView | None
    outcome: OutcomeView | None
    by: str | None
    hands: tuple[str, ...]


class MeView(msgspec.Struct, frozen=True, kw_only=True):
    """A player's evening. ``seat`` is the game of this round, ``out``: none, for the player sits
    out; ``earlier`` are the games before, the newest first, ``next`` the one that comes."""

    version: int
    club: str
    rival: str | None
    night: NightView | None
    player: Person | None
    names: tuple["Name", ...]
    seat: SeatView | None
    out: bool
    present: bool
    next: SeatView | None
    next_out: bool
    earlier: tuple[SeatView, ...]
    row: StandingView | None


class Name(msgspec.Struct, frozen=True):
    """A name to choose; ``taken`` by another phone."""

    id: str
    name: str
    taken: bool


class SentWall(msgspec.Struct, frozen=True):
    """The wall, and the time ``now`` at the hub, by which its clocks go."""

    now: str
    view: WallView


class SentMe(msgspec.Struct, frozen=True):
    """A player's evening, and the time ``now`` at the hub."""

    now: str
    view: MeView
