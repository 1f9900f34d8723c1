"""Finished and running games looked back at: score sheets, figures, hands to guess at."""
