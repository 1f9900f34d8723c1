"""The wizard: a fresh machine is claimed and set up from a phone, and every machine is changed from
one."""

import logging
from collections.abc import Callable, Sequence
from functools import wraps
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from flask import Response

from cribble.cli.overrides import ActiveConfig
from cribble.folders import is_packaged
from cribble.wizard.board import choose_board, survey_board
from cribble.wizard.keypad import heard_keys, try_keypad
from cribble.wizard.lights import choose_lights, count_lights, keep_strip, show_lights
from cribble.wizard.machine import (
    SetupResponse,
    describe,
    examine,
    find_devices,
    finish,
    keep_names,
    mend,
    write_boot,
)
from cribble.wizard.prints import add_prints
from cribble.wizard.session import Step, WizardSession
from scorekeeper.private_files import write_private
from web import Claim, Context, Role, Routes, json_response

if TYPE_CHECKING:
    from cribble.doctor.machine import Machine
    from cribble.serve.app import App
    from cribble.wizard.search import FoundWled

log = logging.getLogger(__name__)

MARK: Final = "setup.json"
"""In the folder of the table: there once the machine had a host, or a phone that joined."""

STEPS: Final = (
    Step("get", "/api/v1/setup", describe),
    keep_names,
    find_devices,
    choose_lights,
    show_lights,
    count_lights,
    keep_strip,
    choose_board,
    survey_board,
    Step("get", "/api/v1/setup/keypad", heard_keys),
    try_keypad,
    write_boot,
    finish,
    examine,
    mend,
)


def this_machine() -> "Machine":
    """Return the machine that this program runs on."""
    from cribble.doctor.machine import this_machine  # Not at the start: few machines are set up.

    return this_machine()


def wleds_here() -> Sequence["FoundWled"]:
    """Return the WLEDs in the network of this machine."""
    from cribble.wizard.search import find_wleds

    return find_wleds()


class Wizard:
    """The wizard of *app*, whose config is *active*. *machine* is examined, and *wleds* finds
    controllers in its network; *packaged*: the program is the Debian package's, by default as it
    is."""

    def __init__(
        self,
        app: "App",
        active: ActiveConfig,
        machine: Callable[[], "Machine"] = this_machine,
        wleds: Callable[[], Sequence["FoundWled"]] = wleds_here,
        *,
        packaged: bool | None = None,
    ) -> None:
        self._app, self._active, self._machine, self._wleds = app, active, machine, wleds
        self.needs_sudo = is_packaged() if packaged is None else packaged
        """True if the secrets are those of the package's own user."""
        self.claim = Claim(monotonic, is_fresh=lambda: self._is_fresh, taken=self._mark)
        self._session: WizardSession | None = None

    @property
    def _is_fresh(self) -> bool:
        """True on a machine of the package, whose terminal shows no PIN, that never had a host, a
        phone that joined, or a game."""
        is_marked = (self._active.data / MARK).exists()
        return self.needs_sudo and not is_marked and not self._app.has_history

    def _mark(self) -> None:
        path = self._active.data / MARK
        try:
            if not path.exists():
                write_private(path, b'{"used":true}\n')
        except OSError as fault:
            log.warning("%s cannot be written: %s", path, fault)

    def add_routes(self, routes: Routes, context: Context) -> None:
        """Add the routes of the wizard."""
        self._session = session = WizardSession(
            self._app, self._active, lambda: context.words, self._machine, self._wleds
        )
        add_wizard(routes, context, lambda: session)

    def look(self) -> None:
        """Give lights and keys back to the game if the wizard is idle; called every second."""
        if self._session:
            self._session.look()

    def close(self) -> None:
        """Close the strip."""
        if self._session:
            self._session.close()


def add_wizard(routes: Routes, context: Context, session: Callable[[], WizardSession]) -> None:
    """Add all steps, what they print, and what they draw."""
    for step in STEPS:
        _add(step, routes, session)
    add_prints(routes, context, session)


def _add(step: Step, routes: Routes, session: Callable[[], WizardSession]) -> None:
    answer = step.run.__annotations__["return"] or SetupResponse
    summary = (step.run.__doc__ or "").partition("\n")[0]

    @routes.add(step.method, step.path, summary, answer, errors=(422, 503), role=Role.HOST)
    @wraps(step.run)
    def handler(*body: Any) -> Response:
        now = session()
        now.touch()
        result = step.run(now, *body)
        return json_response(describe(now) if result is None else result)
