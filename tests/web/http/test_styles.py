"""The style sheet of each entry page, joined from the files of static/css."""

import re

from tests.kit.paths import ROOT
from web.http.styles import FOLDER, SHEETS, joined_sheets

STATIC = ROOT / "web" / "static"
FILES = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in STATIC.rglob("*.css")}


def test_every_file_is_sent_to_a_page() -> None:
    """A file that no page has on its list would style nothing."""
    listed = {f"{FOLDER}{part}.css" for parts in SHEETS.values() for part in parts}
    assert listed == FILES.keys()


def test_each_page_has_the_sheet_that_its_shell_links() -> None:
    """A sheet is called like the script that fills the page."""
    assert {name.removesuffix(".css") for name in joined_sheets(FILES)} == SHEETS.keys()
    assert all((STATIC / f"{page}.js").exists() for page in SHEETS)


def test_joined_sheets_lose_only_comments_and_space() -> None:
    """Only comments and white space are left out, and the last semicolon of a rule."""

    def bare(sheet: bytes) -> bytes:
        return re.sub(rb";?\s*(?=\})|\s+", b"", re.sub(rb"/\*.*?\*/", b"", sheet, flags=re.DOTALL))

    for page, parts in SHEETS.items():
        written = b"".join(FILES[f"{FOLDER}{part}.css"] for part in parts)
        assert bare(joined_sheets(FILES)[f"{page}.css"]) == bare(written)


def test_sizes_are_on_the_scale() -> None:
    """No font size is given in pixels but where the scale is."""
    sheets = b"".join(FILES.values()).decode()
    assert re.findall(r"font-size: \d[^;]*px", sheets) == []
    assert len(re.findall(r"--text-\d: ", sheets)) == 7
    assert len(re.findall(r"--gap-\d: ", sheets)) == 5
    assert len(re.findall(r"--radius-\d: ", sheets)) == 4
    wrong = re.findall(r"(?:border-radius|(?<!-)gap): [^;]*?\d+px[^;]*", sheets)
    known = {"border-radius: 2px", "border-radius: 48px", "gap: 24px var(--gap-4)"}
    assert set(wrong) == known
