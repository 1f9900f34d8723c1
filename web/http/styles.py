"""The style sheet of each entry page: the files of static/css joined, one request for each page."""

import re
from collections.abc import Mapping
from typing import Final

FOLDER: Final = "css/"

VIEWS: Final = ("base", "components", "controls", "scores", "play", "callout")
"""The sheets of every page that follows a game."""

CLUB: Final = ("base", "components", "controls", "club/page")
"""The sheets of every page of a hub."""

LATE: Final = ("show", "over")
"""The sheets of the show and the win, which a phone fetches while the first cards are played."""

KIOSK: Final = tuple(f"kiosk/{part}" for part in ("page", "sides", "now", "hands", "end"))
"""The sheets of a wall, from its frame to the end of a game."""

SHEETS: Final[Mapping[str, tuple[str, ...]]] = {
    "phone": (*VIEWS, "setup", "chart", "sheets", "layout"),
    "show": LATE,
    "history": ("history",),
    "kiosk": (*VIEWS, *LATE, "setup", "chart", *KIOSK),
    "keypad": (*VIEWS, "leds", "keypad"),
    "leds": (*VIEWS, "leds"),
    "overlay": ("base", "scores", "overlay"),
    "wizard": ("base", "components", "controls", "sheets", "history", "wizard/wizard"),
    "wall": (*CLUB, "club/wall"),
    "me": (*CLUB, "club/me"),
    "director": (*CLUB, "club/director"),
}
"""The files of each entry page and of what comes late, in the order of the cascade: later rules
win over earlier ones."""

COMMENT: Final = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)
INDENT: Final = re.compile(rb"^[ \t]+|\n(?=\n)", re.MULTILINE)
TURN: Final = re.compile(rb"(?<=[{};,])\n|;?\s(?=\})|(?<=\{) ")
SPACE: Final = re.compile(rb"(?<=[,:]) | (?=\{)")
"""No string in the sheets has a comma or a colon before a space."""


def joined_sheets(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the sheets as they are sent, by name, from *files*, the files of the page by path."""
    return {
        f"{page}.css": b"".join(_lean(files[f"{FOLDER}{part}.css"]) for part in parts)
        for page, parts in SHEETS.items()
    }


def _lean(sheet: bytes) -> bytes:
    """Return *sheet* without comments, line ends and the spaces that only its readers need."""
    return SPACE.sub(b"", TURN.sub(b"", INDENT.sub(b"", COMMENT.sub(b"", sheet))))
