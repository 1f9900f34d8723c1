"""The rules at work: `decide` says what an action leads to, `evolve` lets it happen. Pure."""
