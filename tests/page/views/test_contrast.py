"""Pages before any game: colour contrast, icons and manifest."""

import re
import struct
from typing import Any
from urllib.parse import urljoin

import pytest

from tests.kit.drivers.web_server import Site
from tests.kit.paths import ROOT

STYLE = (ROOT / "web/static/css/base.css").read_text(encoding="utf-8")
PROPERTY = re.compile(r"--([\w-]+): (#[0-9a-f]{3,6});")

LIGHT, DARK = (
    dict(PROPERTY.findall(block)) for block in re.findall(r":root \{(.*?)\n\s*\}", STYLE, re.DOTALL)
)
THEMES = {"light": LIGHT, "dark": {**LIGHT, **DARK}}

WRITTEN = [
    *((ink, paper) for ink in ("ink", "muted", "accent", "ok") for paper in ("bg", "surface")),
    *((team, "surface") for team in ("blue", "red", "yellow")),
    *((team, f"{team}-tint") for team in ("blue", "red", "yellow")),
    *((ink, f"{team}-tint") for ink in ("ink", "muted") for team in ("blue", "red", "yellow")),
    *(
        ("on-accent", "accent"),
        ("on-badge", "badge"),
        ("on-felt", "felt"),
        ("on-felt", "felt-glow"),
    ),
    *(("card-ink", "card"), ("card-red", "card"), ("suit-red", "barred"), ("suit-red", "surface")),
    *(("ink", "key"), ("ink", "barred"), ("barred-ink", "barred"), ("bg", "ink")),
]
SHAPES = [("edge", "bg"), ("edge", "surface"), ("focus", "bg"), ("focus", "surface")]


def luminance(colour: str) -> float:
    """Return WCAG's relative luminance of ``#rgb`` or ``#rrggbb``."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return WCAG's contrast ratio, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("pairs", "least"), [(WRITTEN, 4.5), (SHAPES, 3)], ids=["text", "edges"])
@pytest.mark.parametrize("theme", THEMES)
def test_colours_have_enough_contrast(theme: str, pairs: list[Any], least: float) -> None:
    """Text, also disabled, has 4.5 to 1; borders of fields and the focus ring have 3 to 1."""
    colours = THEMES[theme]
    found = {(ink, on): round(contrast(colours[ink], colours[on]), 2) for ink, on in pairs}
    assert {pair: ratio for pair, ratio in found.items() if ratio < least} == {}


def test_a_win_in_yellow_is_light_with_dark_letters() -> None:
    """White text would require a muddy yellow."""
    ground, letters = (
        re.findall(rf"--yellow-{part}, (#[0-9a-f]{{6}})", STYLE)[0] for part in ("win", "on-win")
    )
    assert luminance(ground) > 0.5
    assert contrast(ground, letters) > 7


PNG = b"\x89PNG\r\n\x1a\n"


def test_the_manifest_names_icons_that_are_there() -> None:
    phone = Site().phone()
    shell = phone.get("/").text
    (path,) = re.findall(r'rel="manifest" href="([^"]+)"', shell)
    manifest = phone.get(path)
    assert manifest.mimetype == "application/manifest+json"
    told = manifest.get_json()
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    for icon in told["icons"]:
        answer = phone.get(urljoin(path, icon["src"]))
        assert (answer.status_code, answer.mimetype) == (200, icon["type"])
        if answer.data.startswith(PNG):
            width, height = struct.unpack(">II", answer.data[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert {icon.get("purpose") for icon in told["icons"]} == {None, "maskable"}
