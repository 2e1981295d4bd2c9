"""From camera frames to Readings: the board found and followed, and what lies there, a folder a kind of table."""
