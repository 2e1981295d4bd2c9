"""A table of One Two Three … Four in one picture: the board with its lane, and the tiles on it."""
