"""The page on the phones: shows the table to everybody and takes the cards from those who keep score."""
