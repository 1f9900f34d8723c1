"""Analysis of finished and running games: score sheets, figures, hands to guess."""
