"""Pictures of the docs, drawn by the program: `python -m tests.pictures.readme` and others."""
