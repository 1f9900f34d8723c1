"""The start of the program, as ``cribble`` and as ``python -m cribble``."""

from cribble.imports import importing

with importing():
    from cribble.cli.main import main

if __name__ == "__main__":
    main()
