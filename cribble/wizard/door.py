"""The door to the wizard: what the table must know of it before anybody sets it up."""

import logging
from collections.abc import Callable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Final

from cribble.cli.overrides import ActiveConfig
from cribble.folders import is_packaged
from cribble.serve.app import App
from scorekeeper.private_files import write_private

if TYPE_CHECKING:
    from cribble.doctor.machine import Machine
    from cribble.wizard.mdns import FoundWled
    from cribble.wizard.wizard import MachineWizard

log = logging.getLogger(__name__)

MARK: Final = "setup.json"
"""In the folder of the table: there once the machine had a host, or a phone that joined."""


class MachineDoor:
    """Opens the wizard of *app*, whose config is *active*, when somebody asks for it."""

    def __init__(
        self,
        app: App,
        active: ActiveConfig,
        machine: Callable[[], "Machine"] | None = None,
        wleds: Callable[[], Sequence["FoundWled"]] | None = None,
        *,
        packaged: bool | None = None,
    ) -> None:
        """*machine* is looked at, and *wleds* finds controllers in its network; by default the
        machine that this program runs on, and the search by mDNS. *packaged*: the program is the
        Debian package's; by default as it is."""
        self._is_packaged = is_packaged() if packaged is None else packaged
        self._app, self._active, self._lock = app, active, Lock()
        self._machine, self._wleds = machine, wleds
        self._wizard: MachineWizard | None = None

    @property
    def is_fresh(self) -> bool:
        """True on a machine of the package, whose terminal shows no PIN, that never had a host, a
        phone that joined, or a game."""
        is_marked = (self._active.data / MARK).exists()
        return self._is_packaged and not is_marked and not self._app.has_history

    @property
    def needs_sudo(self) -> bool:
        """True if the secrets are those of the package's own user."""
        return self._is_packaged

    def taken(self) -> None:
        """Keep that the machine is fresh no more."""
        path = self._active.data / MARK
        try:
            if not path.exists():
                write_private(path, b'{"used":true}\n')
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
