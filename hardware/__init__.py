"""Things with wires on the Pi: the strip that pegs and the keypads that take the cards."""
