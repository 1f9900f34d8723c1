"""Programs that play games, randomly or by script."""
