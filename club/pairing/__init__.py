"""The rounds of a night, by movement; pure and deterministic for a given seed."""
