"""Player statistics over finished games, and the games as tables for spreadsheets."""
