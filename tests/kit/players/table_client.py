"""Play a game in a test by the JSON that phones send: `Talk("six-card").do(...)`."""

import json
from typing import Any

from scorekeeper.game.actions import Amend, Redo, Undo
from scorekeeper.game.answer import answer
from scorekeeper.game.codec import read_asked, to_json
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.state import Game

NAMES = ("Ann", "Ben", "Cid", "Dee")


class Talk:
    """A game that answers each action with the plain JSON of the contract."""

    def __init__(self, rules: str = "six-card", *, dealer: int = 1, **more: Any) -> None:
        self.game, self.version = Game(), 0
        seats = {"three-handed": 3, "cribble": 4, "four-handed": 4}.get(rules, 2)
        fields = {"rules": rules, "players": NAMES[:seats], "dealer": dealer} | more
        self.begun = self.do("start", **fields)

    def do(self, action: str, **fields: Any) -> dict[str, Any]:
        """The answer to one action; a refusal is ``{"code": …}`` and changes nothing."""
        asked = read_asked(to_json({"do": action, **fields}))
        assert not isinstance(asked, Undo | Redo | Amend)
        before = self.game
        try:
            self.game, events = apply(self.game, asked)
        except Refusal as refusal:
            assert self.game is before
            return {"ok": False, "code": refusal.code.value, "facts": refusal.facts}
        self.version += 1
        told: dict[str, Any] = json.loads(to_json(answer(self.version, events, self.game).plain()))
        return told

    def lay(self, cards: str) -> dict[str, Any]:
        """Lay cards in turn; ``go`` says go. The last answer comes back, none may be refused."""
        for word in cards.split():
            told = self.do("go") if word == "go" else self.do("play", card=word)
            assert told["ok"], (word, told)
        return told


def why(told: dict[str, Any]) -> list[tuple[str, int]]:
    """An answer's awards as (why, points)."""
    return [(award["why"], award["points"]) for award in told["awards"]]


def said(told: dict[str, Any], what: str) -> list[dict[str, Any]]:
    """An answer's notices of one kind."""
    return [notice for notice in told["notices"] if notice["what"] == what]
