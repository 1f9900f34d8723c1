"""The door to the wizard: what the table must know of it before anybody sets it up."""

import logging
import os
from collections.abc import Callable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Final

from cribble.cli.overrides import ActiveConfig
from cribble.folders import is_packaged
from cribble.serve.app import App
from cribble.system.platform import is_appliance
from scorekeeper.journal.private_files import write_private

if TYPE_CHECKING:
    from cribble.doctor.machine import Machine
    from cribble.wizard.mdns import FoundWled
    from cribble.wizard.wizard import MachineWizard

log = logging.getLogger(__name__)

MARK: Final = "setup.json"
"""In the folder of the table: there once the machine had a host."""


class MachineDoor:
    """Opens the wizard of *app*, whose config is *active*, when somebody asks for it."""

    def __init__(
        self,
        app: App,
        active: ActiveConfig,
        machine: Callable[[], "Machine"] | None = None,
        wleds: Callable[[], Sequence["FoundWled"]] | None = None,
    ) -> None:
        """*machine* is looked at, and *wleds* finds controllers in its network; by default the
        machine that this program runs on, and the search by mDNS."""
        self._app, self._active, self._lock = app, active, Lock()
        self._machine, self._wleds = machine, wleds
        self._wizard: MachineWizard | None = None

    @property
    def is_fresh(self) -> bool:
        """True if this machine never had a host, nor a game."""
        return not (self._active.data / MARK).exists() and not self._app.has_history

    @property
    def takes_first(self) -> bool:
        """True where the program was installed as a service: nobody reads its terminal."""
        return is_appliance(os.environ)

    @property
    def needs_sudo(self) -> bool:
        """True where the secrets are those of the package's own user."""
        return is_packaged()

    def taken(self) -> None:
        """The machine has a host now."""
        path = self._active.data / MARK
        try:
            if not path.exists():
                write_private(path, b'{"host":true}\n')
        except OSError as fault:
            log.warning("%s cannot be written: %s", path, fault)

    def open(self) -> "MachineWizard":
        """Return the wizard."""
        from cribble.doctor.machine import this_machine
        from cribble.wizard.mdns import find_wleds
        from cribble.wizard.wizard import MachineWizard  # It brings the doctor along.

        with self._lock:
            if self._wizard is None:
                machine, wleds = self._machine or this_machine, self._wleds or find_wleds
                self._wizard = MachineWizard(self._app, self._active, machine, wleds)
            return self._wizard

    def look(self) -> None:
        """Have it give the lights back where nobody needs them any more."""
        if self._wizard:
            self._wizard.look()

    def close(self) -> None:
        """Let go of the strip."""
        if self._wizard:
            self._wizard.close()
