"""The page's files as sent: bundled scripts, joined style sheets, built once."""

import re
import shutil
from pathlib import Path

import pytest

from tests.kit.paths import ROOT
from web.http.assets import BUILT, Assets
from web.http.bundle import FOLDER, SHEETS, BundleFault, Scripts, joined_sheets

STATIC = ROOT / "web" / "static"
SCRIPTS = {path.relative_to(STATIC).as_posix(): path.read_text() for path in STATIC.rglob("*.js")}

NAME = 'export const name = "ann";\n'

ROUND = {
    "round.js": 'import { about } from "./about.js";\nexport const x = about;\n',
    "about.js": 'import { x } from "./round.js";\nexport const about = x;\n',
}


def test_declarations_that_nothing_uses_are_left_out() -> None:
    files = {
        "main.js": 'import { used } from "./some.js";\nused();\n',
        "some.js": (
            'import { other } from "./other.js";\nimport { far } from "./far.js";\n'
            "export const used = () => inner();\nconst inner = () => 1;\n"
            "export const unused = () => other() + alone;\nconst alone = 2;\nlisten();\n"
        ),
        "other.js": "export const other = () => 1;\n",
        "far.js": "export const far = 1;\nbegin();\n",
    }
    assert Scripts(files).sent["main.js"] == (
        "const m1=(()=>{\nbegin();\nreturn{}\n})();\n"
        "const m2=(()=>{\nconst used = () => inner();\nconst inner = () => 1;\nlisten();\n"
        "return{used}\n})();\nconst {used}=m2;\nused();\n"
    )


def test_a_module_loaded_lazily_shares_what_is_there_already() -> None:
    late = {
        "main.js": 'import { look } from "./view/look.js";\nlook();\n',
        "name.js": NAME + 'export const nickname = "annie";\n',
        "view/look.js": (
            'import { name } from "../name.js";\n'
            'export const look = () => import("../past/all.js");\nsay(name);\n'
        ),
        "past/all.js": (
            'import { nickname } from "../name.js";\nimport { own } from "./own.js";\n'
            "export const both = nickname + own;\n"
        ),
        "past/own.js": "export const own = 1;\n",
    }
    assert Scripts(late).sent == {
        "main.js": (
            'const m0=(()=>{\nconst name = "ann";\nconst nickname = "annie";\n'
            "return{name,nickname}\n})();\n"
            'const m1=(()=>{\nconst {name}=m0;\nconst look = () => import("./past/all.js");\n'
            "say(name);\nreturn{look}\n})();\nconst {look}=m1;\nlook();\nexport{m0,m1};"
        ),
        "past/all.js": (
            'import{m0,m1}from"../main.js";\n'
            "const m3=(()=>{\nconst own = 1;\nreturn{own}\n})();\n"
            "const {nickname}=m0;\nconst {own}=m3;\nexport const both = nickname + own;\n"
        ),
    }
    with pytest.raises(BundleFault, match="by two scripts"):
        Scripts({**late, "strip.js": late["main.js"]})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('import { far } from "./far.js";\n', "far.js, which does not exist"),
        ('import { far } from "./name.js";\nfar();\n', "far, which name.js does not export"),
        ('import { x } from "./round.js";\n', "round.js imports itself through about.js"),
        ('import * as all from "./name.js";\n', "only named imports"),
        ('import "./name.js";\n', "only named imports"),
        ("export default 1;\n", "only named imports"),
        ("export let count = 1;\n", "only named imports"),
    ],
)
def test_a_module_that_cannot_be_bundled_fails_at_construction(text: str, told: str) -> None:
    with pytest.raises(BundleFault, match=re.escape(told)):
        Scripts({"name.js": NAME, **ROUND, "main.js": text})


def test_no_text_of_the_page_goes_over_several_lines() -> None:
    lines = [line for text in SCRIPTS.values() for line in text.splitlines()]
    assert [line for line in lines if line.count("`") % 2] == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(STATIC, tmp_path / "static"))


def test_built_file_of_make_setup_is_up_to_date() -> None:
    """The server uses what `make setup` built, since building takes half a second on a small Pi."""
    assert Assets.of() == Assets.of(built=Path("/nowhere"))
    assert BUILT.exists(), "run make setup"


@pytest.mark.parametrize(
    ("name", "more"),
    [("phone.js", "globalThis.more = 1;\n"), ("css/base.css", "a{b:c}\n"), ("favicon.svg", " ")],
)
def test_changed_source_is_built_again_under_another_name(
    name: str, more: str, folder: Path
) -> None:
    before = Assets.of(folder)
    with (folder / name).open("a", encoding="utf-8") as source:
        source.write(more)
    after = Assets.of(folder)
    assert after.made_of != before.made_of
    assert after.digest != before.digest


STYLES = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in STATIC.rglob("*.css")}


def test_every_file_is_sent_to_a_page() -> None:
    listed = {f"{FOLDER}{part}.css" for parts in SHEETS.values() for part in parts}
    assert listed == STYLES.keys()


def test_minified_styles_have_the_declarations_of_their_files() -> None:
    """Only comments, white space and the last semicolon of a rule are removed."""

    def bare(sheet: bytes) -> bytes:
        return re.sub(rb";?\s*(?=\})|\s+", b"", re.sub(rb"/\*.*?\*/", b"", sheet, flags=re.DOTALL))

    for page, parts in SHEETS.items():
        written = b"".join(STYLES[f"{FOLDER}{part}.css"] for part in parts)
        assert bare(joined_sheets(STYLES)[f"{page}.css"]) == bare(written)
