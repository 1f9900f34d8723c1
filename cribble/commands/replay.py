"""``cribble replay``: plays actions from a file, one answer a line."""

import click

from cribble.cli.command import option, subcommand
from cribble.cli.files import at, lines_of, reading
from cribble.replaying import Replay, as_json, as_text
from scorekeeper.game.codec import read_asked
from scorekeeper.words import Words, en


@subcommand("Play actions again, one JSON object a line, and answer each; - is standard input")
@click.argument("file", metavar=en("FILE"))
@option("--json", "wants_json", is_flag=True, help=en("Answer as JSON, one object a line"))
@click.pass_obj
def replay(words: Words, /, file: str, wants_json: bool) -> None:
    """Answer every line of *file* as soon as it is read; the first unreadable one ends it."""
    tell = as_json if wants_json else as_text
    table = Replay()
    with reading(file) as lines:
        for line in lines_of(lines):
            with at(line, words):
                asked = read_asked(line.text)
            click.echo(tell(table.play(asked), words))
