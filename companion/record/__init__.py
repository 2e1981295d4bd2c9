"""What is kept of games: the store, corrections, the library, replay."""
