"""The application's context: everything that the program hands to routes, and the rights of a
request."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, Protocol

import msgspec
from flask import Response

from scorekeeper.board.board import Board
from scorekeeper.board.light import Frame
from scorekeeper.board.scene import STEP, WALK_AT_MOST
from scorekeeper.keypad.key import HOLD_SECONDS
from scorekeeper.machine import WifiLogin
from scorekeeper.table import KeypadSession, Replay, Table
from scorekeeper.table.replay import LOOKED_AT
from scorekeeper.words import Fault, Words, en
from web.auth.access import Access, Claim
from web.auth.devices import ConnectedDevices, Devices
from web.auth.rate_limit import CODE_LIMIT, JOIN_LIMIT, PIN_LIMIT, RateLimiter
from web.history.cache import GameCache
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
        "look": round(1000 * LOOKED_AT),
        "hold": round(1000 * HOLD_SECONDS),
        "tap": 350,
        "echo": 700,
        "count_held": 1200,
        "win_held": 5000,
    }
)
"""Times that the page shares with the board, the replay and the keypads, and those of decision 17:
how long a second tap is the same one, and how long another phone's is an echo; how long the cards
of a closed count stay on the felt, and how long a wall shows nothing but a win. In milliseconds."""


@cache
def program_version() -> str:
    """Return the version of this program, read once: an upgrade removes its files while it runs."""
    return version("cribble")


class FrameSource(Protocol):
    """The frames of the strip as they are shown."""

    def after(self, number: int, timeout: float) -> tuple[int, Frame]:
        """Return the newest frame and its number: once newer, or after *timeout* seconds."""


class Boards(NamedTuple):
    """``built`` is the board of the config, ``strip`` the one whose LEDs are lit; ``shown`` are its
    frames, corrected by ``gamma``; ``edition`` counts how often others took their place."""

    built: Board | None = None
    strip: Board | None = None
    shown: FrameSource | None = None
    gamma: float = 1.0
    edition: int = 0


class BackupFile(NamedTuple):
    """A backup to download: its name, its size in bytes, and its content."""

    name: str
    size: int
    content: Iterable[bytes]


class BackupCopy(msgspec.Struct, frozen=True):
    """A nightly copy: its day as YYYY-MM-DD, and where it is."""

    day: str
    place: Literal["here", "stick"]


class ConfigChange(msgspec.Struct, frozen=True):
    """A key of the config, and its values before and after, as the file has them."""

    key: str
    before: str
    after: str


class Offer(msgspec.Struct, frozen=True):
    """A backup that was sent and is whole: its SHA-256, when and by which version it was made, its
    parts and entries, the number of entries here that it would replace, and the keys of the config
    that it would change."""

    sha256: str
    made: str
    version: str
    parts: tuple[str, ...]
    entries: int
    replaces: int
    changes: tuple[ConfigChange, ...]


class WrongPiece(Exception):
    """A piece of an upload that does not start after the ``received`` bytes."""

    def __init__(self, received: int) -> None:
        super().__init__(f"{received} bytes were received")
        self.received = received


class Backups(Protocol):
    """The backups of the table. ``failed`` is why the last accepted one is not in place."""

    failed: Fault | None

    def file(self) -> BackupFile:
        """Return a backup of the current state. Raises JournalFault or OSError."""

    def copies(self) -> tuple[BackupCopy, ...]:
        """Return the nightly copies, the newest first."""

    def take(self, offset: int, piece: bytes) -> int:
        """Keep a piece of an upload; return the bytes there are. Raises WrongPiece or Fault, or
        OSError."""

    def offer(self) -> Offer:
        """Verify the upload. Raises Fault."""

    def accept(self, digest: str) -> None:
        """Restart the table with the upload. Raises Fault, OSError."""


class WifiNetwork(msgspec.Struct, frozen=True):
    """A Wi-Fi that was in reach; ``locked`` wants a password."""

    ssid: str
    strength: int
    locked: bool


class Wifi(Protocol):
    """The Wi-Fi of the table."""

    @property
    def login(self) -> WifiLogin:
        """Name and password of the table's own."""

    @property
    def is_on(self) -> bool:
        """True while the table's own Wi-Fi is on."""

    @property
    def fault(self) -> Fault | None:
        """The reason why the Wi-Fi asked for last was not joined."""

    @property
    def networks(self) -> Sequence[WifiNetwork]:
        """The Wi-Fis that were in reach."""

    def ask(self, ssid: str, password: str) -> None:
        """Ask to join another one, soon. Raises Fault if that is impossible."""


def settings_tag(settings: Settings, boards: Boards) -> str:
    """Return the tag by which phones ask for settings and boards again when it changes."""
    return f"{settings.tag}.{boards.edition}" if boards.edition else settings.tag


@dataclass(eq=False)
class Context:
    """The collaborators of all routes, and the caches that live as long as the program.

    *find_boards* returns the boards that the page draws; *settings* may be changed by the host;
    *devices* numbers phones; *health* returns that of the other parts by field of ``/healthz``;
    *agree* saves that the player at a seat agrees with the result of a place, and returns False if
    that is not the game on the table; *keys* are those of the keypads; *clock* counts seconds and
    never goes back; *pace* are the times of the page; *sudo*: commands that show codes need it.
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
    claim: Claim = field(default_factory=lambda: Claim(time.monotonic))
    sudo: bool = False
    assets: Assets = field(default_factory=Assets.of)

    def __post_init__(self) -> None:
        self.snapshots = SnapshotCache(
            self.words_for, self.table.ticks, self.keys.lockout, lambda: self.table.machine
        )
        self.games = GameCache(self.table)
        self.connected = ConnectedDevices(self.clock)
        self.code_guesses = RateLimiter(CODE_LIMIT, self.clock)
        self.pin_guesses = RateLimiter(PIN_LIMIT, self.clock)
        self.joins = RateLimiter(JOIN_LIMIT, self.clock)

    @property
    def boards(self) -> Boards:
        """The boards to draw now."""
        return self.find_boards()

    @property
    def settings_tag(self) -> str:
        """The tag of the settings in force and the boards to draw now."""
        return settings_tag(self.settings, self.boards)

    @property
    def words(self) -> Words:
        """The words for this request: by ``?lang=``, the cookie, the host's setting, or the
        Accept-Language of the browser, in this order."""
        return request_words(self.words_for, self.settings.now.language)

    @property
    def letters(self) -> str:
        """The letters on the cards, as the host chose them."""
        return self.settings.now.letters

    @property
    def is_captive(self) -> bool:
        """True while phones are in the table's own Wi-Fi, whose DNS resolves every name to here."""
        return self.wifi is not None and self.wifi.is_on

    @property
    def may_score(self) -> bool:
        """True if the device that asks may enter cards; the host's always may."""
        return self.access.may_score(device(), cookie(SCORER_COOKIE)) or self.is_host

    @property
    def is_host(self) -> bool:
        """True if the request comes from a host's device."""
        return self.access.is_host(device(), cookie(HOST_COOKIE))

    def require_scorer(self) -> None:
        """Raise HttpError 403 unless the device that asks may score."""
        if not self.may_score:
            raise HttpError(403, "may_not", en("Only phones that have joined can keep score here."))

    def require_host(self) -> None:
        """Raise HttpError 403 unless the device that asks is the host's."""
        if not self.is_host:
            raise HttpError(403, "may_not", en("Only the host can change that (host’s PIN)."))

    def follow(
        self, kind: Literal["table", "strip"], broadcast: Broadcast, seen: object = None
    ) -> Response:
        """Return an event stream that follows *broadcast*; a new one replaces that of the same
        device and kind. A client that has *seen* the newest event waits for the next.

        Raises HttpError 503 if no slot is free.
        """
        known, scorer = device(), self.may_score
        if self.access.is_open:  # Anyone may score: a device that did is a scorer.
            scorer = known is not None and self.devices.has_number(known)
        return event_stream(
            broadcast,
            key=known and f"{kind} {known}",
            scorer=scorer,
            lang=self.words.lang,
            seen=seen,
        )
