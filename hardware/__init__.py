"""Things with wires on the Raspberry Pi: the strip that pegs and the keypads that take the cards."""
