"""What tests share: oracles, fakes, drivers, players and formats."""
