"""Files for a laser cutter and a 3D printer, from the board that the config describes."""
