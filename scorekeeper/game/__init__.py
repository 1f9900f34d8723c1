"""One game as a value: an action goes in, what happened and the new game come out."""
