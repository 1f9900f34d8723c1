"""The keypad in the wizard: its keys are listened to until it is known, and then kept."""

from collections import deque
from threading import Lock
from typing import Final

from msgspec.structs import replace

from cribble.config.schema import KeypadConfig
from cribble.devices.drivers import KEYPADS
from cribble.wizard.session import WizardSession
from scorekeeper.keypad.key import Key
from scorekeeper.words import Fault, Words, en
from web.wizard.schema import KeypadRequest, KeypadResponse

KEYS_KEPT: Final = 12
"""The latest keys that the page is shown."""


class MachineKeypad:
    """The step of the keypad. Its keys come from the keypad's thread, and any number of hosts may
    ask: the keypads are exchanged for one at a time."""

    def __init__(self, session: WizardSession) -> None:
        self._session, self._app = session, session.app
        self._keys = deque[str](maxlen=KEYS_KEPT)
        self._listening: KeypadConfig | None = None
        self._exchanging = Lock()

    @property
    def is_listening(self) -> bool:
        """True while keys come here instead of to the table."""
        return self._listening is not None

    def heard(self) -> KeypadResponse:
        """Return the latest keys, and the fault of the keypad that is listened to."""
        self._session.touch()
        fault = next((one["fault"] for one in self._app.key_input.facts() if one["fault"]), None)
        keys = tuple(self._keys.copy())  # In one step: a key may come meanwhile.
        return KeypadResponse(self.is_listening, keys, fault if self.is_listening else None)

    def ask(self, asked: KeypadRequest, words: Words) -> KeypadResponse:
        """Listen to a keypad, or keep it. Raises Fault for one that there is not."""
        if asked.name and asked.name not in KEYPADS:
            sentence = en("There is no keypad {name}; there are {keypads}.")
            raise Fault(sentence, name=asked.name, keypads=", ".join(KEYPADS))
        config = self._session.config
        known = {(one.name, one.at) for one in config.keypads}
        known.add((config.strip.name, config.strip.at))
        if asked.name and (asked.name, asked.at) not in known:
            self._session.check_place(asked.name, KEYPADS[asked.name], asked.at)
        with self._exchanging:
            self._keep(asked, words) if asked.keep else self._listen(asked)
        return self.heard()

    def stop_listening(self) -> None:
        """Let keys go to the table again."""
        self._listening = self._app.key_input.listener = None

    def _listen(self, asked: KeypadRequest) -> None:
        """Hear the keys of a keypad here instead of at the table."""
        self._keys.clear()
        self._listening = KeypadConfig(name=asked.name, at=asked.at)
        self._app.key_input.listener = self._hear
        self._session.release_strip()
        self._app.change_keypads(replace(self._session.config, keypads=(self._listening,)))

    def _hear(self, key: Key) -> None:
        self._session.touch()
        self._keys.append(str(key))

    def _keep(self, asked: KeypadRequest, words: Words) -> None:
        self.stop_listening()
        rows = (
            [{"name": asked.name, **({"at": asked.at} if asked.at else {})}] if asked.name else []
        )
        self._app.change_keypads(self._session.change({"keypad": rows}, words))
