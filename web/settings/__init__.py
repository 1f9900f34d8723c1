"""What the host changes for everybody: its schema, where it is kept, its routes."""
