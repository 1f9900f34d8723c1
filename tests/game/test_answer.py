"""The JSON that answers an action: the page reads its awards and notices."""

import json
from typing import Any

from scorekeeper.game.codec import answer, to_json
from scorekeeper.game.engine.decide import apply
from tests.kit.formats.game_file import holds, read_action

PAD = """
    britannica: Ann, Ben; Ben deals; muggins true
    starter 5C
    to the show
"""
CLAIMED = "Ann counts 5H 5D 5S JC claims 20"


def told(pad: str, line: str) -> Any:
    """The JSON that answers *line* at the end of *pad*."""
    game = holds(pad)
    game, events = apply(game, read_action(line, game))
    return json.loads(to_json(answer(1, events, game).plain()))


def test_a_claim_is_answered_with_its_cards_and_no_notice() -> None:
    claimed = told(PAD, CLAIMED)
    assert claimed["ok"]
    assert claimed["notices"] == []
    (award,) = claimed["awards"]
    assert (award["why"], award["points"], award["seat"]) == ("claim", 20, 0)
    assert award["cards"] == ["5H", "5D", "5S", "JC"]


def test_a_missed_claim_is_told_with_its_numbers() -> None:
    counted, missed, unclaimed, _ = told(f"{PAD}{CLAIMED} | claim 20", "Ben counts 2 4 6 8")[
        "notices"
    ]
    assert (counted["what"], counted["total"]) == ("counted", 29)
    assert missed == {
        "what": "undercount", "seat": 0, "of": 0, "claim": 20, "total": 29, "taken": [],
    }  # fmt: skip
    assert unclaimed == {"what": "unclaimed", "seat": 0, "of": 0, "points": 9}


def test_a_late_renege_is_told_with_its_count_and_advice() -> None:
    pad = "acc: Ann, Ben; Ben deals\nstarter 2S\nK\nQ\n4\nBen go\n3\nAnn go | go 1"
    assert told(pad, "Ben 3")["notices"] == [
        {"what": "late_renege", "seat": 1, "card": "3", "count": 24, "advice": 2}
    ]
