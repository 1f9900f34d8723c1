"""What happens to strip, keypads, buzzer and display, said once in the terminal: one is lost, or
back again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import click

from hardware.strip_status import News
from scorekeeper.device import DeviceFault
from scorekeeper.words import Words, en
from web.live.status import said

PartNews: TypeAlias = Callable[[DeviceFault | None], None]
"""Hears why a part does nothing, and None when it is back."""


def strip_news(words: Words) -> News:
    """Says it in the language of *words*, among the errors."""

    def tell(fault: DeviceFault | None) -> None:
        if fault:
            why = said(words, fault.message)
            text = words.say(en("The lights are out. {fault} The game goes on."), fault=why)
        else:
            text = words.say(en("The lights are back."))
        click.echo(text, err=True)

    return tell


def keypad_news(words: Words, name: str, *, met: bool = True) -> PartNews:
    """The same for a keypad; it has its *name* unless that is empty. One that was never *met* is
    none that is lost."""
    if not met:
        return _first_news(words, name)
    if name:
        lost = en("The keypad {name} is lost. {fault} The game goes on.")
        return _news(words, lost, en("The keypad {name} is back."), name=name)
    lost, back = en("The keypad is lost. {fault} The game goes on."), en("The keypad is back.")
    return _news(words, lost, back)


def _first_news(words: Words, name: str) -> PartNews:
    if name:
        awaited = en("The keypad {name} is not there yet, and is waited for. {fault}")
        return _news(words, awaited, en("The keypad {name} is there."), name=name)
    awaited = en("No keypad is there yet; it is waited for. {fault}")
    return _news(words, awaited, en("The keypad is there."))


def buzzer_news(words: Words) -> PartNews:
    """The same for the buzzer."""
    lost, back = en("The buzzer is silent. {fault} The game goes on."), en("The buzzer is back.")
    return _news(words, lost, back)


def readout_news(words: Words) -> PartNews:
    """The same for the display."""
    lost, back = en("The display is dark. {fault} The game goes on."), en("The display is back.")
    return _news(words, lost, back)


def _news(words: Words, lost: str, back: str, **values: str) -> PartNews:
    def tell(fault: DeviceFault | None) -> None:
        why = fault and said(words, fault.message)
        text = words.say(lost, fault=why, **values) if fault else words.say(back, **values)
        click.echo(text, err=True)

    return tell
