"""Serve a table: open the journal, run the app until a signal, close both."""

import logging
import os
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import click

from cribble.access import LOOK_SECONDS, SecretsWatch, load_access
from cribble.cli.overrides import ActiveConfig
from cribble.config.schema import Config
from cribble.devices.connections import ON_THE_TERMINAL, display_in_terminal
from cribble.folders import DEVICES, JOURNAL, SECRETS, SETTINGS, STARTS, make_folder
from cribble.serve.app import App, Services
from cribble.serve.appliance import Appliance, finish_restore, restart
from cribble.serve.safe_start import StartCounter, config_fault, safe_fault, without_devices
from cribble.serve.settings import load_settings
from cribble.serve.terminal import Welcome, announce, tell_fault, to_keep_score, where
from cribble.system.log import is_system_journal, logging_to_stderr
from cribble.system.network import AddressWatch, open_already
from cribble.system.platform import WallClock, set_time_zone
from cribble.system.process import (
    Watchdog,
    collect_less_garbage,
    limit_malloc_arenas,
    stopping,
)
from cribble.wizard.session import WizardSession
from scorekeeper.board.board import Board
from scorekeeper.journal import Journal, JournalFault, Trouble
from scorekeeper.table import Table
from scorekeeper.words import Fault, Words
from web import Devices

log = logging.getLogger(__name__)


def keep_open(words: Words, active: ActiveConfig) -> None:
    """Serve the table kept in the folder of *active* until a signal to stop, without devices if it
    could not start with them. Raises Fault."""
    limit_malloc_arenas()
    folder, config = make_folder(active.data), active.config
    tell = partial(tell_fault, words)
    set_time_zone(config.time_zone)
    with logging_to_stderr(os.environ), stopping() as stop:
        failed = finish_restore(active)
        log.info("starting with the strip %s", config.strip.name)
        journal = _journal(folder / JOURNAL, config, WallClock())
        with closing(Table(journal)) as table, StartCounter(folder / STARTS) as starts:
            for notice in journal.notices:  # The table may still have repaired it.
                log.warning("journal: %s", notice.sentence.format(**notice.values))
                click.echo(words.say(notice.sentence, **notice.values), err=True)
            private = not is_system_journal(os.environ, sys.stdout)
            appliance = Appliance(
                active, table, words, tell, close=stop.set, private=private, failed=failed
            )
            secrets, health = folder / SECRETS, partial(health_of, journal)
            access = load_access(secrets, tell, is_open=config.access == "open")
            disabled = None
            if active.fault or starts.is_safe:
                disabled = config_fault(active.fault) if active.fault else safe_fault(starts.before)
                config = without_devices(config)
                log.error("%s", disabled)
            services = Services(
                Devices.load(folder / DEVICES),
                lambda app: WizardSession(app, active),
                appliance.backups,
                appliance.wifi,
                {"journal": health},
            )
            settings = load_settings(folder / SETTINGS, config, tell)
            app = App(
                table,
                config,
                access,
                words,
                settings,
                folder=folder,
                disabled=disabled,
                services=services,
            )
            welcome = to_keep_score(words, app.addresses, access, private=private)
            greet(app, app.config, words, welcome)
            watchdog = Watchdog.of(os.environ, app.signs_of_life)
            watches = (
                watchdog.look,
                SecretsWatch(secrets, access, tell).look,
                JournalWatch(health, partial(tell_backup, table, words, tell)).look,
                AddressWatch(table, app.addresses, tell).look,
                app.look,
                starts.look,
                appliance.look,
            )
            collect_less_garbage()
            appliance.start(app)
            with app.open(stop):
                journal.back_up()  # The page answers: the first time, the journal is checked too.
                while not stop.wait(LOOK_SECONDS):
                    for look in watches:
                        look()
                watchdog.stopping()
            appliance.stop()
        log.info("closed")
        if appliance.backups.accepted:
            restart()


def _journal(path: Path, config: Config, clock: WallClock) -> Journal:
    """Return the journal at *path*. Raises Fault, with the address of the table that has it
    open."""
    try:
        return Journal.open(path, clock=clock.now)
    except JournalFault as fault:
        is_held = fault.code is Trouble.IN_USE
        raise (open_already(config.host, config.port) if is_held else None) or fault from None


def health_of(journal: Journal) -> dict[str, Any]:
    """Return the trouble of the journal and of its backup, if any."""
    trouble, backup = journal.trouble, journal.backup_trouble
    return {"trouble": trouble and trouble.code, "backup_trouble": backup and backup.code}


class JournalWatch:
    """Logs when trouble of the journal or its backup begins and ends."""

    def __init__(
        self,
        health: Callable[[], dict[str, Any]],
        tell_backup: Callable[[str | None], None] = lambda _: None,
    ) -> None:
        self._health, self._known = health, dict[str, Any]()
        self._tell_backup = tell_backup

    def look(self) -> None:
        """Log what changed since the last look."""
        now = self._health()
        for name, trouble in now.items():
            if trouble != self._known.get(name):
                level = logging.ERROR if trouble else logging.INFO
                log.log(level, "journal: %s: %s", name, trouble or "over")
                if name == "backup_trouble":
                    self._tell_backup(trouble)
        self._known = now


def tell_backup(
    table: Table, words: Words, tell: Callable[[Fault], None], trouble: str | None
) -> None:
    """Print, and show on the page and the display, whether the backup follows."""
    table.set_machine(backup=trouble)
    if fault := table.backup_fault:
        tell(fault)
    elif trouble is None:
        click.echo(words.say("The backup of the journal follows again."), err=True)


def greet(app: App, config: Config, words: Words, welcome: Welcome) -> None:
    """Print the addresses of the table, above a strip and a display in this terminal."""
    lines = (*where(words, app.addresses), *welcome.lines)
    taken = _rows(app.board, config) if sys.stdout.isatty() else 0
    announce(lines, welcome.address, sys.stdout, taken)


def _rows(board: Board, config: Config) -> int:
    """Return the lines of this terminal that strip and display will take."""
    from hardware.display import rows_in
    from hardware.strips.terminal import lay_out

    size = os.get_terminal_size(sys.stdout.fileno())
    if config.strip.name not in ON_THE_TERMINAL:
        return rows_in(size) if display_in_terminal(config) else 0
    sheet = lay_out(board, (), size, large=display_in_terminal(config))
    return sheet.height if sheet else 0
