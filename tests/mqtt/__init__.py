"""Tests of the broker: payloads, the client, a table on it, its night, Home Assistant."""
