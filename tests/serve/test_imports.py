"""Modules that a table may never need are not imported at its start, and are there when used."""

import subprocess
import sys

ASKED = """
import sys
from cribble.__main__ import importing
with importing():
    import cribble.serve.run
    from flask import Flask, render_template_string
early = {"jinja2", "flask.templating", "werkzeug.serving", "werkzeug.test", "tomllib", "ssl"}
print(*sorted(early & sys.modules.keys()))
from cribble.config.file import parse_config, tomllib
print(issubclass(tomllib.TOMLDecodeError, ValueError), parse_config(b"port = 8200", "file").port)
with Flask("page").test_request_context():
    print(render_template_string("{{ signs }}", signs="<&"))
"""


def test_what_a_table_may_never_need_is_imported_at_its_first_use() -> None:
    command = [sys.executable, "-c", ASKED]
    answer = subprocess.run(command, check=True, capture_output=True, text=True)
    assert answer.stdout.splitlines() == ["", "True 8200", "&lt;&amp;"]
