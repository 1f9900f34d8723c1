"""The pixel of each hole and lamp, tape and its cuts, and faults of the wiring."""
