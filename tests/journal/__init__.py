"""Tests of the journal: durability, repair, export."""
