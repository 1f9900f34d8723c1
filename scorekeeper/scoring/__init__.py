"""Points for cards, in the play and at the show. Every point names the cards that earned it."""
