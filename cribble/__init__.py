"""The program: config, wiring and command line; the only room that knows all the others."""
