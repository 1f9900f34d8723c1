"""The conversation with a board: requests, what comes in, and the picture to be sent."""
