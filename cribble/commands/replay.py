"""``cribble replay``: plays actions from a file; an answer a line, as JSON or for people."""

from typing import NamedTuple

import click

from cribble.cli.command import option, subcommand
from cribble.cli.files import at, lines_of, reading
from scorekeeper.game.actions import Amend, Asked, Redo, Start, Undo
from scorekeeper.game.codec import read_asked, to_json
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.snapshot import Entry, Snapshot
from scorekeeper.game.state import Game
from scorekeeper.journal import Journal
from scorekeeper.table import Receipt, Table
from scorekeeper.words import Words, en


class Turn(NamedTuple):
    """An action, the table before and after, and its answer."""

    asked: Asked
    before: Snapshot
    now: Snapshot
    reply: Receipt | Refusal


class UnsavedTable:
    """The table that actions are played at. Nothing of it is kept."""

    def __init__(self) -> None:
        self._table = Table(Journal.in_memory())

    def play(self, asked: Asked) -> Turn:
        """Play *asked*. An accepted start begins a new table, a refused one leaves the old one."""
        table = Table(Journal.in_memory()) if isinstance(asked, Start) else self._table
        before = table.now
        try:
            receipt = table.submit(asked)
        except Refusal as refusal:
            return Turn(asked, before, before, refusal)
        if table is not self._table:
            self._table.close()
            self._table = table
        return Turn(asked, before, table.now, receipt)


def as_json(turn: Turn, words: Words) -> bytes:
    """Return the answer as one line of public JSON."""
    match turn.reply:
        case Refusal() as refusal:
            entry = {} if refusal.entry is None else {"entry": refusal.entry}
            refused = words.refusal(refusal, turn.before.game)
            return to_json({"ok": False, "code": refusal.code, "refused": refused, **entry})
        case receipt:
            return to_json(receipt.answer.plain())


def as_text(turn: Turn, words: Words) -> str:
    """Return what was done, its notices, and the scores."""
    match turn.reply:
        case Refusal() as refusal:
            return f"   – {words.refusal(refusal, turn.before.game)}"
        case receipt:
            game = receipt.snapshot.game
            stands = f"  ({_scores(game, words)})" if game.players else ""
            done = _done(turn, words)
            notices = dict.fromkeys(words.notice(one, game) for one in receipt.answer.notices)
            news = (notice for notice in notices if notice not in done)
            return "\n     ".join((f"{receipt.version:>4} {done}{stands}", *news))


def _done(turn: Turn, words: Words) -> str:
    now, before = turn.now, turn.before
    match turn.asked:
        case Undo():
            assert before.undo
            return words.say("Undone: {entry}", entry=words.change(before.undo, before.game))
        case Redo():
            assert before.redo
            return words.say("Redone: {entry}", entry=words.change(before.redo, now.game))
        case Amend():
            assert now.undo
            return words.change(now.undo, now.game)
        case action:
            entry = Entry(entry=now.version, actions=(action,), events=now.latest)
            return words.entry(entry, now.game)


def _scores(game: Game, words: Words) -> str:
    teams = enumerate(game.scores)
    return ", ".join(f"{words.team(game, team)} {score}" for team, score in teams)


@subcommand("Play actions again, one JSON object a line, and answer each; - is standard input")
@click.argument("file", metavar=en("FILE"))
@option("--json", "wants_json", is_flag=True, help=en("Answer as JSON, one object a line"))
@click.pass_obj
def replay(words: Words, /, file: str, wants_json: bool) -> None:
    """Answer every line of *file* as soon as it is read; the first unreadable one ends it."""
    tell = as_json if wants_json else as_text
    table = UnsavedTable()
    with reading(file) as lines:
        for line in lines_of(lines):
            with at(line, words):
                asked = read_asked(line.text)
            click.echo(tell(table.play(asked), words))
