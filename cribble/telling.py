"""What a table answered: as JSON for programs, or in lines for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from cribble.replaying import Turn
from scorekeeper.game.actions import Amend, Redo, Undo
from scorekeeper.game.codec import to_json
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.snapshot import Entry
from scorekeeper.game.state import Game
from scorekeeper.words import Words, en

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
    """What was done, what there is to tell of it, and how the teams stand."""
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
            return words.say(en("Undone: {entry}"), entry=words.change(before.undo, before.game))
        case Redo():
            assert before.redo
            return words.say(en("Done again: {entry}"), entry=words.change(before.redo, now.game))
        case Amend():
            assert now.undo
            return words.change(now.undo, now.game)
        case action:
            entry = Entry(entry=now.version, actions=(action,), events=now.latest)
            return words.entry(entry, now.game)


def _scores(game: Game, words: Words) -> str:
    teams = enumerate(game.scores)
    return ", ".join(f"{words.team(game, team)} {score}" for team, score in teams)
