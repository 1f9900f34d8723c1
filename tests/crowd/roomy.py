"""`cribble serve` with as many threads for the page as the first argument says."""

from __future__ import annotations

import sys
from functools import partial

from cribble import cli, opening
from web import Server

if __name__ == "__main__":
    opening.THREADS = int(sys.argv[1])
    opening.Server = partial(Server, threads=int(sys.argv[1]))
    sys.exit(cli.run(["serve", *sys.argv[2:]]))
