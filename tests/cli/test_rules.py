"""`cribble rules`: the rows as public JSON, and a list that people can read."""

import json
import re

from scorekeeper.rules.options import OPTIONS
from scorekeeper.rules.variants import RULES
from tests.kit.drivers.command_line import typed

FIELDS = re.findall(
    r"\w+",
    """
    players teams dealt hand crib_from_deck target targets teams_by for_last next_dealer
    next_game_dealer starter_cutter starter_turner heels nobs counts go_point crib_flush
    exact_finish muggins muggins_until captain skunks game misdeal renege shape
    undercount overcall overcount wins heels_at_end first_deal best_of
    dealt_by_place target_by_team lurch
    """,
)

SIX_CARD = """
{"players": 2, "teams": [[0], [1]], "dealt": 6, "hand": 4, "crib_from_deck": 0, "target": 121,
 "targets": [61, 121], "teams_by": "seating", "for_last": 0, "next_dealer": "left",
 "next_game_dealer": "loser", "starter_cutter": "left", "starter_turner": "dealer", "heels": 2,
 "nobs": 1, "counts": "all", "go_point": "on_call", "crib_flush": "five", "exact_finish": false,
 "muggins": true, "muggins_until": "next_deal", "captain": false, "skunks": [[91, 2]], "game": 1,
 "misdeal": 2, "renege": 0, "shape": "classic",
 "undercount": "given", "overcall": "nothing", "overcount": "corrected", "wins": "high",
 "heels_at_end": "win", "first_deal": "loser", "best_of": 0, "dealt_by_place": [],
 "target_by_team": [], "lurch": "furthest"}
"""


def test_every_row_has_the_public_fields_in_their_order() -> None:
    rows = json.loads(typed("rules", "--json").out)
    assert list(rows) == [*RULES]
    assert all(list(row) == FIELDS for row in rows.values())


def test_a_row_is_printed_as_public_json() -> None:
    rows = json.loads(typed("rules", "--json").out)
    assert rows["six-card"] == json.loads(SIX_CARD)
    assert rows["five-card"]["muggins_until"] is None
    assert rows["cribble"]["skunks"] == []
    assert rows["acc"]["skunks"] == [[91, 3], [61, 3]]
    lost = [key for key, row in rows.items() if row["undercount"] == "lost"]
    lesser = [key for key, row in rows.items() if row["overcall"] == "lesser"]
    assert lost == lesser == ["acc"]


def test_people_read_every_game_and_every_house_rule() -> None:
    for lang in ("en", "fr"):
        page = typed("rules", "--lang", lang).out
        assert all(f"({key})" in page for key in RULES)
        assert all(f"  {name}: {option.wanted}\n" in page for name, option in OPTIONS.items())
