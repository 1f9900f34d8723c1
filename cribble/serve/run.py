"""``cribble serve``: the main loop, restores, access point, and safe mode after failed starts."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any, Final, Generic, NoReturn, Self, TypeVar

import click
import msgspec
from msgspec.structs import replace

from cribble.backup.backups import Backups, NightlyBackup
from cribble.cli.command import subcommand
from cribble.cli.files import cannot_use
from cribble.cli.overrides import OVERRIDES, ActiveConfig, with_config
from cribble.config.schema import (
    BoardConfig,
    BuzzerConfig,
    Config,
    LampsConfig,
    ReadoutConfig,
    StripConfig,
    WiringConfig,
)
from cribble.devices import STRIPS
from cribble.devices.connections import display_in_terminal
from cribble.folders import DEVICES, JOURNAL, RESTORING, SECRETS, SETTINGS, STARTS, make_folder
from cribble.own_wifi import FIRST_LOGIN, NO_NETWORK, NetworkManager, OwnWifi, is_wanted, own_login
from cribble.serve.app import App
from cribble.serve.settings import load_access, load_settings
from cribble.serve.terminal import Welcome, address_lines, announce, tell_fault, to_keep_score
from cribble.system.network import health_at, own_host, reachable_at
from cribble.system.process import (
    WallClock,
    Watchdog,
    collect_less_garbage,
    is_system_journal,
    logging_to_stderr,
    set_time_zone,
    stopping,
)
from cribble.wizard.session import WizardSession
from scorekeeper.device import DeviceFault, WifiLogin
from scorekeeper.game.live import EntryKind
from scorekeeper.journal import Journal, JournalFault, Trouble
from scorekeeper.private_files import write_private
from scorekeeper.table import Table
from scorekeeper.words import Fault, Words, en
from web import Access, Addresses, Devices, Secrets, SecretsFault

log = logging.getLogger(__name__)

POLL_SECONDS: Final = 1.0
"""Polling interval of the watches."""
BACKUP_SECONDS: Final = 5.0
"""Timeout on exit for a backup in progress; an unfinished copy is deleted."""
HELD: Final = (EntryKind.GAME, EntryKind.MORE)
"""Kinds of pending entry while OK is held."""


@subcommand(
    "Open the table: page, strip and journal",
    "Open the table: the page for the phones, the strip, and the journal that remembers every "
    "card. This is also what happens without a command.",
)
@with_config(*OVERRIDES, spare=True)
def serve(words: Words, active: ActiveConfig) -> None:
    """Run the table in the data folder of *active* until a stop signal; restart the process once a
    restore is accepted. Raises Fault."""
    folder = make_folder(active.data)
    set_time_zone(active.config.time_zone)
    with logging_to_stderr(os.environ), stopping() as stop:
        failed = finish_restore(active)
        log.info("starting with the strip %s", active.config.strip.name)
        journal = open_journal(folder / JOURNAL, active.config)
        with closing(Table(journal)) as table, StartCounter(folder / STARTS) as starts:
            is_restored = keep_open(words, active, table, journal, starts, stop, failed)
        log.info("closed")
        if is_restored:
            restart()


def keep_open(
    words: Words,
    active: ActiveConfig,
    table: Table,
    journal: Journal,
    starts: StartCounter,
    stop: Event,
    failed: Fault | None,
) -> bool:
    """Run *table* until *stop*, in safe mode if earlier starts failed; return whether a restore was
    accepted. *failed*: why the last restore failed."""
    folder, config, tell = active.data, active.config, partial(tell_fault, words)
    for notice in journal.notices:  # Not fatal: the journal may be repaired.
        log.warning("journal: %s", notice.sentence.format(**notice.values))
        click.echo(words.say(notice.sentence, **notice.values), err=True)
    private = not is_system_journal(os.environ, sys.stdout)
    access = load_access(folder / SECRETS, tell, is_open=config.access == "open")
    if disabled := fault_of_start(active.fault, starts):
        config = without_devices(config)
        log.error("%s", disabled)
    nightly = NightlyBackup(
        folder, active.config_file, tell, journal=lambda: table.now.journal, clock=WallClock()
    )
    backups = Backups(
        nightly,
        own=lambda: active.own,
        entries=lambda: table.now.version,
        close=stop.set,
        failed=failed,
    )
    show = partial(show_login, table, words, private)
    wifi = own_wifi(active, table, lambda: app, tell, show)
    app = App(
        table,
        config,
        access,
        words,
        load_settings(folder / SETTINGS, config, tell),
        folder=folder,
        disabled=disabled,
        devices=Devices.load(folder / DEVICES),
        wizard=lambda app: WizardSession(app, active),
        backups=backups,
        wifi=wifi,
        health={"journal": partial(health_of, journal)},
    )
    greet(app, words, to_keep_score(words, app.addresses, access, private=private))
    watchdog = Watchdog.of(os.environ, app.signs_of_life)
    watches = (
        watchdog,
        secrets_watch(folder / SECRETS, access, tell),
        *journal_watches(partial(health_of, journal), partial(tell_backup, table, words)),
        address_watch(table, app.addresses, tell),
        app,
        starts,
        nightly,
    )
    collect_less_garbage()
    if wifi:
        wifi.start()
    with app.open(stop):
        journal.back_up()  # Once the page responds, because it also checks the journal.
        while not stop.wait(POLL_SECONDS):
            for watch in watches:
                watch.poll()
        watchdog.stopping()
    if wifi:
        wifi.stop()
    nightly.join(BACKUP_SECONDS)
    return backups.accepted


def open_journal(path: Path, config: Config) -> Journal:
    """Return the journal at *path*. Raises Fault, with the address if a running table uses it."""
    try:
        return Journal.open(path, clock=WallClock().now)
    except JournalFault as fault:
        if fault.code is not Trouble.IN_USE or not config.port:
            raise
        if health_at(own_host(config.host), config.port) is None:
            raise
        address = reachable_at(config.host) or own_host(config.host)
        sentence = en("The table is already open: http://{host}:{port}/ (Ctrl-C there closes it).")
        host = f"[{address}]" if ":" in address else address
        raise Fault(sentence, host=host, port=config.port) from None


def own_wifi(
    active: ActiveConfig,
    table: Table,
    app: Callable[[], App],
    tell: Callable[[Fault], None],
    show: Callable[[WifiLogin | None], None],
) -> OwnWifi | None:
    """Return the table's own Wi-Fi, or None if disabled; *app* is called only once it runs."""
    if not is_wanted(active.config.own_wifi, os.environ):
        return None

    def is_held() -> bool:
        entry = table.now.live.pending_entry
        return entry is not None and entry.kind in HELD and entry.rules is None

    own = own_login(Secrets.load(active.data / SECRETS).key)

    def login() -> WifiLogin:
        wizard = app().wizard
        return FIRST_LOGIN if wizard and wizard.is_fresh else own

    def followers() -> int:
        wizard = app().wizard
        return len(app().streams) + (wizard is not None and wizard.is_in_use)

    return OwnWifi(
        NetworkManager(),
        login,
        address=lambda: app().addresses.find().address,
        followers=followers,
        is_held=is_held,
        tell=tell,
        show=show,
    )


def show_login(table: Table, words: Words, private: bool, login: WifiLogin | None) -> None:
    """Show that the access point is on, and print its login if *private*."""
    table.set_machine(wifi=login.ssid if login else None)
    if login and private:
        click.echo(words.say(NO_NETWORK, ssid=login.ssid, password=login.password), err=True)


def greet(app: App, words: Words, welcome: Welcome) -> None:
    """Print the table's addresses, with a QR code if the lights and display leave room for it."""
    lines = (*address_lines(words, app.addresses), *welcome.lines)
    taken = 0
    if sys.stdout.isatty():
        from hardware.display import rows_in
        from hardware.strips.terminal import lay_out

        size = os.get_terminal_size(sys.stdout.fileno())
        with_display = display_in_terminal(app.config)
        if STRIPS[app.config.strip.name].in_terminal:
            sheet = lay_out(app.lights.board, (), size, large=with_display)
            taken = sheet.height if sheet else 0
        elif with_display:
            taken = rows_in(size)
    announce(lines, welcome.address, sys.stdout, taken)


def restart() -> NoReturn:
    sys.stdout.flush()
    os.execv(sys.executable, sys.orig_argv)


def finish_restore(active: ActiveConfig) -> Fault | None:
    """Complete a committed restore and restart the process. Return the fault if it failed before
    any change, else None. Raises Fault, OSError."""
    if not (active.data / RESTORING).exists():
        return None
    from cribble.backup.archive import MARKER, finish  # Lazily: slow to import.

    try:
        if finish(active.data, active.config_file):
            log.info("restored a backup")
            restart()
    except (Fault, OSError) as fault:
        if (active.data / RESTORING / MARKER).exists():
            raise
        log.error("could not restore the backup: %s", fault)
        return fault if isinstance(fault, Fault) else cannot_use(fault)
    return None


# Watches, polled once a second.

T = TypeVar("T")


class Watch(Generic[T]):
    """Calls *tell* when the value of *read* has changed since the last ``poll``."""

    def __init__(self, read: Callable[[], T], tell: Callable[[T], object], known: T) -> None:
        self._read, self._tell, self._known = read, tell, known

    def poll(self) -> None:
        now = self._read()
        if now != self._known:
            self._known = now
            self._tell(now)


def secrets_watch(path: Path, access: Access, tell: Callable[[Fault], None]) -> Watch[Any]:
    """Return a watch that reloads *access* when another process changes the secrets at *path*."""

    def stamp() -> tuple[int, int, int] | None:
        with suppress(OSError):
            status = path.stat()
            return status.st_ino, status.st_mtime_ns, status.st_size
        return None

    def reload(now: object) -> None:
        try:
            if now:
                access.replace(Secrets.load(path))
                log.info("the codes were renewed in another process")
        except SecretsFault as fault:
            tell(fault)

    return Watch(stamp, reload, stamp())


def address_watch(
    table: Table, addresses: Addresses, tell: Callable[[Fault], None]
) -> Watch[str | None]:
    """Return a watch that shows the address on pages and displays, and reports changes."""

    def show(url: str | None) -> str | None:
        table.set_machine(address=(url or "").removeprefix("http://").rstrip("/"))
        return url

    def change(url: str | None) -> None:
        log.info("the address is %s", show(url))
        gone = en("The network is down; everything entered so far is saved.")
        tell(Fault(en("The table’s address is now {address}") if url else gone, address=url))

    return Watch(lambda: addresses.url, change, show(addresses.url))


def journal_watches(
    health: Callable[[], dict[str, Any]], tell_backup: Callable[[str | None], None]
) -> tuple[Watch[Any], Watch[Any]]:
    """Return watches that log journal and backup faults, and report the latter."""

    def log_trouble(name: str, trouble: str | None) -> None:
        level = logging.ERROR if trouble else logging.INFO
        log.log(level, "journal: %s: %s", name, trouble or "over")
        if name == "backup_trouble":
            tell_backup(trouble)

    def watch(name: str) -> Watch[Any]:
        return Watch(lambda: health()[name], partial(log_trouble, name), None)

    return watch("trouble"), watch("backup_trouble")


def health_of(journal: Journal) -> dict[str, Any]:
    trouble, backup = journal.trouble, journal.backup_trouble
    return {"trouble": trouble and trouble.code, "backup_trouble": backup and backup.code}


def tell_backup(table: Table, words: Words, trouble: str | None) -> None:
    """Report *trouble* with the journal's backup, or its end (None), on stderr, page and
    display."""
    table.set_machine(backup=trouble)
    if fault := table.backup_fault:
        tell_fault(words, fault)
    elif trouble is None:
        click.echo(words.say("The journal is backed up again."), err=True)


# Safe mode: without lights and keypads, after failed starts or with a fallback config.

MAX_FAILED: Final = 3
WELL_SECONDS: Final = 60.0
"""Uptime after which a start counts as successful."""
MAX_REASON_LENGTH: Final = 300


class Starts(msgspec.Struct, frozen=True):
    """The number of consecutive failed starts, and the last error, if known."""

    failed: int = 0
    why: str = ""


class StartCounter:
    """Counts failed starts in the file at *path*. A start counts as failed until ``succeed`` is
    called, even if the process is killed. File errors are only logged."""

    def __init__(self, path: Path, clock: Callable[[], float] = monotonic) -> None:
        self._path, self._clock, self._began = path, clock, clock()
        try:
            self.before = msgspec.json.decode(path.read_bytes(), type=Starts)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            self.before = Starts()
        self._has_succeeded = False
        self._write(Starts(min(self.before.failed + 1, 1000), self.before.why))

    @property
    def is_safe(self) -> bool:
        return self.before.failed >= MAX_FAILED

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, fault: BaseException | None, trace: object) -> None:
        if fault is None:
            self.succeed()
        elif not self._has_succeeded:
            why = str(fault) or type(fault).__name__
            self._write(Starts(self.before.failed + 1, why[:MAX_REASON_LENGTH]))

    def poll(self) -> None:
        """Call ``succeed`` after WELL_SECONDS."""
        if not self._has_succeeded and self._clock() - self._began >= WELL_SECONDS:
            self.succeed()

    def succeed(self) -> None:
        self._has_succeeded = True
        self._write(Starts())

    def _write(self, starts: Starts) -> None:
        try:
            write_private(self._path, msgspec.json.encode(starts))
        except OSError as fault:
            log.warning("cannot save the number of failed starts: %s", fault)


def without_devices(config: Config) -> Config:
    return replace(
        config,
        strip=StripConfig(name="null"),
        board=BoardConfig(),
        wiring=WiringConfig(),
        lamps=LampsConfig(),
        keypads=(),
        buzzer=BuzzerConfig(),
        readout=ReadoutConfig(),
    )


def fault_of_start(config_fault: Fault | None, starts: StartCounter) -> DeviceFault | None:
    """Return the reason for safe mode (no lights, no keypads); None for a normal start."""
    if fault := config_fault:
        return DeviceFault(
            "The config cannot be used, so Cribble runs without lights and keypads: {why}",
            why=DeviceFault(
                fault.sentence, **{name: str(value) for name, value in fault.values.items()}
            ),
        )
    if not starts.is_safe:
        return None
    if starts.before.why:
        return DeviceFault(
            "Cribble failed to start {n} times ({why}), so it runs without lights and keypads. "
            "The doctor in Settings shows what to fix; the next start tries them again.",
            n=starts.before.failed,
            why=starts.before.why.rstrip("."),
        )
    return DeviceFault(
        "Cribble failed to start {n} times, so it runs without lights and keypads. The doctor in "
        "Settings shows what to fix; the next start tries them again.",
        n=starts.before.failed,
    )
