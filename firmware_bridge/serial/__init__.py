"""Serial ports: where a board may be, when to try it again, and the thread that talks to it."""
