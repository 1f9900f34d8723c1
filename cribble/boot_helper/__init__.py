"""The boot helper: a root process that changes the boot files in a few known ways."""
