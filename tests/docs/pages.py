"""Parts of a documentation page: tables and score pads."""

import re
from typing import Final

from tests.kit.paths import ROOT

DOCS: Final = ROOT / "docs"
BUILDING: Final = (DOCS / "building.md").read_text(encoding="utf-8")


def rows_of(text: str) -> list[list[str]]:
    return [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in text.splitlines()
        if line.strip().startswith("|")
    ]


def fields_of(text: str) -> list[list[str]]:
    return [row for row in rows_of(text) if re.fullmatch(r"`\w+`", row[0])]


def pads(text: str) -> list[str]:
    return re.findall(r"^```pad\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
