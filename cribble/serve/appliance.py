"""Services of an appliance besides the game: nightly backups, an own Wi-Fi, and restarting."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import click

from cribble.backup.nightly import NightlyBackup
from cribble.backup.upload import Backups
from cribble.boot_helper.steps import NAMES_FILE
from cribble.cli.files import cannot_use
from cribble.folders import RESTORING, SECRETS
from cribble.system.platform import WallClock
from scorekeeper.game.pending_entry import EntryKind
from scorekeeper.machine import WifiLogin
from scorekeeper.table import Table
from scorekeeper.words import Fault, Words, en
from web import Secrets

if TYPE_CHECKING:
    from cribble.cli.overrides import ActiveConfig
    from cribble.serve.app import App
    from cribble.wifi.own_wifi import OwnWifi

log = logging.getLogger(__name__)

BACKUP_SECONDS: Final = 5.0
"""Seconds that the table waits for a copy when it closes; an unfinished one is deleted."""
HELD: Final = (EntryKind.GAME, EntryKind.MORE)
"""The pending entry while OK is held and no other key was pressed."""


def restart() -> NoReturn:
    """Start the program again, in the same process."""
    sys.stdout.flush()
    os.execv(sys.executable, sys.orig_argv)


def finish_restore(active: ActiveConfig) -> Fault | None:
    """Restore a committed backup, and restart with its config. Return the reason if that failed and
    nothing has changed. Raises Fault, OSError."""
    if not (active.data / RESTORING).exists():
        return None
    from cribble.backup.restore import MARKER, finish  # Not at the start of the table.

    try:
        if finish(active.data, active.config_file):
            log.info("a backup was put in place")
            restart()
    except (Fault, OSError) as fault:
        if (active.data / RESTORING / MARKER).exists():
            raise
        log.error("a backup was not put in place: %s", fault)
        return fault if isinstance(fault, Fault) else cannot_use(fault)
    return None


class Appliance:
    """The services of an open table; *close* ends it."""

    def __init__(
        self,
        active: ActiveConfig,
        table: Table,
        words: Words,
        tell: Callable[[Fault], None],
        *,
        close: Callable[[], None],
        private: bool,
        failed: Fault | None = None,
    ) -> None:
        """Unless *private*, the terminal is a log, which gets no password. *failed* is the reason
        of a failed restore."""
        data, config = active.data, active.config_file
        self._table, self._words, self._tell = table, words, tell
        self._private, self._stack = private, ExitStack()
        self.nightly = NightlyBackup(
            data, config, tell, journal=lambda: table.now.journal, clock=WallClock()
        )
        self.backups = Backups(
            data,
            config,
            self.nightly,
            own=lambda: active.own,
            entries=lambda: table.now.version,
            close=close,
            failed=failed,
        )
        self._app: App | None = None
        self.wifi = self._wifi(active)

    def _wifi(self, active: ActiveConfig) -> OwnWifi | None:
        """Return the own Wi-Fi, if the config and this machine want one."""
        from cribble.wifi.networkmanager import NetworkManager
        from cribble.wifi.own_wifi import OwnWifi, is_wanted, own_login

        if not is_wanted(active.config.own_wifi, os.environ):
            return None

        def is_held() -> bool:
            entry = self._table.now.live.pending_entry
            return entry is not None and entry.kind in HELD and entry.rules is None

        return OwnWifi(
            NetworkManager(),
            own_login(Secrets.load(active.data / SECRETS).key),
            address=lambda: self._app.addresses.find().address if self._app else None,
            followers=lambda: len(self._app.streams) if self._app else 0,
            is_held=is_held,
            tell=self._tell,
            show=self._show,
        )

    def start(self, app: App) -> None:
        """Begin to watch the network of *app*."""
        self._app = app
        if self.wifi:
            if Path("/", NAMES_FILE).exists():  # The power was cut while there was an own Wi-Fi.
                from cribble.wifi.networkmanager import lead_names_here

                lead_names_here(on=False)
            self.wifi.start()

    def look(self) -> None:
        """Make due backups; called about once a second."""
        self.nightly.look()

    def stop(self) -> None:
        """Stop; wait for a backup in progress."""
        if self.wifi:
            self.wifi.stop()
        self.nightly.join(BACKUP_SECONDS)

    def _show(self, login: WifiLogin | None) -> None:
        """Show that the own Wi-Fi is on, and print its login."""
        self._table.set_machine(wifi=login.ssid if login else None)
        if login and self._private:
            sentence = en(
                "No network: join the table’s own Wi-Fi, {ssid}, with the password {password}."
            )
            line = self._words.say(sentence, ssid=login.ssid, password=login.password)
            click.echo(line, err=True)
