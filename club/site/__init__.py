"""The pages of the hub and their API: the wall, a player's phone, the director."""
