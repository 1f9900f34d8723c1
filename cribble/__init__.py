"""The program: reads the config, brings table, page, strip and keypad together, and gives them a command line."""
