"""Everything that can show a frame: one strip a file, each with its `show(frame)`."""
