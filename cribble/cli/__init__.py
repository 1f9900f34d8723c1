"""The command line: finds the command, reads its options, tells mistakes in one sentence."""
