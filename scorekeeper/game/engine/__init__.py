"""The engine: `decide` turns an action into events, `evolve` applies them. Pure functions."""
