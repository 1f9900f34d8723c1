"""The hub's pages and API: wall, players' phones, director."""
