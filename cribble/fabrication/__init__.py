"""Files for a laser cutter and a 3D printer, generated from the config."""
