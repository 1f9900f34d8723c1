"""Pictures of the docs, drawn by the program: `python -m tests.pictures.moving` and `.views`."""
