"""The setup wizard, used from a phone."""
