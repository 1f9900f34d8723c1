"""The config: schema, parsing, and edits by the host."""
