"""The boot helper: root's process that changes the boot files, by steps that it knows alone."""
