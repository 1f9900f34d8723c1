"""Keep score of a cribbage game that people play with real cards."""
