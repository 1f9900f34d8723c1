"""A process that has read Cribble once and starts it as often as it is told: a line of JSON a time.

Python needs half a second to read the program, and the fiftieth time proves no more than the first.
Each child is forked, runs the shipped command with the arguments of its line, and shares nothing.
"""

import json
import os
import sys

# Read here, so that no child has to: they are what `cribble serve` begins with.
import cribble.serve.run as _  # noqa: F401
from cribble.cli.main import main

STDIN, STDOUT, STDERR = range(3)


def child(arguments: list[str], said: str) -> None:
    """Be the program; what it says in its distress goes into the file *said*."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, STDIN)
    os.dup2(nothing, STDOUT)
    os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), STDERR)
    sys.argv = ["cribble", *arguments]
    main()


def nurse() -> None:
    """For each line tell who was born, and then that it is gone."""
    for line in sys.stdin:
        number = os.fork()
        if not number:
            child(**json.loads(line))
            return
        print(number, flush=True)
        os.waitpid(number, 0)
        print("gone", flush=True)


if __name__ == "__main__":
    nurse()
