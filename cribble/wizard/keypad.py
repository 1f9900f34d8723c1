"""The keypad in the wizard: its keys are shown until it is known, and then it is kept."""

import msgspec

from cribble.config.schema import KeypadConfig
from cribble.devices.drivers import KEYPADS
from cribble.wizard.session import Request, Text, WizardSession, step
from scorekeeper.words import Fault, en


class KeypadRequest(Request, frozen=True):
    """The keypad to listen to, and its place; ``keep`` writes it into the config."""

    name: Text
    at: Text = ""
    keep: bool = False


class KeypadResponse(msgspec.Struct, frozen=True):
    """The latest keys of the keypad that is listened to, and its fault."""

    listening: bool
    keys: tuple[str, ...]
    fault: str | None


def heard_keys(session: WizardSession) -> KeypadResponse:
    """The keys that were pressed."""
    faults = (fact["fault"] for fact in session.app.key_input.keypads.plain() if fact["fault"])
    fault = next(faults, None) if session.is_listening else None
    keys = tuple(session.keys.copy())  # In one step: a key may come meanwhile.
    return KeypadResponse(session.is_listening, keys, fault)


@step("post", "/api/v1/setup/keypad")
def try_keypad(session: WizardSession, body: KeypadRequest) -> KeypadResponse:
    """Listen to a keypad, or keep it."""
    if body.name and body.name not in KEYPADS:
        sentence = en("There is no keypad {name}; there are {keypads}.")
        raise Fault(sentence, name=body.name, keypads=", ".join(KEYPADS))
    config = session.config
    known = {(keypad.name, keypad.at) for keypad in config.keypads}
    known.add((config.strip.name, config.strip.at))
    if body.name and (body.name, body.at) not in known:
        session.check_place(body.name, KEYPADS[body.name], body.at)
    with session.keypads_lock:
        if body.keep:
            session.stop_listening()
            row = {"name": body.name, **({"at": body.at} if body.at else {})}
            rows = [row] if body.name else []
            session.app.change_keypads(session.change({"keypad": rows}))
        else:
            session.listen(KeypadConfig(name=body.name, at=body.at))
    return heard_keys(session)
