"""The application context: the dependencies of all routes, and the rights of a request."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, Protocol

import msgspec
from flask import Response

from scorekeeper.board.light import Frame
from scorekeeper.board.scene import STEP, WALK_AT_MOST
from scorekeeper.board.wiring import Board
from scorekeeper.device import WifiLogin
from scorekeeper.keypad.key import HOLD_SECONDS
from scorekeeper.table import KeypadSession, Replay, Table
from scorekeeper.table.replay import ENTRY_SECONDS
from scorekeeper.words import Fault, Words, en
from web.auth.access import Access, FirstHost
from web.auth.devices import ConnectedDevices, Devices
from web.auth.rate_limit import CODE_LIMIT, JOIN_LIMIT, PIN_LIMIT, RateLimiter
from web.history.cache import GameCache, Results
from web.http.addresses import Addresses
from web.http.assets import Assets
from web.http.errors import HttpError
from web.http.events import Broadcast, Streams, event_stream
from web.http.request import HOST_COOKIE, SCORER_COOKIE, cookie, device, request_words
from web.live.state import SnapshotCache
from web.settings import Settings

PACE: Final = MappingProxyType(
    {
        "step": round(1000 * STEP),
        "walk": round(1000 * WALK_AT_MOST),
        "entry": round(1000 * ENTRY_SECONDS),
        "hold": round(1000 * HOLD_SECONDS),
        "tap": 350,
        "echo": 700,
        "count_held": 1200,
        "win_held": 5000,
    }
)
"""Timings in milliseconds, shared by page, board, replay and keypads; some are from decision 17.
``tap``: window for repeated taps, which count as one; ``echo``: window for the same tap from
another phone; ``count_held``: time that cards of a finished count remain visible; ``win_held``:
time that a wall shows only the win."""


@cache
def program_version() -> str:
    """Return the version of this program. Cached: an upgrade removes its files while it runs."""
    return version("cribble")


class FrameSource(Protocol):
    """The frames shown on the strip."""

    def after(self, number: int, timeout: float) -> tuple[int, Frame]:
        """Return the number and content of the newest frame. Waits until the number differs from
        *number*, for at most *timeout* seconds."""


class Boards(NamedTuple):
    """The boards: ``built``, as configured; ``strip``, with the LEDs. ``shown``: the frames of the
    strip, corrected by ``gamma``; ``edition``: incremented when the boards are replaced."""

    built: Board | None = None
    strip: Board | None = None
    shown: FrameSource | None = None
    gamma: float = 1.0
    edition: int = 0


class BackupFile(NamedTuple):
    """A backup to download: name, size in bytes, and content."""

    name: str
    size: int
    content: Iterable[bytes]


class BackupCopy(msgspec.Struct, frozen=True):
    """A nightly copy: its day as YYYY-MM-DD, and its location."""

    day: str
    place: Literal["here", "stick"]


class ConfigChange(msgspec.Struct, frozen=True):
    """A config key, and its values before and after, as written in the file."""

    key: str
    before: str
    after: str


class Offer(msgspec.Struct, frozen=True):
    """A verified backup upload: its SHA-256, creation time and program version, parts and number of
    entries, the number of local entries that it would replace, and the changes to the config."""

    sha256: str
    made: str
    version: str
    parts: tuple[str, ...]
    entries: int
    replaces: int
    changes: tuple[ConfigChange, ...]


class WrongPiece(Exception):
    """An uploaded chunk does not start at offset ``received``."""

    def __init__(self, received: int) -> None:
        super().__init__(f"{received} bytes were received")
        self.received = received


class Backups(Protocol):
    """The backups of the table. ``failed``: why the last accepted one was not restored."""

    failed: Fault | None

    def file(self) -> BackupFile:
        """Return a backup of the current state. Raises JournalFault or OSError."""

    def copies(self) -> tuple[BackupCopy, ...]:
        """Return the nightly copies, newest first."""

    def take(self, offset: int, piece: bytes) -> int:
        """Append a chunk to the upload. Return the total size in bytes. Raises WrongPiece, Fault or
        OSError."""

    def offer(self) -> Offer:
        """Verify the upload. Raises Fault."""

    def accept(self, digest: str) -> None:
        """Restore the upload and restart the table. Raises Fault or OSError."""


class WifiNetwork(msgspec.Struct, frozen=True):
    """A Wi-Fi network found in the last scan; ``locked``: it requires a password."""

    ssid: str
    strength: int
    locked: bool


class Wifi(Protocol):
    """The Wi-Fi of the table."""

    @property
    def login(self) -> WifiLogin:
        """The name and password of the table's own Wi-Fi."""

    def next_login(self) -> WifiLogin:
        """Return the name and password that it has from its next start on."""

    @property
    def is_on(self) -> bool:
        """True if the table's own Wi-Fi is on."""

    @property
    def fault(self) -> Fault | None:
        """Why the last requested network could not be joined."""

    @property
    def networks(self) -> Sequence[WifiNetwork]:
        """The networks found in the last scan."""

    def ask(self, ssid: str, password: str) -> None:
        """Request to join another network, asynchronously. Raises Fault if that is impossible."""


def settings_tag(settings: Settings, boards: Boards) -> str:
    """Return a tag that changes whenever phones must reload settings or boards."""
    return f"{settings.tag}.{boards.edition}" if boards.edition else settings.tag


@dataclass(eq=False)
class Context:
    """The dependencies of all routes, and caches with the lifetime of the program.

    *find_boards* returns the boards to draw; *settings* can be changed by the host; *devices*
    assigns numbers to phones; *health* returns the status of other parts, by field of ``/healthz``;
    *agree* saves that the player at a seat agrees with a result (by place), and returns False if
    the game is not on the table; *keys*: the keypads' session; *clock*: monotonic seconds; *pace*:
    the timing of the page; *sudo*: commands that show codes require it; *asks_time* returns whether
    the clock is to be told by a host's phone.
    """

    table: Table
    access: Access
    addresses: Addresses
    streams: Streams
    replay: Replay
    keys: KeypadSession
    words_for: Callable[[str], Words] = Words.of
    find_boards: Callable[[], Boards] = Boards
    settings: Settings = field(default_factory=Settings)
    devices: Devices = field(default_factory=Devices)
    health: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    agree: Callable[[str, int], bool] | None = None
    backups: Backups | None = None
    wifi: Wifi | None = None
    clock: Callable[[], float] = time.monotonic
    pace: Mapping[str, int] = field(default_factory=lambda: PACE)
    first_host: FirstHost = field(default_factory=lambda: FirstHost(time.monotonic))
    sudo: bool = False
    asks_time: Callable[[], bool] = lambda: False
    assets: Assets = field(default_factory=Assets.of)

    def __post_init__(self) -> None:
        self.snapshots = SnapshotCache(
            self.words_for, self.table.ticks, self.keys.lockout, lambda: self.table.machine
        )
        self.table.on_decided.add(self.snapshots.prepare)
        self.games = GameCache(self.table)
        self.results = Results(self.table)
        self.connected = ConnectedDevices(self.clock)
        self.code_guesses = RateLimiter(CODE_LIMIT, self.clock)
        self.pin_guesses = RateLimiter(PIN_LIMIT, self.clock)
        self.joins = RateLimiter(JOIN_LIMIT, self.clock)

    @property
    def boards(self) -> Boards:
        """The current boards."""
        return self.find_boards()

    @property
    def settings_tag(self) -> str:
        """The tag of the current settings and boards."""
        return settings_tag(self.settings, self.boards)

    @property
    def words(self) -> Words:
        """The words for this request, selected by ``?lang=``, else the cookie, the host's setting,
        or Accept-Language."""
        return request_words(self.words_for, self.settings.now.language)

    @property
    def letters(self) -> str:
        """The host's setting for the letters on the cards."""
        return self.settings.now.letters

    @property
    def portal(self) -> str | None:
        """The address for phones that probe the table's own Wi-Fi; None while it is off.

        Before the first host it is a page that leads to a browser: the one in which a phone shows
        the portal soon closes, and its cookies are lost.
        """
        if self.wifi is None or not self.wifi.is_on or self.addresses.url is None:
            return None
        return self.addresses.url + ("welcome" if self.first_host.is_open else "")

    @property
    def may_score(self) -> bool:
        """True if the requesting device may enter cards. Always true for a host."""
        return self.access.may_score(device(), cookie(SCORER_COOKIE)) or self.is_host

    @property
    def is_host(self) -> bool:
        """True if the requesting device is a host."""
        return self.access.is_host(device(), cookie(HOST_COOKIE))

    def require_scorer(self) -> None:
        """Raise HttpError 403 unless the requesting device may score."""
        if not self.may_score:
            raise HttpError(403, "may_not", en("Only phones that have joined can keep score here."))

    def require_host(self) -> None:
        """Raise HttpError 403 unless the requesting device is a host."""
        if not self.is_host:
            raise HttpError(
                403, "may_not", en("Only the host can change that: enter the host’s PIN.")
            )

    def follow(
        self, kind: Literal["table", "strip"], broadcast: Broadcast, seen: object = None
    ) -> Response:
        """Return an event stream of *broadcast*; it replaces an older stream of the same device and
        kind. The newest event is omitted if its id is *seen*.

        Raises HttpError 503 if no slot is free.
        """
        known, scorer = device(), self.may_score
        if self.access.is_open:  # Anyone may score: devices with entries are scorers.
            scorer = known is not None and self.devices.has_number(known)
        return event_stream(
            broadcast,
            key=known and f"{kind} {known}",
            scorer=scorer,
            lang=self.words.lang,
            seen=seen,
        )
