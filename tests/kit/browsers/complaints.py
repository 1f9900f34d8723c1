"""Complaints of a page, in any engine: its first script listens, and remembers."""

from typing import Any, Final

from flask import Flask, Response
from jinja2 import DictLoader

PAGE: Final = "page.html"
HEAD: Final = "<head>"

LISTEN: Final = """// Remembers faults, refusals of the content policy, errors and warnings.
window.complaints = [];
const complain = (text) => window.complaints.push(String(text));
addEventListener("error", (event) => event.message && complain(event.message));
addEventListener("unhandledrejection", (event) => complain(event.reason));
document.addEventListener("securitypolicyviolation", (event) =>
  complain(`${event.violatedDirective}: ${event.blockedURI}`));
console.error = console.warn = complain;
"""


def listen(app: Flask) -> None:
    """Send each page of *app* with a script that listens before all others."""
    loader = app.jinja_env.loader
    assert loader
    source, _, _ = loader.get_source(app.jinja_env, PAGE)
    assert HEAD in source
    listening = source.replace(HEAD, f'{HEAD}<script src="/complaints.js"></script>')
    app.jinja_env.loader = DictLoader({PAGE: listening})

    @app.get("/complaints.js")
    def script() -> Response:
        return Response(LISTEN, mimetype="text/javascript")


def heard(page: Any) -> list[str]:
    """Return what the *page* has complained of since it was asked last, or loaded."""
    complaints: list[str] = page.evaluate("() => complaints.splice(0)")
    return complaints
