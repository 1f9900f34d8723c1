"""The sheet of an evening once more, plainly, from the lines of JSON: no code of the program."""

import json
from typing import Any

from tests.kit.oracles.club.second_standing import FIGURES, second_standing


def second_sheet(lines: list[str], scoring: str, night: str, best: int) -> list[dict[str, Any]]:
    """Return what is read out of each player of a *night*: place, points, Grass Roots Points,
    whether in the top quarter, and the points of the season."""
    nights = sorted({json.loads(line)["night"] for line in lines})
    by_night = {
        name: second_standing(
            [line for line in lines if json.loads(line)["night"] == name], scoring
        )
        for name in nights
    }
    tonight = by_night.get(night, [])
    entrants = len(tonight)
    quarter = 0
    while 4 * quarter < entrants:
        quarter += 1
    sheet = []
    for row in tonight:
        evenings = [one for rows in by_night.values() for one in rows if one["id"] == row["id"]]
        evenings.sort(key=lambda one: [-one[name] for name in ("points", "won", "net", "plus")])
        counted = evenings[:best] if best else evenings
        is_grass = scoring == "acc" and row["points"] > 11
        season = {name: sum(one[name] for one in counted) for name in FIGURES}
        sheet.append(
            {
                "id": row["id"], "place": row["place"], "points": row["points"],
                "grass_roots": row["points"] if is_grass else 0,
                "in_quarter": sum(one["place"] < row["place"] for one in tonight) < quarter
                and row["place"] <= quarter,
                "season": season["points"], "net": season["net"], "nights": len(evenings),
            }
        )  # fmt: skip
    return sheet
