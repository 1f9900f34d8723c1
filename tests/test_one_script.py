"""One script from many modules: what is joined, what it does then, what cannot be joined."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from web.one_script import JoinFault, Scripts

STATIC = Path(__file__).parents[1] / "web" / "static"

FILES = {
    "main.js": (
        "// The page.\n"
        'import { ask as asked, WAY } from "./deep/ask.js";\n'
        'import {\n  name,\n} from "./name.js";\n\n'
        "/** Says it.\n * Twice. */\n"
        "say(asked(name), WAY); // at once\n"
    ),
    "deep/ask.js": (
        'import { name } from "../name.js";\n'
        "export async function ask(of) {\n  return of + name;\n}\n"
        'export const WAY = "//";\n'
    ),
    "name.js": 'export const name = "ann";\n',
}

ROUND = {
    "round.js": 'import { about } from "./about.js";\nexport const x = 1;\n',
    "about.js": 'import { x } from "./round.js";\nexport const about = 1;\n',
}


def joined(files: dict[str, str]) -> dict[str, str]:
    """Every script of *files* that is sent."""
    scripts = Scripts(files)
    return {name: scripts.joined(name) for name in scripts.sent}


def test_each_module_comes_once_before_whoever_imports_it() -> None:
    """Names keep apart, comments and indents stay behind."""
    assert joined(FILES) == {
        "main.js": (
            'const m0=(()=>{\nconst name = "ann";\nreturn{name}\n})();\n'
            "const m1=(()=>{\nconst {name}=m0;\nasync function ask(of) {return of + name;}\n"
            'const WAY = "//";\nreturn{ask,WAY}\n})();\n'
            "const {ask: asked, WAY}=m1;\nconst {name,}=m0;\nsay(asked(name), WAY); // at once\n"
        )
    }


LEAN = {
    "say(\n  [\n    one,\n    two,\n  ],\n);\n": "say([one,two]);\n",
    "if (one) {\n  say({ two });\n}\nthree();\n": "if (one) {say({ two });}\nthree();\n",
    "say(one, // and then (\n  two,\n);\n": "say(one, // and then (\ntwo);\n",
    "say(\n  one, // the last,\n);\n": "say(one, // the last,\n);\n",
    'say(\n  "http://", two,\n);\n': 'say("http://", two,\n);\n',
}


@pytest.mark.parametrize("text", LEAN)
def test_brackets_and_lists_stand_in_one_line(text: str) -> None:
    """The ends of lines that only readers need; never that of a comment."""
    assert joined({"main.js": text}) == {"main.js": LEAN[text]}


def test_what_is_fetched_later_shares_what_is_there_already() -> None:
    """Nothing is sent twice, and a memory that a module keeps stays the only one."""
    late = {
        "main.js": 'import { look } from "./view/look.js";\nlook();\n',
        "name.js": FILES["name.js"],
        "view/look.js": (
            'import { name } from "../name.js";\n'
            'export const look = () => import("../past/all.js");\nsay(name);\n'
        ),
        "past/all.js": (
            'import { name } from "../name.js";\nimport { own } from "./own.js";\n'
            "export const both = name + own;\n"
        ),
        "past/own.js": "export const own = 1;\n",
    }
    scripts = joined(late)
    assert scripts == {
        "main.js": (
            'const m0=(()=>{\nconst name = "ann";\nreturn{name}\n})();\n'
            'const m1=(()=>{\nconst {name}=m0;\nconst look = () => import("./past/all.js");\n'
            "say(name);\nreturn{look}\n})();\nconst {look}=m1;\nlook();\nexport{m0,m1};"
        ),
        "past/all.js": (
            'import{m0,m1}from"../main.js";\n'
            "const m3=(()=>{\nconst own = 1;\nreturn{own}\n})();\n"
            "const {name}=m0;\nconst {own}=m3;\nexport const both = name + own;\n"
        ),
    }
    late["strip.js"] = late["main.js"]
    with pytest.raises(JoinFault, match="by 2 scripts"):
        joined(late)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('import { far } from "./far.js";\n', "far.js, which is not there"),
        ('import { x } from "./round.js";\n', "round.js imports itself by way of about.js"),
        ('import * as all from "./name.js";\n', "only named imports"),
        ('import "./name.js";\n', "only named imports"),
        ("export default 1;\n", "only named imports"),
        ("export let count = 1;\n", "only named imports"),
    ],
)
def test_what_cannot_be_joined_is_said(text: str, told: str) -> None:
    """A page that would not run is never sent."""
    with pytest.raises(JoinFault, match=re.escape(told)):
        joined({**FILES, **ROUND, "main.js": text})


def test_the_scripts_of_the_page_can_be_joined() -> None:
    """Those of each page, and those that are fetched later."""
    files = {path.relative_to(STATIC).as_posix(): path.read_text() for path in STATIC.rglob("*.js")}
    assert {"phone.js", "kiosk.js", "keypad.js", "leds.js"} <= joined(files).keys()


def test_no_text_of_the_page_goes_over_several_lines() -> None:
    """Its indents would be lost with those of the code."""
    lines = [line for path in STATIC.rglob("*.js") for line in path.read_text().splitlines()]
    assert [line for line in lines if line.count("`") % 2] == []
