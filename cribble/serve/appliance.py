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
from scorekeeper.game.live import WifiLogin
from scorekeeper.game.pending_entry import EntryKind
from scorekeeper.table import Table
from scorekeeper.words import Fault, Words, en
from web import Secrets

if TYPE_CHECKING:
    from cribble.cli.overrides import ActiveConfig
    from cribble.serve.app import App
    from cribble.wifi.own_wifi import OwnWifi

log = logging.getLogger(__name__)

BACKUP_SECONDS: Final = 5.0
"""Seconds that a copy may take when the table closes; one that is not whole is not there."""
HELD: Final = (EntryKind.GAME, EntryKind.MORE)
"""The pending entry while OK is held and nothing else was pressed."""


def restart() -> NoReturn:
    """Start the program again, in the same process."""
    sys.stdout.flush()
    os.execv(sys.executable, sys.orig_argv)


def finish_restore(active: ActiveConfig) -> Fault | None:
    """Put a committed backup in place, and start again with its config. Return the reason if that
    failed and nothing has changed. Raises Fault, OSError."""
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
    """The services of an open table. *close* ends it."""

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
        """Make the services; none has begun. Unless *private*, *tell* writes into a log, which gets
        no password. A restore *failed* for that reason."""
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
        """Return what makes the own Wi-Fi; None where the config wants none, or this is no Pi."""
        from cribble.wifi.networkmanager import NetworkManager
        from cribble.wifi.own_wifi import OwnWifi, is_wanted, own_login

        if not is_wanted(active.config.own_wifi, os.environ):
            return None

        return OwnWifi(
            NetworkManager(),
            own_login(Secrets.load(active.data / SECRETS).key),
            address=lambda: self._app.addresses.find().address if self._app else None,
            followers=lambda: len(self._app.streams) if self._app else 0,
            is_held=self._is_held,
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
        """Do what is due; called about once a second."""
        self.nightly.look()

    def stop(self) -> None:
        """Stop; a copy that is being made may end."""
        if self.wifi:
            self.wifi.stop()
        self.nightly.join(BACKUP_SECONDS)

    def _is_held(self) -> bool:
        entry = self._table.now.live.pending_entry
        return entry is not None and entry.kind in HELD and entry.rules is None

    def _show(self, login: WifiLogin | None) -> None:
        """Show the login of the own Wi-Fi on the pages and the display, and say it here."""
        self._table.set_live(wifi=login)
        if login and self._private:
            sentence = en(
                "No network: join the table’s own Wi-Fi, {ssid}, with the password {password}."
            )
            told = self._words.say(sentence, ssid=login.ssid, password=login.password)
            click.echo(told, err=True)
