"""`cribble serve` with as many threads for the page as the first argument says."""

import sys
from functools import partial

from cribble.cli import main
from cribble.serve import app
from web import Server

if __name__ == "__main__":
    app.THREADS = int(sys.argv[1])
    app.Server = partial(Server, threads=int(sys.argv[1]))
    sys.exit(main.run(["serve", *sys.argv[2:]]))
