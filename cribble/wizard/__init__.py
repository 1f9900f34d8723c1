"""The wizard, which sets a machine up from a phone."""
