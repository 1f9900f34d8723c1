"""The boot helper: a root process that makes a fixed set of changes to the boot files."""
