"""The pages of a hub: their routes, and a whole night in a browser."""
