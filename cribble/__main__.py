"""``python -m cribble`` is the same as the command ``cribble``."""

from __future__ import annotations

from cribble.cli.main import main

if __name__ == "__main__":
    main()
