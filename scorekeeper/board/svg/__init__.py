"""Draw a board as SVG, for the page, the docs and the command line."""
