"""Programs that play, at random or by plan."""
