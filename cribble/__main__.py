"""``python -m cribble`` is the same as the command ``cribble``."""

from cribble.cli.main import main

if __name__ == "__main__":
    main()
