"""The style sheet of each entry page, joined from the files of static/css."""

import re

from tests.kit.paths import ROOT
from web.http.bundle import FOLDER, SHEETS, joined_sheets

STATIC = ROOT / "web" / "static"
FILES = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in STATIC.rglob("*.css")}


def test_every_file_is_sent_to_a_page() -> None:
    """A file that no page has on its list would style nothing."""
    listed = {f"{FOLDER}{part}.css" for parts in SHEETS.values() for part in parts}
    assert listed == FILES.keys()


def test_each_page_has_the_sheet_that_its_shell_links() -> None:
    """A sheet is called like the script that fills the page."""
    assert {name.removesuffix(".css") for name in joined_sheets(FILES)} == SHEETS.keys()
    late = {"show", "history"}  # fetched by the page of the phone
    assert all((STATIC / f"{page}.js").exists() for page in SHEETS.keys() - late)


def test_minified_styles_have_the_declarations_of_their_files() -> None:
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
    assert sorted(set(wrong)) == [
        "border-radius: 2px",
        "border-radius: 48px",
    ]


def test_older_browsers_have_a_plain_line_before_each_that_they_drop() -> None:
    """Safari before 17.4 drops a text with an alternative, Chromium before 108 a height in dvh."""
    sheets = b"".join(FILES.values()).decode()
    signs = re.findall(r'content: ("[^"]*") / "";', sheets)
    assert signs
    for sign in signs:
        assert f"content: {sign};\n" in sheets, sign
    for before, rule in re.findall(r"([^\n]*)\n +(height: (?:max\()?100dvh)", sheets):
        assert "100vh" in before, rule
    assert "summary::-webkit-details-marker { display: none; }" in sheets
    assert "::placeholder {\n  color: var(--muted);" in sheets
    assert re.search(r"felt \{[^}]*align-content: start;\n +align-content: safe center;", sheets)


def test_words_grow_with_the_letters_of_the_browser() -> None:
    """A phone whose letters were enlarged has them enlarged on the page; what is typed has 16 px,
    so that an iPhone does not zoom in."""
    sheet = FILES[f"{FOLDER}base.css"].decode()
    assert len(re.findall(r"--text-\d: [\d.]+rem;", sheet)) == 7
    shared = FILES[f"{FOLDER}components.css"].decode()
    small = re.findall(r"([^}]*)\{ font-size: var\(--text-[123]\); \}", shared)
    assert not any(".field select" in selectors for selectors in small)
