"""The variants of the game as rows of data, and the house rules that modify them."""
