"""What happens to the strip, said once in the terminal: when it goes dark, and when it is back."""

from __future__ import annotations

import click

from hardware.told import News
from scorekeeper.board.strip import StripFault
from scorekeeper.words import Words, en
from web.strip_word import said


def strip_news(words: Words) -> News:
    """Says it in the language of *words*, among the errors."""

    def tell(fault: StripFault | None) -> None:
        if fault:
            why = said(words, fault.plain)
            text = words.say(en("The lights are out. {fault} The game goes on."), fault=why)
        else:
            text = words.say(en("The lights are back."))
        click.echo(text, err=True)

    return tell
