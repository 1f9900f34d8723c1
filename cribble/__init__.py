"""The program: config, wiring and command line; the only package that imports all others."""
