"""Statistics over evenings, from the games that are kept."""
