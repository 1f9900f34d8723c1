"""Run a command as root does with the package, which has the program become another user.

Python may lie where that user cannot read, so every command is run once as root before.
"""

import io
import shutil
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from cribble.cli.main import become_table_user, run
from cribble.folders import JOURNAL
from tests.kit.paths import DATA


def _import_all() -> None:
    with tempfile.TemporaryDirectory() as name, redirect_stderr(io.StringIO()):
        place = Path(name)
        for folder in ("here", "there"):
            (place / folder).mkdir()
            shutil.copy(DATA / "journals/evenings.sqlite3", place / folder / JOURNAL)
        file = str(place / "all.zip")
        for words in (
            ("join",),
            ("pin",),
            ("code",),
            ("backup", file),
            ("restore", file),
            ("export", str(place / "all.jsonl")),
            ("adopt", str(place / "there")),
            ("restore", "no such file"),
        ):
            run([*words, "--data", str(place / "here")])


if __name__ == "__main__":
    with redirect_stdout(io.TextIOWrapper(io.BytesIO())):
        _import_all()
    become_table_user(sys.argv[1:], "nobody")
    sys.exit(run(sys.argv[1:]))
