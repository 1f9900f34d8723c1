"""A serial line with faults, for the tests of the bridge."""
