"""Sentences in the terminal about the game, and about devices that are lost or back."""

import logging
from collections.abc import Mapping
from typing import Final, NamedTuple

import click

from scorekeeper.device import DeviceFault, FaultListener
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Phase
from scorekeeper.words import Fault, Words

log = logging.getLogger(__name__)


def tell_fault(words: Words, fault: Fault) -> None:
    """Log *fault*, and say it on the terminal."""
    log.warning("%s", fault)
    click.echo(words.fault(fault), err=True)


class Sentences(NamedTuple):
    """The sentences for a device that is lost, and for one that is back."""

    lost: str
    back: str


NEWS: Final[Mapping[str, Sentences]] = {
    "lights": Sentences("The lights are out. {fault} The game goes on.", "The lights are back."),
    "keypad": Sentences("The keypad is lost. {fault} The game goes on.", "The keypad is back."),
    "buzzer": Sentences("The buzzer is silent. {fault} The game goes on.", "The buzzer is back."),
    "display": Sentences("The display is dark. {fault} The game goes on.", "The display is back."),
}
NAMED_KEYPAD: Final = Sentences(
    "The keypad {name} is lost. {fault} The game goes on.", "The keypad {name} is back."
)
AWAITED_KEYPAD: Final = Sentences(
    "No keypad is there yet; it is waited for. {fault}", "The keypad is there."
)
AWAITED_NAMED_KEYPAD: Final = Sentences(
    "The keypad {name} is not there yet, and is waited for. {fault}", "The keypad {name} is there."
)


def device_news(words: Words, device: str) -> FaultListener:
    """Return a listener that says on stderr, in *words*, if a *device* of NEWS is lost or back."""
    return _news(words, device, NEWS[device])


def keypad_news(words: Words, name: str, *, met: bool = True) -> FaultListener:
    """Return the same for a keypad, called *name* among several; one not *met* is awaited."""
    if met:
        sentences = NAMED_KEYPAD if name else NEWS["keypad"]
    else:
        sentences = AWAITED_NAMED_KEYPAD if name else AWAITED_KEYPAD
    return _news(words, "keypad", sentences, name)


def _news(words: Words, device: str, sentences: Sentences, name: str = "") -> FaultListener:
    def tell(fault: DeviceFault | None) -> None:
        label = f"{device} {name}".rstrip()
        if fault:
            log.warning("%s: lost: %s", label, fault)
            why = words.device_fault(fault.message)
            click.echo(words.say(sentences.lost, fault=why, name=name), err=True)
        else:
            log.info("%s: back", label)
            click.echo(words.say(sentences.back, name=name), err=True)

    return tell


def status_line(snapshot: Snapshot, words: Words) -> str:
    """Return the line beside the board: what is half typed, or else what is asked.

    Keys can name nobody, so while no game is on it says which keys begin one.
    """
    if entry := snapshot.live.pending_entry:
        return words.say("On the keypad: {typed}", typed=words.pending_entry(entry, snapshot.game))
    if snapshot.game.phase is Phase.IDLE and snapshot.live.keypads:
        return words.say("Hold OK and press the number of a game, or choose one on a phone.")
    return words.prompt(snapshot.game, cards=snapshot.asks_for_cards)
