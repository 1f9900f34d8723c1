"""The pages and the API of the hub: wall, players' phones, director."""
