"""Entry point of ``cribble`` and ``python -m cribble``."""

from cribble.imports import importing

with importing():
    from cribble.cli.main import main

if __name__ == "__main__":
    main()
