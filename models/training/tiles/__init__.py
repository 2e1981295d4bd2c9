"""The network that reads a board with a lane: what it is shown, and what it should say."""
