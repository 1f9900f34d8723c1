"""A command line that cannot be read, in one sentence: which word is wrong, and where to look."""

import click

from cribble.cli.types import quoted
from scorekeeper.words import Fault, en


def translate_click_error(fault: click.UsageError) -> Fault:
    """Return click's error as a sentence of ours."""
    command = fault.ctx.command_path if fault.ctx else "cribble"
    match fault:
        case click.NoSuchOption(option_name=name):
            sentence = en("There is no option {word}: see {command} --help.")
        case click.MissingParameter(param=click.Parameter() as param):
            name = param.opts[0] if isinstance(param, click.Option) else param.metavar or ""
            sentence = en("{word} is missing: see {command} --help.")
        case click.BadOptionUsage(option_name=name):
            no_value = en("{word} takes no value: see {command} --help.")
            needed = en("{word} needs a value: see {command} --help.")
            sentence = no_value if _is_switch(fault, name) else needed
        case _:
            name = fault.format_message()
            sentence = en("The command line cannot be read ({word}): see {command} --help.")
    return Fault(sentence, word=quoted(name), command=command)


def _is_switch(fault: click.UsageError, name: str) -> bool:
    """True if the option called *name* takes no value."""
    params = fault.ctx.command.params if fault.ctx else []
    return any(isinstance(one, click.Option) and name in one.opts and one.is_flag for one in params)
