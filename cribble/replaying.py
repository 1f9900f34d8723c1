"""Play a file of actions: an action in, an answer out, as JSON or as lines for people."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from scorekeeper.game.actions import Amend, Asked, Redo, Start, Undo
from scorekeeper.game.codec import to_json
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.snapshot import Entry, Snapshot
from scorekeeper.game.state import Game
from scorekeeper.journal import Journal
from scorekeeper.table import Receipt, Table
from scorekeeper.words import Words


class Turn(NamedTuple):
    """An action, the table before and after, and its answer."""

    asked: Asked
    before: Snapshot
    now: Snapshot
    reply: Receipt | Refusal


class Replay:
    """The table that actions are played at. Nothing of it is kept."""

    def __init__(self) -> None:
        self._table = fresh()

    def play(self, asked: Asked) -> Turn:
        """Play *asked*. An accepted start begins a new table, a refused one leaves the old one."""
        table = fresh() if isinstance(asked, Start) else self._table
        before = table.now
        try:
            receipt = table.submit(asked)
        except Refusal as refusal:
            return Turn(asked, before, before, refusal)
        if table is not self._table:
            self._table.close()
            self._table = table
        return Turn(asked, before, table.now, receipt)


def fresh() -> Table:
    """An idle table whose journal is kept nowhere."""
    return Table(Journal.in_memory())


Tell: TypeAlias = Callable[[Turn, Words], bytes | str]


def as_json(turn: Turn, words: Words) -> bytes:
    """The answer as the one JSON object of the contract."""
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
            notices = (words.notice(notice, game) for notice in receipt.answer.notices)
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
            return words.say("Done again: {entry}", entry=words.change(before.redo, now.game))
        case Amend():
            assert now.undo
            return words.change(now.undo, now.game)
        case action:
            entry = Entry(entry=now.version, actions=(action,), events=now.latest)
            return words.entry(entry, now.game)


def _scores(game: Game, words: Words) -> str:
    teams = enumerate(game.scores)
    return ", ".join(f"{words.team(game, team)} {score}" for team, score in teams)
