"""The page on the phones: shows everybody the table, and takes the cards from the scorers."""
