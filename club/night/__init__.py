"""A night as a value: its entries, what each is decided to be, and what follows from them. Pure."""
