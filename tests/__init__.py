"""The proofs: examples, remembered games, properties and faults, with their helpers beside them."""
