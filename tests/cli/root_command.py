"""Run a command as root with the package, where the program switches to another user.

That user may be unable to read Python's modules, so the command is run once as root before.
"""

import io
import shutil
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path

from cribble.cli.main import become_table_user, run
from cribble.folders import JOURNAL
from cribble.imports import DEFERRED
from tests.kit.paths import DATA

COMMANDS = (
    ("join",),
    ("backup", "{place}/all.zip"),
    ("restore", "{place}/all.zip"),
    ("adopt", "{place}/there"),
)


def _import_all(asked: set[str]) -> None:
    """Import all modules by running the command in *asked*, and one that is refused."""
    with tempfile.TemporaryDirectory() as place, redirect_stderr(io.StringIO()):
        for folder in ("here", "there"):
            (Path(place) / folder).mkdir()
            shutil.copy(DATA / "journals/evenings.sqlite3", Path(place) / folder / JOURNAL)
        config = Path(place) / "config.toml"
        config.touch()
        needed = [words for words in COMMANDS if words[0] in asked | {"backup"}]
        for command, *words in (*needed, ("restore", "no such file")):
            paths = (word.format(place=place) for word in words)
            options = ("--data", str(Path(place) / "here"), "--config", str(config))
            run([command, *paths, *options])


if __name__ == "__main__":
    with redirect_stdout(io.TextIOWrapper(io.BytesIO())):
        _import_all({*sys.argv})
        for module in DEFERRED:
            import_module(module)
    become_table_user(sys.argv[1:], "nobody")
    sys.exit(run(sys.argv[1:]))
