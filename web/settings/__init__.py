"""The settings that the host changes for everybody: schema, store, routes."""
